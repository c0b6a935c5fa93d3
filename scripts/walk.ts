/**
 * Prints how many files and functions of `src` one warmed submission enters: `npm exec -- node
 * scripts/walk.ts`. `--files plain` (or `copies`, `encryption`) lists them.
 */
import { readFileSync } from 'node:fs';
import { Session, type Profiler } from 'node:inspector/promises';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { FormSettings } from '../src/contract/form-settings.ts';
import { createLog } from '../src/platform/log/log.ts';
import { answerCopy, ownerPuts, questionTo } from '../test/support/copied-form.ts';
import { makeKey } from '../test/support/openpgp-key.ts';
import { OWNER, startService, type TestService } from '../test/support/service.ts';
import { solutionOf } from '../test/support/solve-challenge.ts';
import { until } from '../test/support/until.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COPY = 'copy@example.com';
/** Shows the smallest of this many requests: it opened no connection and filled no cache. */
const TRIES = 12;

type RowName = 'plain' | 'copies' | 'encryption';

interface Row {
  label: string;
  /** The settings of the form; those of a plain one are empty. */
  settings(): Promise<object>;
  /** How many mails one submission sends. */
  mails: number;
}

const SHARED = { files: {}, challenge: 'always' } satisfies FormSettings;

const ROWS: Record<RowName, Row> = {
  plain: { label: 'plain', settings: async () => ({}), mails: 1 },
  copies: {
    label: 'files + challenge + copies',
    settings: async () => ({ ...SHARED, copies: [COPY] }),
    mails: 2,
  },
  encryption: {
    label: 'files + challenge + encryption',
    settings: async () => {
      const { armored } = await makeKey(OWNER);
      return { ...SHARED, encryption: { type: 'openpgp', key: armored } };
    },
    mails: 1,
  },
};

/** The functions of one file that a request entered. */
interface EnteredFile {
  path: string;
  functions: string[];
  lines: number;
}

/** How many lines these functions have, each line counted once. */
function countLines(source: string, functions: readonly Profiler.FunctionCoverage[]): number {
  const lines = new Set<number>();
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  for (const { ranges } of functions) {
    const [whole] = ranges;
    if (!whole) continue;
    const last = lineAt(whole.endOffset);
    for (let line = lineAt(whole.startOffset); line <= last; line += 1) lines.add(line);
  }
  return lines.size;
}

function toEntered({ url, functions }: Profiler.ScriptCoverage): EnteredFile | undefined {
  if (!url.startsWith('file:')) return undefined;
  const path = relative(ROOT, fileURLToPath(url)).replaceAll(sep, '/');
  const entered = functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
  if (!path.startsWith('src/') || entered.length === 0) return undefined;
  const source = readFileSync(fileURLToPath(url), 'utf8');
  return {
    path,
    functions: entered.map(({ functionName }) => functionName || '(anonymous)'),
    lines: countLines(source, entered),
  };
}

/** A form with these settings, whose copies have agreed. */
async function openForm(service: TestService, settings: object): Promise<string> {
  const route = await service.activeRoute();
  const { status, text } = await ownerPuts(service, route, settings);
  if (status !== 200) throw new Error(text);
  if ('copies' in settings) await answerCopy(service, questionTo(service, COPY));
  return route.form_id;
}

/** The body of the next submission: no text comes twice, because repeats are marked. */
async function bodyOf(service: TestService, formId: string, settings: object, number: number) {
  const fields = {
    name: 'Ada Lovelace',
    email: 'ada@example.org',
    message: `Do you have an oak table of ${number} inches?`,
  };
  if (!('files' in settings)) return new URLSearchParams(fields);
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('plan', new File([`The plan, version ${number}`], 'plan.txt'));
  const { json } = await service.request(`/v1/routes/${formId}/challenge`);
  body.append('altcha', solutionOf(json));
  return body;
}

/** The files that one warmed `POST /f/{form_id}` enters. */
async function walk(session: Session, service: TestService, row: Row): Promise<EnteredFile[]> {
  const settings = await row.settings();
  const formId = await openForm(service, settings);
  const tries: EnteredFile[][] = [];
  for (let number = 0; number < TRIES; number += 1) {
    const body = await bodyOf(service, formId, settings, number);
    const before = service.sink.mails.length;
    await session.post('Profiler.takePreciseCoverage');
    const answer = await fetch(`${service.url}/f/${formId}`, { method: 'POST', body });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(text);
    await until('the mails', () => service.sink.mails.length === before + row.mails);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    tries.push(result.flatMap((script) => toEntered(script) ?? []));
  }
  const [least = []] = tries.toSorted((a, b) => functionsOf(a) - functionsOf(b));
  return least.toSorted(byPath);
}

const byPath = (a: EnteredFile, b: EnteredFile) => (a.path < b.path ? -1 : 1);

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

const functionsOf = (files: readonly EnteredFile[]) =>
  sum(files.map(({ functions }) => functions.length));

function print(cells: readonly (string | number)[]): void {
  const [label = '', ...numbers] = cells.map(String);
  process.stdout.write(`${label.padEnd(32)}${numbers.map((cell) => cell.padStart(11)).join('')}\n`);
}

const { values } = parseArgs({ options: { files: { type: 'string' } } });
const asked = values.files;
if (asked !== undefined && !Object.hasOwn(ROWS, asked)) {
  throw new Error(`--files takes one of ${Object.keys(ROWS).join(', ')}`);
}

const log = createLog('info', { write: () => undefined });
const session = new Session();
session.connect();
const service = await startService(undefined, {}, { log });
try {
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  print(['one POST /f/{form_id}', 'files', 'functions', 'lines']);
  for (const [name, row] of Object.entries(ROWS)) {
    if (asked !== undefined && name !== asked) continue;
    const files = await walk(session, service, row);
    for (const { path, functions, lines } of asked === undefined ? [] : files) {
      process.stdout.write(`${path} (${lines}): ${functions.join(', ')}\n`);
    }
    const lines = sum(files.map((file) => file.lines));
    print([row.label, files.length, functionsOf(files), lines]);
  }
} finally {
  session.disconnect();
  await service.close();
}
