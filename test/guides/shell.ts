import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Owner } from '../support/owner.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const LETTERSLOT = join(import.meta.dirname, '..', '..', 'bin', 'letterslot');

/** Follows the output of a command, with its exit code. */
const END = 'end of the command:';

/** Programs of the reader's machine; what they need not be told is in them. */
export const PROGRAMS: Readonly<Record<string, string>> = {
  letterslot: `exec ${LETTERSLOT} "$@"`,
  // As where the package is installed.
  npx: 'exec "$@"',
  // An answer of 400 or more fails.
  curl: 'PATH=${PATH#*:} && exec curl --fail-with-body -sS "$@"',
};

export interface Shell {
  /** Its home and the folder that it starts in. */
  folder: string;
  /** Its environment. */
  env: Record<string, string>;
  /** Runs a command to its end; throws what it printed unless the exit code is 0. */
  run(command: string): Promise<string>;
}

/** One shell of a reader, in a folder of its own: variables, functions and `cd` last. */
export function openShell(
  owner: Owner,
  variables: Record<string, string> = {},
  programs: Readonly<Record<string, string>> = {},
): Shell {
  const folder = newTempFolder('guide', owner);
  const bin = newTempFolder('guide-bin', owner);
  for (const [name, script] of Object.entries({ ...PROGRAMS, ...programs }))
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const env = {
    PATH: `${bin}:${PATH}`,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, '.config'),
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    ...variables,
  };
  const child = spawn('/bin/sh', { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  let listen = () => {};
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    listen();
  });
  const exited = new Promise<void>((resolve) => child.on('close', () => resolve()));
  owner.after(async () => {
    child.stdin.end();
    await exited;
  });
  return {
    folder,
    env,
    async run(command) {
      output = '';
      child.stdin.write(`{\n${command}\n} </dev/null 2>&1\nprintf '${END}%d\\n' $?\n`);
      const ended = new Promise<void>((resolve) => {
        listen = () => output.includes(END) && resolve();
      });
      await Promise.race([ended, exited]);
      const at = output.indexOf(END);
      const printed = at < 0 ? output : output.slice(0, at);
      if (output.slice(at + END.length) !== '0\n') throw new Error(`${command}\n${output}`);
      return printed;
    },
  };
}

/** Writes files of a reader, by their paths in a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
