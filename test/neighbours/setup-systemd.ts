// Runs in a machine apart: systemd.neighbour.ts starts it.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { startDnsZone } from '../support/dns-zone.ts';
import { tokenIn } from '../support/service.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
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
  mkdir -p opt/letterslot
  mount --bind "$1" opt/letterslot
  rm -f etc/systemd/system/multi-user.target.wants/*
  # A process below a chroot may make no user namespace, as the unit asks.
  mkdir old
  pivot_root . old
  umount --lazy old
  mount --make-rshared /
  exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin \\
    /lib/systemd/systemd --unit=multi-user.target`;

/** Boots this machine's files with systemd, and the checkout in /opt/letterslot. */
async function bootSystemd(test: TestContext) {
  const folder = await mountRoot();
  const namespace = ['--mount', '--pid', '--ipc', '--cgroup', '--fork', '--kill-child'];
  const boot = spawn('unshare', [...namespace, 'sh', '-euc', MOUNTS, folder, ROOT], {
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

it('letterslot setup --for systemd leads to a unit that delivers, and starts again', async (test) => {
  await execute('ip', ['link', 'set', 'lo', 'up']);
  const run = await bootSystemd(test);
  const sink = await startSmtpSink(test);
  const zone = await startDnsZone({
    'example.com': ['v=spf1 ip4:203.0.113.7 -all'],
    '_dmarc.example.com': ['v=DMARC1; p=none'],
  });
  test.after(zone.close);
  const url = 'http://localhost:8080';
  const letterslot = (...words: string[]) => run('/opt/letterslot/bin/letterslot', ...words);
  const options = {
    for: 'systemd',
    domain: url,
    mail: `localhost:${sink.port}`,
    from: 'Forms <forms@example.com>',
    operator: 'owner@example.com',
    dns: zone.server,
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const setup = letterslot('setup', ...words);
  const arrived = until('the first mail', () => sink.mails.length === 1);
  await Promise.race([arrived, setup.then(({ stdout }) => assert.fail(stdout))]);
  const [mail = assert.fail()] = sink.mails;
  const body = new URLSearchParams({ token: tokenIn(mail) });
  const confirmed = await fetch(`${url}/v1/routes/verify`, { method: 'POST', body });
  assert.equal(confirmed.status, 200);
  const { stdout } = await setup;
  assert.match(stdout, /^Your forms: http:\/\/localhost:8080\/inbox$/m);
  assert.deepEqual(sink.mails[1]?.recipients, ['owner@example.com']);
  const state = await run('systemctl', 'show', 'letterslot', '-p', 'ActiveState,UnitFileState');
  assert.equal(state.stdout, 'ActiveState=active\nUnitFileState=enabled\n');
  assert.match((await run('letterslot', 'routes', 'list')).stdout, /\bcfm_/);
  await run('systemctl', 'stop', 'letterslot');
  const ended = await run('systemctl', 'show', 'letterslot', '-p', 'ActiveState,Result');
  assert.equal(ended.stdout, 'Result=success\nActiveState=inactive\n');
});
