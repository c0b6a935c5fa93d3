import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { setLimit, WITHOUT_LIMITS } from '../support/process-limits.ts';
import { prepareProcess, type FaultyProcess } from './faulty-process.ts';

async function start(test: TestContext): Promise<FaultyProcess & { formId: string }> {
  const faulty = await prepareProcess(test);
  await faulty.start();
  return { ...faulty, formId: await faulty.openForm() };
}

const times = <T>(count: number, run: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => run(index));

/** Clients that connect and say nothing, more than the service has descriptors for. */
async function crowd(test: TestContext, url: string, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets = times(count, () => connect(Number(port), hostname));
  test.after(() => sockets.forEach((socket) => socket.destroy()));
  await Promise.all(
    sockets.map((socket) => {
      socket.on('error', () => undefined);
      return Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    }),
  );
  return sockets;
}

describe('processes without file descriptors', { skip: WITHOUT_LIMITS }, () => {
  // Guarantee: The process
  it('a process out of file descriptors goes on, loses and doubles nothing, and recovers', async (test) => {
    const faulty = await start(test);
    const { formId, submit, ask, service, arrivals } = faulty;
    const { pid } = service().child;
    setLimit(pid, 'nofile', readdirSync(`/proc/${pid}/fd`).length + 20);
    const sockets = await crowd(test, await service().url(), 300);
    const answers = await Promise.all(times(50, (number) => submit(formId, `canary-${number}-`)));
    for (const [number, { status }] of answers.entries()) {
      assert.ok([0, 200, 503].includes(status), `${status}`);
      assert.equal(arrivals(`canary-${number}-`), status === 200 ? 1 : 0);
    }
    assert.ok(
      answers.some(({ status }) => status !== 200),
      'there were descriptors left',
    );
    for (const socket of sockets) socket.destroy();
    while ((await ask('GET', '/health')).status !== 200) await wait(50);
    const accepted = answers.filter(({ status }) => status === 200).length;
    const { status, body } = await submit(formId, 'afterwards');
    assert.deepEqual([status, body.used], [200, accepted + 1]);
    assert.deepEqual(service().events('crashed'), []);
  });
});

describe('processes that are suspended', () => {
  /** Milliseconds for which the process is suspended. */
  const STILL = 3_000;

  it('a suspended process continues and answers all that came meanwhile, once', async (test) => {
    const { formId, submit, service, arrivals, ask } = await start(test);
    const { child } = service();
    const before = times(20, (number) => submit(formId, `canary-${number}-`));
    child.kill('SIGSTOP');
    const meanwhile = times(20, (number) => submit(formId, `canary-${number + 20}-`));
    await wait(STILL);
    child.kill('SIGCONT');
    const answers = await Promise.all([...before, ...meanwhile]);
    for (const [number, { status }] of answers.entries()) {
      assert.equal(status, 200);
      assert.equal(arrivals(`canary-${number}-`), 1);
    }
    assert.equal((await ask('GET', '/health')).status, 200);
    assert.equal((await submit(formId, 'afterwards')).body.used, answers.length + 1);
  });
});
