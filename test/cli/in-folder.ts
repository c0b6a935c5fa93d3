import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { ENTRY } from '../support/service-process.ts';
import { newDatabaseFolder } from '../support/temp-folder.ts';

/** Runs `letterslot` in a folder of its own; the result comes when it ends. */
export function runIn(folder: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [ENTRY, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: join(folder, 'config'), ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, output }));
  });
}

export function newFolder(test: TestContext): string {
  const folder = newDatabaseFolder('setup');
  test.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
