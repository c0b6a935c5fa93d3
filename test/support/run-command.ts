import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newTempFolder } from './temp-folder.ts';

/** Runs a curl command of a page in a folder with these files; its answer's status and body. */
export async function runCommand(
  command: string,
  files: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const cwd = newTempFolder('command');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const line = command.trim().replace(/\bcurl /, "curl -sS -w '\\n%{http_code}' ");
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', line], { cwd, timeout: 20_000 });
  const end = stdout.lastIndexOf('\n');
  return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) };
}

/** The file that a command reads a credential from. */
export const headerFile = (credential: string): string => `Authorization: Bearer ${credential}\n`;
