import { existsSync, readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { CommandError, EXIT, styled, UsageError } from '../cli/command.ts';
import { helpOn, parseCommand } from './command-line.ts';
import { listenFault } from './open/listen-fault.ts';
import { RELEASE, ROOT } from './source-commit.ts';
import { withoutSteering } from '../platform/text/printable.ts';
import { readSettings, SettingsError, type Settings } from '../platform/settings/settings.ts';
import {
  findMisspelt,
  parseSettingsFile,
  SETTINGS_FILE,
} from '../platform/settings/settings-file.ts';
import { StoreError, StoreUnavailable } from '../platform/stores/store-errors.ts';

const VERSION: ReadonlySet<string | undefined> = new Set(['version', '--version', '-v']);

function fail(lines: readonly string[], exitCode: number): never {
  const name = styled('red', 'letterslot:', process.stderr);
  process.stderr.write(textOf(lines.map((line) => `${name} ${line.replaceAll('\n', ' ')}`)));
  process.exit(exitCode);
}

/** Prints in one sentence why a command failed, and ends the process. */
function refuse(error: unknown, words: readonly string[]): never {
  if (error instanceof UsageError) fail([error.message, `Try: ${helpOn(words)}`], EXIT.usage);
  if (error instanceof CommandError) fail([error.message, ...error.details], error.exitCode);
  if (error instanceof SettingsError) fail(error.faults, EXIT.config);
  if (error instanceof StoreUnavailable) fail([error.message], EXIT.unavailable);
  if (error instanceof StoreError) fail([error.message], EXIT.config);
  const unheard = listenFault(error);
  if (unheard !== undefined) fail([unheard], EXIT.config);
  const { code, syscall, path, name } = (error ?? {}) as NodeJS.ErrnoException;
  const what = code ?? name ?? typeof error;
  const where = syscall ? ` in ${[syscall, path].filter(Boolean).join(' ')}` : '';
  fail([`The command ${words[0] ?? 'serve'} failed unexpectedly (${what}${where}).`], EXIT.fault);
}

/** Texts of others among the lines cannot steer a terminal, whichever command prints them. */
const textOf = (lines: readonly string[]) =>
  lines.map((line) => `${withoutSteering(line)}\n`).join('');

function print(...lines: string[]): void {
  process.stdout.write(textOf(lines));
}

/** Asks on standard error, so that standard output is left for what programs read. */
async function askOnTerminal(question: string, isSecret = false): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = isSecret ? silent : process.stderr;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  if (isSecret) process.stderr.write(question);
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => {
    process.stderr.write('\n');
    reject(new CommandError('Nothing was changed.', { exitCode: EXIT.stopped }));
  };
  // Ctrl+C and Ctrl+D close it.
  terminal.once('close', stop);
  try {
    const answer = await Promise.race([terminal.question(question).catch(() => stopped), stopped]);
    return answer.trim();
  } finally {
    terminal.off('close', stop);
    terminal.close();
    if (isSecret) process.stderr.write('\n');
  }
}

/** The settings of the file in the working folder, below those of the environment. */
function settingsOfProcess(): Settings {
  const text = existsSync(SETTINGS_FILE) ? readFileSync(SETTINGS_FILE, 'utf8') : '';
  const file = parseSettingsFile(text);
  const faults = findMisspelt(Object.keys(file)).map((fault) => `${SETTINGS_FILE}: ${fault}`);
  if (faults.length > 0) throw new SettingsError(faults);
  const misspelt = findMisspelt(Object.keys(process.env));
  process.stderr.write(textOf(misspelt.map((fault) => `Warning: ${fault}`)));
  for (const [name, value] of Object.entries(file)) process.env[name] ??= value;
  return readSettings(process.env, (path) => readFileSync(path));
}

async function run(words: readonly string[]): Promise<void> {
  if (VERSION.has(words[0])) return print(RELEASE);
  const parsed = parseCommand(words);
  if ('help' in parsed) return print(...(await import('./help.ts')).describe(parsed.help));
  const runCommand = await parsed.command.load();
  const exitCode = await runCommand({
    ...parsed.given,
    readSettings: settingsOfProcess,
    ownKeys: async () => (await import('../cli/operator/own-keys.ts')).ownKeys(settingsOfProcess()),
    variable: (name) => process.env[name] || undefined,
    print,
    note: (...lines) => process.stderr.write(textOf(lines)),
    ask: process.stdin.isTTY && process.stderr.isTTY ? askOnTerminal : undefined,
    npmScript: process.env['npm_lifecycle_event'],
    root: ROOT,
    version: RELEASE,
  });
  if (exitCode !== 'running') process.exit(exitCode ?? EXIT.ok);
}

const words = process.argv.slice(2);
try {
  await run(words);
} catch (error) {
  refuse(error, words);
}
