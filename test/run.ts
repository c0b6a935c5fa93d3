import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Runs the tests of each folder in one process, several folders at a time. A process for each
 * file, as `node --test` starts them, loads the service again each time: three times the work.
 *
 * `node test/run.ts [--at-once 4] [--timeout <ms of one test>] [pattern …]`
 */

const ROOT = join(import.meta.dirname, '..');

const EVERY_TEST = ['src/**/*.test.ts', 'test/**/*.test.ts'];

/** They look at what their own process has loaded, so no other test may share it. */
const ALONE = new Set(['test/monitor/access.test.ts']);

/** Folders whose tests wait for other programs: an early start shortens the run. */
const LONGEST = [
  'test/stores',
  'test/faults',
  'test/nodes',
  'test/cli',
  'test/delivery',
  'test/stopping',
];

/** A folder with more files is run by several processes. */
const FILES_PER_PROCESS = 24;

/** A process that has not ended after that long is stopped, and its tests failed. */
const LIMIT = 15 * 60_000;

interface Group {
  name: string;
  files: string[];
}

/** `src` is one folder: its tests need no service. */
const folderOf = (file: string) =>
  ALONE.has(file) ? file : file.startsWith('src/') ? 'src' : dirname(file);

function groupsOf(patterns: readonly string[]): Group[] {
  const files = globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**'] }).toSorted();
  const rank = (name: string) =>
    (LONGEST.indexOf(name) + LONGEST.length + 1) % (LONGEST.length + 1);
  return [...Map.groupBy(files, folderOf)]
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .flatMap(([name, all]) => {
      const size = name === 'src' ? all.length : FILES_PER_PROCESS;
      const parts = Math.ceil(all.length / size);
      // Every n-th file, so that neighbours by name, which take equally long, are spread.
      return Array.from({ length: parts }, (_, part) => ({
        name: parts === 1 ? name : `${name} (${part + 1} of ${parts})`,
        files: all.filter((_file, place) => place % parts === part),
      }));
    });
}

interface Outcome {
  name: string;
  passed: number;
  good: boolean;
}

/** Prints what a group printed as a whole, when it has ended. */
function runGroup({ name, files }: Group, timeout: string): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const guard = join(ROOT, 'bin', 'check-node.js');
  const child = spawn(
    process.execPath,
    ['--import', guard, '--test', '--test-isolation=none', `--test-timeout=${timeout}`, ...files],
    { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => printed.push(chunk));
  }
  const limit = setTimeout(() => {
    printed.push(Buffer.from(`\nstopped: ${name} has not ended after ${LIMIT / 60_000} minutes\n`));
    child.kill('SIGKILL');
  }, LIMIT);
  child.on('close', (code) => {
    clearTimeout(limit);
    const text = Buffer.concat(printed).toString();
    console.log(`\n== ${name}\n${text}`);
    const passed = Number(/^ℹ pass (\d+)$/m.exec(text)?.[1] ?? 0);
    resolve({ name, passed, good: code === 0 });
  });
  return promise;
}

const { values, positionals } = parseArgs({
  options: {
    'at-once': { type: 'string', default: '4' },
    timeout: { type: 'string', default: '120000' },
  },
  allowPositionals: true,
});

const started = performance.now();
const waiting = groupsOf(positionals.length > 0 ? positionals : EVERY_TEST);
if (waiting.length === 0) throw new Error('no file matches');
const outcomes: Outcome[] = [];
async function work(): Promise<void> {
  for (let group = waiting.shift(); group; group = waiting.shift()) {
    outcomes.push(await runGroup(group, values.timeout));
  }
}
await Promise.all(Array.from({ length: Number(values['at-once']) }, work));

const failed = outcomes.filter(({ good }) => !good).map(({ name }) => name);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`${passed} tests passed in ${seconds} s; ${failed.length} groups failed`);
for (const name of failed) console.log(`FAILED: ${name}`);
process.exitCode = failed.length > 0 ? 1 : 0;
