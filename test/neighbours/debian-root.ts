import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newTempFolder } from '../support/temp-folder.ts';

const SHIMS = join(import.meta.dirname, 'debian');

/** Separate mounts, network, name and processes, which end with the first process. */
const NAMESPACE = ['--mount', '--net', '--uts', '--pid', '--fork', '--kill-child'];

const execute = promisify(execFile);

/** All that `openDebian` asks of the machine. */
const PROBE = `mount -t tmpfs none /mnt && mkdir /mnt/upper /mnt/work /mnt/root &&
  mount -t overlay none -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root &&
  mount -t proc none /mnt/root/proc && ip link set lo up`;

/** Why a test cannot have a machine of its own; false if it can. Containers may prevent it. */
export function unlessApart(): string | false {
  const { status } = spawnSync('unshare', [...NAMESPACE, 'sh', '-c', PROBE]);
  return status !== 0 && 'needs root, who may make namespaces and mount in them';
}

/** Runs a test file in a machine apart, with this one's files; throws what it wrote if it fails. */
export async function runApart(file: string): Promise<void> {
  const folder = newTempFolder('apart');
  chmodSync(folder, 0o755);
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, TMPDIR: folder };
  const args = [...NAMESPACE, process.execPath, '--test-reporter=spec', file];
  try {
    await execute('unshare', args, { env, timeout: 150_000, killSignal: 'SIGKILL' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(stdout + stderr, { cause: error });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A copy of this machine's files, in which whatever is written goes to memory. */
export interface DebianRoot {
  /** Runs a shell script as root; its standard output. */
  run(script: string, input?: string): Promise<string>;
}

/** This machine’s files, in which whatever is written goes to memory. */
export async function mountRoot(): Promise<string> {
  const folder = newTempFolder('root');
  const at = (name: string) => join(folder, name);
  await execute('mount', ['-t', 'tmpfs', 'none', folder]);
  for (const name of ['upper', 'work', 'root']) mkdirSync(at(name), { mode: 0o755 });
  const layers = `lowerdir=/,upperdir=${at('upper')},workdir=${at('work')}`;
  await execute('mount', ['-t', 'overlay', 'none', '-o', layers, at('root')]);
  mkdirSync(at('root/below'));
  await execute('mount', ['--bind', '-o', 'ro', '/', at('root/below')]);
  await execute('mount', ['-t', 'proc', 'none', at('root/proc')]);
  await execute('mount', ['--bind', '/dev', at('root/dev')]);
  return at('root');
}

/** For a separate test: Debian before `packages` were installed, with its own `addresses`. */
export async function openDebian(
  packages: readonly string[],
  addresses: readonly string[],
): Promise<DebianRoot> {
  await execute('ip', ['link', 'set', 'lo', 'up']);
  for (const one of addresses) await execute('ip', ['address', 'add', one, 'dev', 'lo']);
  const root = await mountRoot();
  for (const name of ['apt-get', 'systemctl'])
    copyFileSync(join(SHIMS, name), join(root, 'usr/local/bin', name));
  writeFileSync(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  writeFileSync(join(root, 'etc/resolv.conf'), 'nameserver 127.0.0.1\n');
  const env = { PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' };
  const run: DebianRoot['run'] = async (script, input = '') => {
    const done = execute('chroot', [root, 'sh', '-euc', script], { env, encoding: 'latin1' });
    // A script need not read it.
    done.child.stdin?.on('error', () => undefined).end(Buffer.from(input, 'latin1'));
    return (await done).stdout;
  };
  await run(`dpkg --purge --force-depends ${packages.join(' ')}`);
  return { run };
}
