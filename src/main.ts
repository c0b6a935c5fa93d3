import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from './cli/commands.ts';
import { EXIT, UsageError, type CommandContext } from './cli/command.ts';
import { describeCommands } from './cli/help.ts';
import { readSettings, SettingsError } from './settings.ts';
import { StoreError, StoreUnavailable } from './stores/store.ts';

const ROOT = join(import.meta.dirname, '..');

/** System calls that fail when HOST or PORT is not one of this machine's that is free. */
const LISTEN_CALLS: ReadonlySet<string> = new Set(['listen', 'bind', 'getaddrinfo']);

function fail(lines: readonly string[], exitCode: number): never {
  process.stderr.write(lines.map((line) => `letterslot: ${line}\n`).join(''));
  process.exit(exitCode);
}

/** Says in one sentence why a command ended, and ends the process. */
function refuse(error: unknown, command: string): never {
  if (error instanceof UsageError) fail([error.message, 'Try: letterslot help'], EXIT.usage);
  if (error instanceof SettingsError) fail(error.faults, EXIT.config);
  if (error instanceof StoreUnavailable) fail([error.message], EXIT.unavailable);
  if (error instanceof StoreError) fail([error.message], EXIT.config);
  const { code, syscall, path, name } = (error ?? {}) as NodeJS.ErrnoException;
  const what = code ?? name ?? typeof error;
  if (syscall && LISTEN_CALLS.has(syscall)) {
    fail([`PORT and HOST cannot be listened on (${what}); choose others.`], EXIT.config);
  }
  const where = syscall ? ` in ${[syscall, path].filter(Boolean).join(' ')}` : '';
  fail([`The command ${command} failed unexpectedly (${what}${where}).`], EXIT.fault);
}

async function run(name: string, args: readonly string[]): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  const context: CommandContext = {
    args,
    readSettings: () => readSettings(process.env, (path) => readFileSync(path, 'utf8')),
    print: (...lines) => void process.stdout.write(lines.map((line) => `${line}\n`).join('')),
    root: ROOT,
    version,
  };
  if (['help', '--help', '-h'].includes(name)) return context.print(...describeCommands());
  if (['version', '--version', '-v'].includes(name)) return context.print(version);
  const command = COMMANDS[name];
  if (!command) throw new UsageError(`There is no command ${JSON.stringify(name)}.`);
  const exitCode = await (await command.load())(context);
  if (exitCode !== undefined) process.exit(exitCode);
}

const [name = 'serve', ...args] = process.argv.slice(2);
try {
  await run(name, args);
} catch (error) {
  refuse(error, name);
}
