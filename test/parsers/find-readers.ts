import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

export const ROOT = join(import.meta.dirname, '../..');

/** A place in the source that reads text or octets: offsets are those of the file. */
export interface Place {
  file: string;
  at: number;
  what: string;
}

/** Calls that parse text or octets. `new URL` is for our own URLs: it throws for wrong ones. */
const CALLS =
  /^(?:JSON\.parse|URL\.(?:parse|canParse)|Date\.parse|decodeURIComponent|createPublicKey|domainTo(?:ASCII|Unicode)|ipaddr\.(?:parse|process)|PostalMime\.parse|buffer)$|\.(?:read(?:Big)?U?Int\w*|formData|normalize)$|\b(?:response|body|answer)\.(?:text|json|arrayBuffer|bytes)$/;

const CLASSES =
  /^(?:URLSearchParams|TextDecoder|DataView|X509Certificate|MIMEType|Negotiator|RegExpParser)$/;

const ENCODINGS = /^'(?:base64|base64url|hex)'$/;

/** What an exported function that reads is called. */
const NAMES = /^(?:parse|read|decode|unpack|scan|unseal)(?:[A-Z]|$)/;

interface Node {
  type: string;
  start: number;
  end: number;
}

interface Call extends Node {
  callee: Node;
  arguments: readonly Node[];
}

interface Declaration extends Node {
  id?: (Node & { name?: string }) | null;
  declarations?: readonly { id: Node & { name?: string }; init?: Node | null; start: number }[];
}

function namedIn(declaration: Declaration | null): { name: string; at: number }[] {
  if (declaration?.type === 'FunctionDeclaration') {
    return [{ name: declaration.id?.name ?? '', at: declaration.start }];
  }
  const functions = (declaration?.declarations ?? []).filter(({ init }) =>
    init?.type.includes('Function'),
  );
  return functions.map(({ id, init, start }) => ({
    name: id.name ?? '',
    at: init?.start ?? start,
  }));
}

/** Every place of a file that reads, or begins a function that is named after reading. */
export function placesIn(file: string): Place[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const found: Place[] = [];
  const sourceOf = ({ start, end }: Node) => text.slice(start, end).replace(/\s+/g, '');
  const note = (what: string, { start: at }: Pick<Node, 'start'>) => found.push({ file, at, what });
  new Visitor({
    CallExpression(node) {
      const { callee, arguments: given } = node as Call;
      const name = sourceOf(callee);
      const [first, second] = given.map(sourceOf);
      const isDecoding = name === 'Buffer.from' && ENCODINGS.test(second ?? '');
      const isStream = /\.(?:on|once)$/.test(name) && first === "'data'";
      if (CALLS.test(name) || isDecoding || isStream) note(name, node);
    },
    NewExpression(node) {
      const name = sourceOf((node as Call).callee);
      if (CLASSES.test(name)) note(`new ${name}`, node);
    },
    ForOfStatement(node) {
      if (node.await) note('for await', node);
    },
    ExportNamedDeclaration(node) {
      for (const { name, at } of namedIn(node.declaration)) {
        if (NAMES.test(name)) note(name, { start: at });
      }
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** The files of the service that read; those of the pages read what this service wrote. */
export const readingFiles = (): string[] =>
  globSync('src/**/*.ts', { cwd: ROOT })
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('src/pages/'))
    .filter((file) => placesIn(file).length > 0)
    .toSorted();
