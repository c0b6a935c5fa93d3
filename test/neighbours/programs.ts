import { spawn } from 'node:child_process';
import { accessSync, constants, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { newTempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

/** Debian has servers where only root's PATH looks. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];

/** The path of a program of this machine; undefined where it is not installed. */
export function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Why a suite is skipped; false where its program is there. */
export const unlessInstalled = (name: string): string | false =>
  findProgram(name) === undefined && `${name} is not installed`;

interface Proxy {
  program: string;
  /** The arguments, given the folder with the configuration. */
  argumentsFor: (folder: string) => string[];
  /** The text of the file `proxy.conf` in that folder. */
  configuration: (folder: string) => string;
  port: number;
}

/** Runs a proxy until the test ends; resolves once it answers. */
export async function runProxy(
  test: TestContext,
  { program, argumentsFor, configuration, port }: Proxy,
): Promise<void> {
  const folder = newTempFolder(program);
  writeFileSync(join(folder, 'proxy.conf'), configuration(folder));
  const child = spawn(findProgram(program) ?? program, argumentsFor(folder), {
    env: { PATH: FOLDERS.join(':'), HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<void>((resolve) => child.on('close', () => resolve()));
  test.after(async () => {
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await exited;
    clearTimeout(hard);
    rmSync(folder, { recursive: true, force: true });
  });
  await until(program, async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended:\n${output}`);
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined);
    return answer?.status === 200;
  });
}
