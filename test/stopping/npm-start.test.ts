import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { npmEnvironment } from '../support/npm-environment.ts';
import { setLimit, WITHOUT_LIMITS } from '../support/process-limits.ts';
import { runService } from '../support/service-process.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { toSink } from './environments.ts';
import { openForm, submit } from './visitors.ts';

/** Milliseconds until an idle service must be gone on a busy machine; a waiting one takes 25 s. */
const SOON = 20_000;

/** A process and all that it started, youngest last. */
function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [
    pid,
    ...(children ? children.split(' ').flatMap((child) => familyOf(Number(child))) : []),
  ];
}

/** A service that npm has started, with a form, in its own process group. */
async function start(test: TestContext, command: readonly [string, ...string[]]) {
  const sink = await startSmtpSink(test);
  const env = { ...npmEnvironment(), ...toSink(sink) };
  const service = runService(test, env, { command, group: true, patience: 50_000 });
  const { pid = 0 } = service.child;
  // Its output ends with the last process that writes to it.
  const gone = once(service.child, 'close') as Promise<
    [code: number | null, signal: string | null]
  >;
  test.after(async () => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Nothing of it is left.
    }
  });
  const url = await service.url();
  const form = url + (await openForm(url, sink));
  sink.delay(300);
  const visit = () => submit(form, 'a', { agent: new Agent(), json: true, pause: 0 });
  const inTime = () => Promise.race([gone, wait(SOON, 'still there', { ref: false })]);
  return { service, pid, sink, visit, inTime };
}

const NPM_START = ['npm', 'start'] as const;

describe('npm start', { concurrency: true }, () => {
  it('npm start passes SIGTERM to the service, which finishes what is under way and ends with 0', async (test) => {
    const { service, sink, visit, inTime } = await start(test, NPM_START);
    const underWay = sink.taken(1);
    const answer = visit();
    await underWay;
    service.child.kill('SIGTERM');
    assert.equal((await answer).status, 200);
    assert.deepEqual(await inTime(), [0, null]);
    assert.equal(service.events('stopped').length, 1);
  });

  it('npm start leaves no service behind when npm is killed', async (test) => {
    const { service, sink, visit, inTime } = await start(test, NPM_START);
    const underWay = sink.taken(1);
    const answer = visit();
    await underWay;
    service.child.kill('SIGKILL');
    assert.equal((await answer).status, 200);
    assert.deepEqual(await inTime(), [null, 'SIGKILL']);
    assert.deepEqual(
      service.events('stopping').map(({ signal }) => signal),
      ['parent_gone'],
    );
    assert.equal(service.events('stopped').length, 1);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`npm start treats a ${signal} to all processes, repeated by npm, as one signal`, async (test) => {
      const { service, pid, sink, visit, inTime } = await start(test, NPM_START);
      const underWay = sink.taken(1);
      const answer = visit();
      await underWay;
      process.kill(-pid, signal);
      assert.equal((await answer).status, 200);
      assert.deepEqual(await inTime(), [0, null]);
      assert.equal(service.events('stopped').length, 1);
    });

  it('npm start ends at once on a second signal', async (test) => {
    const { service, sink, visit, inTime } = await start(test, NPM_START);
    sink.delay(4_000);
    const underWay = sink.taken(1);
    const answer = visit();
    await underWay;
    service.child.kill('SIGTERM');
    await wait(1_500);
    service.child.kill('SIGTERM');
    assert.equal((await answer).status, undefined);
    assert.deepEqual(await inTime(), [1, null]);
  });

  it('npm start writes no core file on a crash', { skip: WITHOUT_LIMITS }, async (test) => {
    setLimit(process.pid, 'core', 'hard');
    const { pid } = await start(test, NPM_START);
    const limits = readFileSync(`/proc/${familyOf(pid).at(-1)}/limits`, 'utf8');
    assert.match(limits, /^Max core file size +0 +0 /m);
  });
});

describe('npx letterslot', () => {
  it('npx letterslot leaves no service behind when it is ended', async (test) => {
    const { service, inTime } = await start(test, ['npx', '--no-install', 'letterslot']);
    service.child.kill('SIGTERM');
    await inTime();
    assert.equal(service.events('stopped').length, 1);
  });
});
