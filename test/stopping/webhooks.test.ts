import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { REACH_RECEIVER, RESOLVE_HOOKS } from '../support/reach-receiver.ts';
import { runService } from '../support/service-process.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';
import { toSink } from './environments.ts';
import { openForm, submit } from './visitors.ts';

const SUBMISSIONS = 30;

/** Submits to a form of mode `both`, stops as soon as all are answered, and returns the traces. */
async function stopWithQueue(test: TestContext, answerAfter: number | undefined) {
  const sink = await startSmtpSink(test);
  const receiver = await startWebhookReceiver(test);
  receiver.answerWith((response) => {
    if (answerAfter !== undefined) setTimeout(() => response.writeHead(204).end(), answerAfter);
  });
  const env = { ...toSink(sink), ...REACH_RECEIVER };
  const service = runService(test, env, {
    patience: 50_000,
    nodeArguments: RESOLVE_HOOKS,
  });
  const url = await service.url();
  const delivery = { mode: 'both', webhook: { url: receiver.url } };
  const form = url + (await openForm(url, sink, { delivery }));
  const manner = { agent: new Agent(), json: true, pause: 0 };
  const ids = Array.from({ length: SUBMISSIONS }, (_, count) => String(count));
  const outcomes = await Promise.all(ids.map((id) => submit(form, id, manner)));
  service.child.kill('SIGTERM');
  assert.equal(await service.exited, 0, service.output());
  for (const { status, body } of outcomes) {
    assert.equal(status, 200);
    const { delivery: report } = JSON.parse(body) as { delivery: object };
    assert.deepEqual(report, { email: 'delivered', webhook: 'queued' });
  }
  const dropped = service.events('delivery_dropped').map(({ count }) => Number(count));
  return {
    called: receiver.calls.map(({ headers }) => headers['webhook-id']),
    dropped: dropped.reduce((sum, count) => sum + count, 0),
    failed: service.events('delivery_failed').length,
  };
}

describe('queued webhooks at a stop', { concurrency: true }, () => {
  it('queued webhooks are all delivered once before a stop ends', async (test) => {
    const { called, dropped, failed } = await stopWithQueue(test, 300);
    assert.equal(called.length, SUBMISSIONS);
    assert.equal(new Set(called).size, SUBMISSIONS);
    assert.deepEqual([dropped, failed], [0, 0]);
  });

  it('queued webhooks for a silent receiver are logged at a stop', async (test) => {
    const { dropped, failed } = await stopWithQueue(test, undefined);
    assert.equal(dropped + failed, SUBMISSIONS);
  });
});
