import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';
import { SENDING_TEXT } from '../../src/fields/added-fields.ts';
import {
  ACCESS_KEY_ID_PATTERN,
  FORM_ID_PATTERN,
  REFERENCE_PATTERN,
} from '../../src/contract/names.ts';
import { STEERING_SIGN } from '../../src/platform/text/printable.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What the arguments of `new RegExp` may be, and what they stand for. */
const PATTERNS: Record<string, string> = {
  ACCESS_KEY_ID_PATTERN,
  FORM_ID_PATTERN,
  REFERENCE_PATTERN,
  SENDING_TEXT,
  STEERING_SIGN,
  // A pattern of a form, which is compiled and not run.
  source: '',
  // A set of characters in one.
  '`^${raw}$`': String.raw`^\p{L}$`,
  // The path of a submission and a slash.
  'String.raw`^(${FORMS}[^/?]+)/(?=$|\\?)`': String.raw`^(/f/[^/?]+)/(?=$|\?)`,
  // Names of our header fields.
  '`^(?:${NAMES})[ \\\\t]*:`': '^(?:letterslot-receipt|letterslot-delivery)[ \\t]*:',
  '`${NAMES}|message/rfc822`': 'letterslot-receipt|letterslot-delivery|message/rfc822',
  // A line of the key file, whose name is one of its settings.
  '`^${name}=(.*)$`': '^SEALING_KEYS=(.*)$',
};

interface Found {
  source: string;
  flags: string;
}

interface Call {
  callee: { type: string; name?: unknown };
  arguments: { start: number; end: number }[];
}

/** Every regular expression that a file holds or makes. */
function expressionsIn(path: string): Found[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const found: Found[] = [];
  const findMade = ({ callee, arguments: [first] }: Call) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const name = first ? text.slice(first.start, first.end) : '';
    // A copy of a literal that stands beside it.
    if (text.includes(`const ${name} = /`)) return;
    const source = PATTERNS[name];
    assert.ok(
      source !== undefined,
      `${path} makes a regular expression that this test cannot read`,
    );
    found.push({ source, flags: '' });
  };
  const visitor = new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: findMade,
    CallExpression: findMade,
  });
  visitor.visit(parseSync(path, text).program);
  return found;
}

/** Linear expressions with unbounded repetitions that the checker cannot read, and the reasons. */
const READ_BY_HAND = new Map([
  [
    String.raw`[[\p{Quotation_Mark}\p{Pi}\p{Pf}❛-❠🙶-🙸ˮ]--["'‘’‛]]|[‘’‛ʻʼʽ]{2,}`,
    'a run of one class, and nothing after it that could fail',
  ],
  [
    String.raw`(?<![[\P{P}--[\s\p{Z}\p{Cc}]]\-_\ufeff])[[\P{P}--[\s\p{Z}\p{Cc}]]\-_\ufeff]+(?:(?:[.．﹒․]|[。｡](?=[A-Za-z]))[[\P{P}--[\s\p{Z}\p{Cc}]]\-_\ufeff]+)+`,
    'runs of one class that holds no dot, each after a dot; a match begins only at the start of a run',
  ],
]);

/** Reads the sources of the form code, which the package holds, and nothing that anybody sends. */
const READS_OWN_SOURCES = 'src/install/form-script.ts';

/** A pattern without its classes, which may hold others. */
function withoutClasses(source: string): string {
  let depth = 0;
  return source.replace(/\\.|[[\]]|[^\\[\]]+/gsu, (part) => {
    if (part === '[') depth += 1;
    const isInside = depth > 0;
    if (part === ']') depth -= 1;
    return isInside ? '' : part;
  });
}

/** Without a repetition that has no bound, a match takes bounded time wherever it begins. */
const isBounded = (source: string) => !/[*+]|\{\d+,\}/.test(withoutClasses(source));

/** What the checker has against an expression; undefined for a linear one. */
async function judge({ source, flags }: Found): Promise<string | undefined> {
  // Decides exactly where it can; where a count is too large for that, it searches for an attack.
  const result = await check(source, flags, { timeout: 60_000, randomSeed: 1 });
  switch (result.status) {
    case 'safe':
      return undefined;
    case 'vulnerable':
      return `/${source}/${flags} is slow for ${result.attack.pattern}`;
    case 'unknown':
      return isBounded(source) || READ_BY_HAND.has(source)
        ? undefined
        : `/${source}/${flags} cannot be judged: ${result.error.kind}`;
  }
}

it('the checker of regular expressions tells quadratic from linear', async () => {
  for (const source of ['^\\s*(identity)?\\s*$', ' +$', '^(a|a)*$']) {
    assert.match((await judge({ source, flags: '' })) ?? '', /is slow for/, source);
  }
  assert.equal(await judge({ source: '^\\s*$', flags: '' }), undefined);
  assert.match((await judge({ source: '[[a]--[b*]]+x', flags: 'v' })) ?? '', /cannot be judged/);
  assert.equal(await judge({ source: '[[a]--[b*]]x', flags: 'v' }), undefined);
});

// Guarantee: The process
it('all regular expressions take linear time', async () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (path) => !path.endsWith('.test.ts') && path !== READS_OWN_SOURCES,
  );
  const found = sources.flatMap(expressionsIn);
  assert.ok(found.length > 80);
  const faults: string[] = [];
  for (const expression of found) {
    const fault = await judge(expression);
    if (fault !== undefined) faults.push(fault);
  }
  assert.deepEqual(faults, []);
});
