import { execFile } from 'node:child_process';
import { ENTRY } from './service-process.ts';

/** Milliseconds for one command. */
const TIMEOUT = 90_000;

export interface CliResult {
  code: number | string;
  /** Standard output. */
  out: string;
  /** Standard error. */
  err: string;
}

/** Runs a command as an operator does, with these settings alone. */
export function runCli(
  env: Record<string, string>,
  args: readonly string[],
  entry = ENTRY,
): Promise<CliResult> {
  const options = { env: { PATH: process.env['PATH'] ?? '', ...env }, timeout: TIMEOUT };
  return new Promise((resolve) => {
    execFile(process.execPath, [entry, ...args], options, (error, out, err) => {
      resolve({ code: error ? (error.code ?? 'killed') : 0, out, err });
    });
  });
}
