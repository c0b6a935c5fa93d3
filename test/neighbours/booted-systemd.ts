import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { until } from '../support/until.ts';
import { mountRoot } from './debian-root.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const execute = promisify(execFile);

/** What systemd wants mounted before it starts; its hierarchy is on a cgroup2 or version 1 host. */
const MOUNTS = `cd "$0"
  mount -t sysfs none sys
  mount -t tmpfs none sys/fs/cgroup
  if [ "$(stat --file-system --format %T /sys/fs/cgroup)" = cgroup2fs ]; then
    mount -t cgroup2 none sys/fs/cgroup
  else
    mkdir sys/fs/cgroup/unified sys/fs/cgroup/systemd
    mount -t cgroup2 none sys/fs/cgroup/unified
    mount -t cgroup -o none,name=systemd none sys/fs/cgroup/systemd
  fi
  mount -t proc none proc
  umount dev
  mount -t tmpfs none dev
  for device in null zero full random urandom tty; do
    touch dev/$device
    mount --bind /dev/$device dev/$device
  done
  mkdir dev/pts dev/shm dev/mqueue
  mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 none dev/pts
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  mount -t tmpfs none dev/shm
  mount -t tmpfs none run
  mount -t tmpfs none tmp
  mkdir -p ".$2"
  mount --bind "$1" ".$2"
  rm -f etc/systemd/system/multi-user.target.wants/*
  # A process below a chroot may make no user namespace, as the unit asks.
  mkdir old
  pivot_root . old
  umount --lazy old
  mount --make-rshared /
  exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin \\
    /lib/systemd/systemd --unit=multi-user.target`;

/** Boots this machine's files with systemd, and the checkout in a folder; in a machine apart. */
export async function bootSystemd(test: TestContext, checkout: string) {
  await execute('ip', ['link', 'set', 'lo', 'up']);
  const folder = await mountRoot();
  const namespace = ['--mount', '--pid', '--ipc', '--cgroup', '--fork', '--kill-child'];
  const boot = spawn('unshare', [...namespace, 'sh', '-euc', MOUNTS, folder, ROOT, checkout], {
    stdio: 'ignore',
  });
  test.after(() => void boot.kill('SIGKILL'));
  // That of this process's own namespace.
  await execute('mount', ['-t', 'proc', 'none', '/proc']);
  const child = () => readFileSync(`/proc/${boot.pid}/task/${boot.pid}/children`, 'utf8').trim();
  await until('the first process', () => child() !== '');
  const target = ['--target', child(), '--all', '--wd'];
  const run = (...command: string[]) =>
    execute('nsenter', [...target, ...command], { timeout: 120_000 });
  await until('systemd', () =>
    run('systemctl', 'is-active', 'multi-user.target').then(
      () => true,
      () => false,
    ),
  );
  return run;
}
