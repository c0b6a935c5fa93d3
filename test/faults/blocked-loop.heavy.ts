import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { describe, it } from 'node:test';
import { toSink } from '../stopping/environments.ts';
import { openForm, submit } from '../stopping/visitors.ts';
import { accepts } from '../support/own-port.ts';
import { runService } from '../support/service-process.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { prepareProcess } from './faulty-process.ts';

/** Milliseconds: longer than a drain, and than a mail may take. */
const BEYOND_DRAIN = 7_000;
const BEYOND_MAIL = 27_000;

const BEGUN = 'the loop stands still';
const OVER = 'the loop goes on';

/** Arguments for Node with which SIGUSR2 blocks the event loop for this long. */
function blockOnSignal(milliseconds: number): string[] {
  const code = `
    const { writeSync } = await import('node:fs');
    process.on('SIGUSR2', () => {
      writeSync(2, '${BEGUN}\\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds});
      writeSync(2, '${OVER}\\n');
    });`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

const DOUBT = 'may not have been delivered';

describe('a blocked event loop', { concurrency: true }, () => {
  it('a loop blocked for longer than a mail may take reports no sent mail as undelivered', async (test) => {
    const nodeArguments = blockOnSignal(BEYOND_MAIL);
    const faulty = await prepareProcess(test, { nodeArguments });
    const service = await faulty.start();
    const formId = await faulty.openForm();
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    faulty.smtp.script = {
      message: (socket) => void released.then(() => socket.write('250 taken\r\n')),
    };
    const received = faulty.smtp.received(faulty.smtp.messages.length + 5);
    const under = [0, 1, 2, 3, 4].map((at) => faulty.submit(formId, `under way ${at}`));
    await received;
    service.child.kill('SIGUSR2');
    await service.until(new RegExp(BEGUN));
    release();
    const later = [0, 1, 2, 3, 4].map((at) => faulty.submit(formId, `meanwhile ${at}`));
    for (const { status, body } of await Promise.all(under))
      assert.ok(status === 200 || (status === 503 && body.message?.includes(DOUBT)), body.message);
    for (const { status } of await Promise.all(later)) assert.equal(status, 200);
    for (const at of [0, 1, 2, 3, 4]) {
      assert.equal(faulty.arrivals(`under way ${at}`), 1);
      assert.equal(faulty.arrivals(`meanwhile ${at}`), 1);
    }
    assert.deepEqual(service.events('crashed'), []);
  });

  it('a loop blocked during a stop still answers what came on a kept connection', async (test) => {
    const sink = await startSmtpSink(test);
    const settings = { ...toSink(sink), TRUSTED_PROXIES: '127.0.0.1', DRAIN_SECONDS: '5' };
    const nodeArguments = blockOnSignal(BEYOND_DRAIN);
    const service = runService(test, settings, { patience: 100_000, nodeArguments });
    const url = (await service.url()).replace('localhost', '127.0.0.1');
    const form = url + (await openForm(url, sink));
    const kept = { agent: new Agent({ keepAlive: true, maxSockets: 1 }), json: true, pause: 0 };
    test.after(() => kept.agent.destroy());
    assert.equal((await submit(form, 'before', kept)).status, 200);
    service.child.kill('SIGTERM');
    await until(
      'the end of its listening',
      async () => !(await accepts(Number(new URL(url).port))),
    );
    service.child.kill('SIGUSR2');
    await service.until(new RegExp(BEGUN));
    const { status, fault } = await submit(form, 'meanwhile', kept);
    assert.deepEqual([status, fault], [200, undefined], service.output());
    assert.equal(await service.exited, 0);
  });
});
