import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { newDatabaseFolder } from './temp-folder.ts';

/** The program in this checkout. */
export const ENTRY = join(import.meta.dirname, '..', '..', 'bin', 'letterslot.js');

/** The line of the start, or the last one of it on a terminal. */
export const READY = /"event":"started".*\n|Try: curl .*\n/;

/** Makes the program take its standard output for a terminal. */
const AS_TERMINAL = '--import=data:text/javascript,process.stdout.isTTY=true';

/** Levels at which the log does not say where it listens. */
const QUIET = new Set(['warn', 'error', 'fatal', 'silent']);

/** Where the line `started` says that it listens. */
function placeOf({ host, port }: Record<string, unknown>): string {
  const address = String(host);
  if (['127.0.0.1', '0.0.0.0', '::'].includes(address)) return `http://localhost:${String(port)}`;
  return `http://${address.includes(':') ? `[${address}]` : address}:${String(port)}`;
}

export interface ServiceProcess {
  child: ChildProcess;
  /** Standard output and error so far. */
  output(): string;
  /** Resolves with the exit code; null when a signal ended it. */
  exited: Promise<number | null>;
  /** Resolves with the output once it matches; rejects when the process ends before. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves with where it listens once it does. */
  url(): Promise<string>;
  /** The events of the log so far that have this name. */
  events(name: string): Record<string, unknown>[];
}

interface Options {
  nodeArguments?: string[];
  /** Its output is a terminal for it, as it is with a quiet log. */
  terminal?: boolean;
  /** Milliseconds after which it is killed. */
  patience?: number;
  /** Another copy of the program. */
  entry?: string;
  /** Starts it in the checkout instead of Node: npm, for example. */
  command?: readonly [program: string, ...args: string[]];
  /** Puts it into its own process group, so that signals can be sent to the whole group. */
  group?: boolean;
  /** A file descriptor for its output, which is then not read here: its port stays unknown. */
  stdout?: number;
}

const environmentOf = (
  env: Record<string, string>,
  { terminal = QUIET.has(env['LOG_LEVEL'] ?? '') }: Options,
) => ({
  PATH: process.env['PATH'] ?? '',
  PORT: '0',
  ...(terminal && { NODE_OPTIONS: AS_TERMINAL }),
  ...env,
});

/** The real program in a process of its own, with a database of its own unless `env` names one. */
export function runService(
  test: { after(run: () => Promise<void>): void },
  env: Record<string, string>,
  options: Options = {},
): ServiceProcess {
  const { nodeArguments = [], patience = 20_000, group = false, entry = ENTRY, stdout } = options;
  const [program, ...args] = options.command ?? [process.execPath, ...nodeArguments, entry];
  const folder = newDatabaseFolder('start');
  const child = spawn(program, args, {
    ...(options.command && { cwd: join(import.meta.dirname, '..', '..') }),
    env: { DATABASE_URL: `file:${folder}/data/x.db`, ...environmentOf(env, options) },
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
    detached: group,
  });
  let text = '';
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const deadline = setTimeout(() => child.kill('SIGKILL'), patience);
  const waiters = new Set<() => void>();
  const listen = (chunk: Buffer) => {
    text += chunk.toString();
    for (const check of waiters) check();
  };
  child.stdout?.on('data', listen);
  child.stderr?.on('data', listen);
  test.after(async () => {
    clearTimeout(deadline);
    child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  });
  const service: ServiceProcess = {
    child,
    output: () => text,
    exited,
    until(pattern) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const check = () => pattern.test(text) && resolve(text);
      waiters.add(check);
      void exited.then(() => reject(new Error(`ended before ${pattern}:\n${text}`)));
      check();
      return promise;
    },
    async url() {
      const [, greeted] = /^Listening on (http:[^ ,\n]+)/m.exec(await service.until(READY)) ?? [];
      return greeted ?? placeOf(service.events('started')[0] ?? {});
    },
    events: (name) =>
      text
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ event }) => event === name),
  };
  return service;
}

/** A service that listens. */
export interface Listening extends Pick<ServiceProcess, 'child' | 'output' | 'exited'> {
  /** Where it listens. */
  url: string;
}

/** Milliseconds that a node may live, so that a hanging test leaves none behind. */
const LIFETIME = 110_000;

/** Starts a service as an operator does and waits until it listens; killed when the test ends. */
export async function startProcess(
  test: { after(run: () => Promise<void>): void },
  env: Record<string, string>,
  entry = ENTRY,
): Promise<Listening> {
  const service = runService(test, env, { patience: LIFETIME, entry });
  const { child, output, exited } = service;
  const url = (await service.url()).replace('localhost', '127.0.0.1');
  return { child, output, exited, url };
}
