import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, chmodSync, chownSync, constants, rmSync, writeFileSync } from 'node:fs';
import { join, resolve as resolvePath } from 'node:path';
import { newTempFolder, NOBODY } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

/** Debian has servers where only root's PATH looks. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];

export interface Owner {
  after(run: () => Promise<void> | void): void;
}

/** The path of a program of this machine, by its name or path; undefined if it is not installed. */
function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => resolvePath(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Why a suite is skipped; false if its programs are there. */
export function unlessInstalled(...names: readonly string[]): string | false {
  const missing = names.find((name) => findProgram(name) === undefined);
  return missing !== undefined && `${missing} is not installed`;
}

/** Some programs change to users of their own, which only root can do. */
export const UNLESS_ROOT: string | false = process.getuid?.() !== 0 && 'needs root';

/** A folder for a program's files, removed when the program ends. */
export function newProgramFolder(what: string): string {
  const folder = newTempFolder(what);
  chmodSync(folder, 0o755);
  return folder;
}

/** Gives a file to the user without rights that `asNobody` programs run as. */
export function giveToNobody(path: string): void {
  if (!UNLESS_ROOT) chownSync(path, NOBODY, NOBODY);
}

interface Program {
  /** A name to look up, or a path. */
  name: string;
  args: readonly string[];
  /** Its files; removed when it has ended. */
  folder: string;
  /** Runs as a user without rights: the program refuses root. */
  asNobody?: boolean;
  /** Its children end with it. */
  group?: boolean;
  /** True if it is ready. */
  serves: () => Promise<boolean>;
  /** Milliseconds in which it must be, where it takes long. */
  patience?: number;
}

export interface Running {
  start(): Promise<void>;
  /** SIGKILL, as a crash. */
  kill(): Promise<void>;
  /** Its output so far. */
  output(): string;
}

/** Runs a program until the test ends; resolves once it serves. */
export async function runProgram(test: Owner, program: Program): Promise<Running> {
  const { name, args, folder, asNobody = false, group = false, serves, patience } = program;
  let child: ChildProcess | undefined;
  let exited = Promise.resolve();
  let output = '';
  const end = async (signal: NodeJS.Signals) => {
    const hard = setTimeout(() => send('SIGKILL'), 5_000);
    send(signal);
    await exited;
    clearTimeout(hard);
  };
  const send = (signal: NodeJS.Signals) => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    if (group) process.kill(-child.pid, signal);
    else child.kill(signal);
  };
  const running: Running = {
    async start() {
      const started = spawn(findProgram(name) ?? name, args, {
        env: { PATH: FOLDERS.join(':'), HOME: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: group,
        ...(asNobody && !UNLESS_ROOT && { uid: NOBODY, gid: NOBODY }),
      });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      exited = new Promise((resolve) => started.once('exit', () => resolve()));
      const isReady = () => {
        if (started.exitCode !== null) throw new Error(`${name} ended:\n${output}`);
        return serves();
      };
      await until(name, isReady, patience);
    },
    kill: () => end('SIGKILL'),
    output: () => output,
  };
  test.after(async () => {
    await end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });
  await running.start();
  return running;
}

interface Proxy {
  program: string;
  /** The arguments, given the folder with the configuration. */
  argumentsFor: (folder: string) => string[];
  /** The text of the file `proxy.conf` in that folder. */
  configuration: (folder: string) => string;
  port: number;
}

/** A proxy that runs, and where it listens. */
export interface RunningProxy extends Running {
  port: number;
}

/** Runs a proxy until the test ends; resolves once it answers. */
export async function runProxy(
  test: Owner,
  { program, argumentsFor, configuration, port }: Proxy,
): Promise<RunningProxy> {
  const folder = newProgramFolder(program);
  writeFileSync(join(folder, 'proxy.conf'), configuration(folder));
  const running = await runProgram(test, {
    name: program,
    args: argumentsFor(folder),
    folder,
    async serves() {
      const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
      return answer?.status === 200;
    },
  });
  return { ...running, port };
}
