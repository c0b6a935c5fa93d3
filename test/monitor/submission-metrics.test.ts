import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Exposition } from '../support/exposition.ts';
import { startMeteredService, type MeteredService } from '../support/metered-service.ts';

const SUBMISSIONS = 'letterslot_submissions_total';
const DELIVERIES = 'letterslot_deliveries_total';

/** Waits for what happens after an answer. */
async function untilMetrics(
  { metrics }: MeteredService,
  condition: (exposition: Exposition) => boolean,
): Promise<Exposition> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const exposition = await metrics();
    if (condition(exposition)) return exposition;
    await wait(20);
  }
  throw new Error('the metrics never came to it');
}

it('metrics count each submission once, under its outcome', async (test) => {
  const service = await startMeteredService(test, {
    MONTHLY_LIMIT: '3',
    MAX_SUBMISSION_BYTES: '1024',
  });
  const { form_id: form } = await service.activeRoute();
  const { json: pending } = await service.create({ email: 'new@example.com' });
  const message = 'hello';
  await service.submit(form, { message });
  await service.submit(form, { message, _test: 'yes' });
  await service.submit(form, { message, _gotcha: 'x' });
  await service.submit(form, { message: ' ' });
  await service.submit(form, { message, _redirect: 'http://example.com' });
  await service.submit('cfm_AAAAAAAAAAAAAAAA', { message });
  await service.submit('nothing', { message });
  await service.submit(form, { message }, { 'content-type': 'text/plain' });
  await service.submit(form, { message: 'x'.repeat(2_000) });
  await service.submit(pending.form_id, { message });
  service.sink.refuseWith({ code: 451, text: 'later' });
  await service.submit(form, { message });
  service.sink.refuseWith(undefined);
  service.sink.vanishAfterData(true);
  await service.submit(form, { message });
  service.sink.vanishAfterData(false);
  await service.submit(form, { message });
  const last = await service.submit(form, { message });
  assert.equal(last.json.error, 'monthly_allowance_exhausted');

  const metrics = await service.metrics();
  assert.deepEqual(metrics.byLabel(SUBMISSIONS), {
    delivered: 3,
    trapped: 1,
    submission_empty: 1,
    invalid_redirect_url: 1,
    route_not_found: 2,
    unsupported_media_type: 1,
    submission_too_large: 1,
    inbox_not_verified: 1,
    delivery_failed: 2,
    monthly_allowance_exhausted: 1,
  });
  assert.deepEqual(metrics.byLabel(DELIVERIES), {
    'email delivered': 3,
    'email refused': 1,
    'email doubtful': 1,
  });
  assert.equal(
    metrics.value('letterslot_delivery_duration_seconds_count', { channel: 'email' }),
    5,
  );
  assert.deepEqual(metrics.byLabel('letterslot_verification_mails_total'), { accepted: 2 });
  const refused = { operation: 'submitForm', code: 'monthly_allowance_exhausted' };
  assert.equal(metrics.value('letterslot_requests_refused_total', refused), 1);
  const requests = (status: string) =>
    metrics.value('letterslot_requests_total', { operation: 'submitForm', status });
  assert.deepEqual([requests('200'), requests('503'), requests('404')], [4, 2, 2]);
  assert.deepEqual(metrics.byLabel('letterslot_faults_total'), {});
});

it('metrics count submissions refused by the rate limit', async (test) => {
  const env = { SUBMIT_RATE_PER_MINUTE: '2/0' };
  const service = await startMeteredService(test, env, { now: () => 1_800_000_000_000 });
  const { form_id } = await service.activeRoute();
  for (let count = 0; count < 5; count += 1) await service.submit(form_id, { message: 'm' });
  const metrics = await service.metrics();
  assert.deepEqual(metrics.byLabel(SUBMISSIONS), { delivered: 2, rate_limited: 3 });
  const refused = { operation: 'submitForm', code: 'rate_limited' };
  assert.equal(metrics.value('letterslot_requests_refused_total', refused), 3);
});

it('metrics count faults of the service and failed calls of the store', async (test) => {
  let broken = false;
  const service = await startMeteredService(
    test,
    {},
    {
      wrapStore: (store) => ({
        ...store,
        routes: {
          ...store.routes,
          find: (id) => (broken ? Promise.reject(new Error('disk')) : store.routes.find(id)),
        },
      }),
    },
  );
  const { form_id } = await service.activeRoute();
  await service.submit(form_id, { message: 'm' });
  const before = await service.metrics();
  broken = true;
  assert.equal((await service.submit(form_id, { message: 'm' })).status, 500);
  const after = await service.metrics();
  assert.deepEqual(after.byLabel(SUBMISSIONS), { delivered: 1, internal_error: 1 });
  assert.deepEqual(after.byLabel('letterslot_faults_total'), { request: 1 });
  assert.deepEqual(before.byLabel('letterslot_store_failures_total'), {});
  assert.deepEqual(after.byLabel('letterslot_store_failures_total'), { 'routes.find': 1 });
  const finds = ({ value }: Exposition) =>
    value('letterslot_store_call_duration_seconds_count', { call: 'routes.find' }) ?? 0;
  assert.equal(finds(after), finds(before) + 1);
  const takes = { call: 'counters.take' };
  assert.ok(after.value('letterslot_store_call_duration_seconds_count', takes));
});

it('metrics do not count a client that goes away as a fault', async (test) => {
  const service = await startMeteredService(test);
  const { form_id } = await service.activeRoute();
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const head =
    `POST /f/${form_id} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n` +
    'Content-Type: application/x-www-form-urlencoded\r\n\r\nmessage=';
  socket.write(head, () => socket.destroy());
  const metrics = await untilMetrics(service, ({ byLabel }) => 'aborted' in byLabel(SUBMISSIONS));
  assert.deepEqual(metrics.byLabel(SUBMISSIONS), { aborted: 1 });
  assert.deepEqual(metrics.byLabel('letterslot_faults_total'), {});
});

it('metrics show the sessions to the mail server and the mails that wait', async (test) => {
  const service = await startMeteredService(test, { SMTP_CONNECTIONS: '2' });
  const { form_id } = await service.activeRoute();
  service.sink.delay(1_500);
  const submissions = [1, 2, 3, 4, 5].map(() => service.submit(form_id, { message: 'm' }));
  const waiting = 'letterslot_smtp_messages_waiting';
  const busy = { state: 'busy' };
  await untilMetrics(
    service,
    ({ value }) => value(waiting) === 3 && value('letterslot_smtp_sessions', busy) === 2,
  );
  await Promise.all(submissions);
  const after = await service.metrics();
  assert.equal(after.value(waiting), 0);
  assert.equal(after.value('letterslot_smtp_sessions', busy), 0);
  assert.equal(after.value('letterslot_smtp_sessions', { state: 'idle' }), 2);
});
