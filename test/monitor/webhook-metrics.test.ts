import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startMeteredService } from '../support/metered-service.ts';
import { startWebhookReceiver, REACHES_RECEIVER } from '../support/webhook-receiver.ts';

const DELIVERIES = 'letterslot_deliveries_total';
const QUEUE = 'letterslot_background_webhooks';

async function start(test: TestContext, mode: 'webhook' | 'both') {
  const receiver = await startWebhookReceiver(test);
  const service = await startMeteredService(
    test,
    { MONTHLY_LIMIT: '0' },
    { receivers: REACHES_RECEIVER },
  );
  const route = await service.activeRoute({ delivery: { mode, webhook: { url: receiver.url } } });
  return { service, receiver, submit: () => service.submit(route.form_id, { message: 'm' }) };
}

it('metrics count webhook calls by outcome, and the submissions that waited for them', async (test) => {
  const { service, receiver, submit } = await start(test, 'webhook');
  await submit();
  receiver.answerWith((response) => response.writeHead(400).end());
  await submit();
  receiver.answerWith((response) => response.destroy());
  await submit();
  const metrics = await service.metrics();
  assert.deepEqual(metrics.byLabel(DELIVERIES), {
    'webhook delivered': 1,
    'webhook refused': 1,
    'webhook doubtful': 1,
  });
  assert.deepEqual(metrics.byLabel('letterslot_submissions_total'), {
    delivered: 1,
    webhook_delivery_failed: 2,
  });
});

it("metrics show queued webhooks, and count those dropped when a form's queue is full", async (test) => {
  const { service, receiver, submit } = await start(test, 'both');
  const held: ServerResponse[] = [];
  receiver.answerWith((response) => void held.push(response));
  service.sink.discard(true);
  await Promise.all(Array.from({ length: 32 }, submit));
  const { json } = await submit();
  assert.deepEqual(json.delivery, { email: 'delivered', webhook: 'dropped' });
  const full = await service.metrics();
  assert.equal(full.value(QUEUE, { state: 'running' }), 4);
  assert.equal(full.value(QUEUE, { state: 'waiting' }), 28);
  assert.deepEqual(full.byLabel(DELIVERIES), { 'email delivered': 33, 'webhook dropped': 1 });
  assert.deepEqual(full.byLabel('letterslot_submissions_total'), { delivered: 33 });
  receiver.answerWith((response) => response.writeHead(204).end());
  for (const response of held) response.writeHead(204).end();
  let left = full;
  for (let attempt = 0; attempt < 300 && left.byLabel(QUEUE)['running']; attempt += 1) {
    await wait(20);
    left = await service.metrics();
  }
  assert.deepEqual(left.byLabel(QUEUE), {});
  assert.equal(left.value(DELIVERIES, { channel: 'webhook', outcome: 'delivered' }), 32);
  assert.deepEqual(left.byLabel('letterslot_submissions_total'), { delivered: 33 });
});
