import { rmSync } from 'node:fs';
import { newTempFolder } from '../test/support/temp-folder.ts';

/** A folder that is removed with the process, and a process that ends when its time is over. */
export function openWorkspace(mostSeconds: number): string {
  const folder = newTempFolder('bench');
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  setTimeout(() => {
    process.stderr.write(`The benchmark took more than ${mostSeconds} seconds and was ended.\n`);
    process.exit(1);
  }, mostSeconds * 1000).unref();
  return folder;
}
