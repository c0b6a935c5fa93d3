import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** The program in this checkout. */
export const ENTRY = join(import.meta.dirname, '..', '..', 'bin', 'letterslot.js');

/** Milliseconds that a process may live, so that a test that hangs leaves none behind. */
const LIFETIME = 110_000;

/** A service in a process of its own. */
export interface ServiceProcess {
  child: ChildProcess;
  /** Where it listens. */
  url: string;
  /** Standard output and error so far. */
  output(): string;
  /** Resolves with the exit code; null after a signal. */
  exited: Promise<number | null>;
}

const newKey = () => randomBytes(32).toString('base64url');

/** Keys that all nodes of one test share. */
export const newNodeKeys = () => ({ SEALING_KEYS: `k1:${newKey()}`, INDEX_KEY: newKey() });

/** Starts a service as an operator does and waits until it listens; killed when the test ends. */
export async function startProcess(
  test: { after(run: () => Promise<void>): void },
  env: Record<string, string>,
  entry = ENTRY,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>();
  const exited = new Promise<number | null>((done) => child.on('exit', done));
  const lifetime = setTimeout(() => child.kill('SIGKILL'), LIFETIME);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const [, url] = /^Listening on (http:\/\/[^ ,\n]+).*\n(?:.*\n)*Try: /m.exec(text) ?? [];
      if (url) resolve(url.replace('localhost', '127.0.0.1'));
    });
  }
  void exited.then(() => reject(new Error(`the service ended:\n${text}`)));
  test.after(async () => {
    clearTimeout(lifetime);
    child.kill('SIGKILL');
    await exited;
  });
  return { child, url: await listening, output: () => text, exited };
}
