import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { startMeteredService } from '../support/metered-service.ts';
import { until } from '../support/until.ts';
import {
  startWebhookReceiver,
  REACHES_RECEIVER,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';

const PAUSES = 'letterslot_webhook_pauses_total';

/** A service and receivers at two hosts; the first one never answers. */
async function start(test: TestContext, mode: 'webhook' | 'both') {
  const [silent, healthy] = [await startWebhookReceiver(), await startWebhookReceiver()];
  const service = await startMeteredService(
    test,
    { MONTHLY_LIMIT: '0' },
    { receivers: REACHES_RECEIVER },
  );
  // Closed after the service, whose calls it would wait for.
  test.after(() => Promise.all([silent.close(), healthy.close()]));
  const held: ServerResponse[] = [];
  let forms = 0;
  silent.answerWith((response) => void held.push(response));
  const openForm = async (
    { url }: WebhookReceiver,
    host = 'hooks.example.com',
    // An inbox gets only a few verification mails.
    owner = (forms += 1),
  ) => {
    const webhook = { url: url.replace('hooks.example.com', host) };
    const email = `owner-${owner}@example.com`;
    const { form_id: formId } = await service.activeRoute({ email, delivery: { mode, webhook } });
    return (count: number) =>
      Promise.all(Array.from({ length: count }, () => service.submit(formId, { message: 'm' })));
  };
  return {
    service,
    silent,
    healthy,
    held,
    toSilent: (owner?: number) => openForm(silent, undefined, owner),
    toHealthy: () => openForm(healthy, 'other.example.com'),
  };
}

/** How many answers report this of the webhook. */
const reported = (answers: { json: { delivery: { webhook: string } } }[], what: string) =>
  answers.filter(({ json }) => json.delivery.webhook === what).length;

describe('mode both, with a receiver that never answers', { concurrency: true }, () => {
  it("mode both drops what exceeds a silent receiver's queue, and calls other receivers", async (test) => {
    const { silent, healthy, toSilent, toHealthy } = await start(test, 'both');
    const [flood, others] = [await toSilent(), await toHealthy()];
    const answers = await flood(60);
    assert.deepEqual([reported(answers, 'queued'), reported(answers, 'dropped')], [32, 28]);
    assert.equal(reported(await others(20), 'queued'), 20);
    await until('the calls to the other receiver', () => healthy.calls.length === 20);
    assert.ok(silent.calls.length <= 4, `${silent.calls.length} calls hang at once`);
  });

  // Guarantee: The process
  it('all forms of an owner share one bound of webhook calls, and others call the same domain', async (test) => {
    const { silent, healthy, toSilent, toHealthy } = await start(test, 'both');
    const [others, ...floods] = [
      await toHealthy(),
      await toSilent(0),
      await toSilent(0),
      await toSilent(0),
    ];
    let queued = 0;
    for (const flood of floods) queued += reported(await flood(32), 'queued');
    assert.equal(queued, 32);
    assert.equal(reported(await others(20), 'queued'), 20);
    await until('the calls to the other receiver', () => healthy.calls.length === 20);
    assert.ok(silent.calls.length <= 4, `${silent.calls.length} calls hang at once`);
  });
});

describe('mode webhook, with a receiver that never answers', () => {
  it('mode webhook lets a few visitors wait for a silent receiver and refuses others at once', async (test) => {
    const { service, silent, healthy, held, toSilent, toHealthy } = await start(test, 'webhook');
    const [flood, others] = [await toSilent(), await toHealthy()];
    const waiting = flood(32);
    await until('the calls that hang', () => held.length === 32);
    const began = performance.now();
    for (const { status, json } of await flood(60)) {
      assert.deepEqual(
        [status, json.error, json.retryable],
        [502, 'webhook_delivery_failed', true],
      );
      assert.equal(json.retry_after_seconds, 5);
    }
    assert.ok((await others(20)).every(({ status }) => status === 200));
    assert.ok(performance.now() - began < 8_000, 'nobody waited for the one that hangs');
    assert.deepEqual([silent.calls.length, healthy.calls.length], [32, 20]);
    for (const response of held) response.writeHead(204).end();
    assert.ok((await waiting).every(({ status }) => status === 200));
    const deliveries = (await service.metrics()).byLabel('letterslot_deliveries_total');
    assert.deepEqual(deliveries, { 'webhook delivered': 52, 'webhook overloaded': 60 });
    silent.answerWith((response) => response.writeHead(204).end());
    assert.ok(
      (await flood(32)).every(({ status }) => status === 200),
      'its part is free again',
    );
  });
});

describe('receivers that fail every time', { concurrency: 2 }, () => {
  const FAILURES: [name: string, answer: (response: ServerResponse) => void][] = [
    ['answers 503', (response) => response.writeHead(503).end()],
    ['hangs up', (response) => void response.socket?.destroy()],
  ];
  for (const [name, answer] of FAILURES)
    it(`a receiver that ${name} is not called for a while, and the log says which form`, async (test) => {
      const { service, silent, toSilent } = await start(test, 'webhook');
      silent.answerWith(answer);
      const submit = await toSilent();
      assert.ok((await submit(5)).every(({ status }) => status === 502));
      const { length } = silent.calls;
      for (const { status, json } of await submit(10)) {
        assert.deepEqual([status, json.retryable], [502, true]);
        assert.match(json.message, /not delivered and nothing was counted/);
        assert.ok([29, 30].includes(json.retry_after_seconds), 'the rest of the pause');
      }
      assert.equal(silent.calls.length, length);
      assert.match(service.logText(), /"event":"webhooks_paused","formId":"cfm_\w+","seconds":30}/);
      assert.doesNotMatch(service.logText(), /hooks\.example/);
      assert.deepEqual((await service.metrics()).byLabel(PAUSES), { begun: 1 });
    });

  it('a failing receiver is reported as dropped in mode both, and pauses no other form', async (test) => {
    const { silent, toSilent } = await start(test, 'both');
    silent.answerWith((response) => response.writeHead(400).end());
    const [failing, other] = [await toSilent(), await toSilent()];
    assert.equal(reported(await failing(5), 'queued'), 5);
    await until('the calls', () => silent.calls.length === 5);
    assert.equal(reported(await failing(1), 'queued'), 1, 'a refusal is an answer');
    silent.answerWith((response) => response.writeHead(500).end());
    await failing(5);
    await until('the pause', async () => reported(await failing(1), 'dropped') === 1);
    assert.equal(reported(await other(1), 'queued'), 1);
  });

  it('a receiver that cannot be reached pauses every form of its host', async (test) => {
    const { silent, service, toSilent } = await start(test, 'webhook');
    const [failing, other] = [await toSilent(), await toSilent()];
    await silent.close();
    assert.ok((await failing(5)).every(({ status }) => status === 502));
    assert.doesNotMatch(service.logText(), /receiver down/);
    assert.equal((await other(1))[0]?.status, 502);
    assert.match(service.logText(), /"kind":"overloaded","reason":"receiver down"/);
    assert.deepEqual((await service.metrics()).byLabel(PAUSES), { begun: 1 });
  });
});
