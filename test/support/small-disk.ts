import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { newTempFolder } from './temp-folder.ts';

/** A separate file system, which can be filled up without harm. */
export interface SmallDisk {
  folder: string;
  /** Takes all free space. */
  fill(): void;
  /** Gives it back. */
  free(): void;
}

const mount = (folder: string, mebibytes: number): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]).status === 0;

const unmount = (folder: string) => spawnSync('umount', ['--lazy', folder]);

/** Why a test cannot run here; false if it can. Containers may keep even root from mounting. */
export function unlessMountable(): string | false {
  const folder = newTempFolder('mount');
  const mounted = mount(folder, 1);
  if (mounted) unmount(folder);
  rmSync(folder, { recursive: true, force: true });
  return !mounted && 'needs root, who may mount a file system';
}

/** Writes until the disk has no space left. */
function writeAll(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let size = 1 << 20; size >= 1;) {
      try {
        writeSync(file, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size >>= 1;
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Mounts an empty disk of so many MiB until the test ends. */
export function mountSmallDisk(
  test: { after(run: () => void): void },
  mebibytes: number,
): SmallDisk {
  const folder = newTempFolder('disk');
  if (!mount(folder, mebibytes)) throw new Error('the disk cannot be mounted');
  chmodSync(folder, 0o755);
  test.after(() => {
    unmount(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => writeAll(ballast),
    free: () => rmSync(ballast, { force: true }),
  };
}
