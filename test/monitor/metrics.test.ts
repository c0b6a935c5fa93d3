import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLog, withListener } from '../../src/platform/log/log.ts';
import manifest from '../../package.json' with { type: 'json' };
import { METRICS, type MetricRow } from '../../src/platform/monitor/metric-table.ts';
import { createMetrics } from '../../src/platform/monitor/metrics.ts';
import { readExposition, type Exposition } from '../support/exposition.ts';
import {
  METRICS_TOKEN,
  readMetrics,
  startMeteredService,
  withToken,
} from '../support/metered-service.ts';
import { startVerifiedService } from '../support/verified-service.ts';

const ROUTES = 'letterslot_route_events_total';

/** Samples of the service's metrics with label values that their table does not list. */
function strayLabels({ samples }: Exposition) {
  const rows = Object.entries<MetricRow>(METRICS);
  return samples.filter(({ name, labels }) => {
    const row = rows.find(([metric]) => name.startsWith(metric))?.[1];
    if (!row) return name.startsWith('letterslot_');
    if (row === METRICS.letterslot_build_info) return false;
    return Object.entries(labels).some(
      ([label, value]) => label !== 'le' && !row.labels[label]?.values.includes(value),
    );
  });
}

describe('metrics', () => {
  it('metrics count the life of a route', async (test) => {
    const service = await startMeteredService(test);
    const key = { 'idempotency-key': 'a-key-of-a-route' };
    const { json } = await service.create({}, key);
    await service.create({}, key);
    await service.confirm(service.verificationToken());
    service.sink.refuseWith({ code: 550, text: 'no' });
    await service.create({ email: 'other@example.com' });
    const authorization = `Bearer ${json.management_token}`;
    const path = `/v1/routes/${json.form_id}`;
    await service.request(path, { method: 'DELETE', headers: { authorization } });
    const metrics = await service.metrics();
    assert.deepEqual(metrics.byLabel(ROUTES), {
      created: 1,
      replayed: 1,
      confirmed: 1,
      deleted: 1,
    });
    const mails = metrics.byLabel('letterslot_verification_mails_total');
    assert.deepEqual(mails, { accepted: 1, refused: 1 });
    const status = (operation: string, code: string) =>
      metrics.value('letterslot_requests_total', { operation, status: code });
    assert.equal(status('createRoute', '202'), 1);
    assert.equal(status('createRoute', '503'), 1);
    assert.equal(status('deleteRoute', '200'), 1);
    const durations = { operation: 'createRoute' };
    assert.equal(metrics.value('letterslot_request_duration_seconds_count', durations), 3);
  });

  it('metrics count calls to the provider by its answer', async (test) => {
    const service = await startVerifiedService(test, { METRICS_TOKEN });
    const { json } = await service.create();
    service.pass(6_000);
    await service.poll(json.form_id);
    service.fake.behave('forbidden');
    service.pass(6_000);
    await service.poll(json.form_id);
    const metrics = await readMetrics(service);
    assert.deepEqual(metrics.byLabel('letterslot_provider_calls_total'), {
      'cloudflare pending': 2,
      'cloudflare credentials': 1,
    });
  });

  it('metrics hold nothing of a request: no address, alias, form id, token, path or query', async (test) => {
    const service = await startMeteredService(test);
    const canary = 'canary-8e21';
    const email = `${canary}@secret-place.example`;
    const route = await service.activeRoute({ email, alias: `Alias ${canary}` });
    await service.submit(route.form_id, { message: canary, email });
    await service.submit(route.form_id, { message: canary, _gotcha: canary });
    await service.submit(`${canary}?q=${canary}`, { message: canary });
    await service.request(`/${canary}/x?token=${canary}`);
    await service.request(`/v1/routes/${route.form_id}`, { method: 'PROPFIND' });
    await service.request(`/v1/routes/verify?token=${canary}`);
    service.sink.refuseWith({ code: 550, text: `<${email}> ${canary}` });
    await service.submit(route.form_id, { message: canary });
    const { text } = await service.request('/metrics', withToken);
    const secrets = [canary, 'secret-place', '@', 'Alias', route.form_id, 'cfm_'];
    const { management_token: token = '' } = route;
    for (const word of [...secrets, token, METRICS_TOKEN]) assert.ok(!text.includes(word), word);
    assert.deepEqual(strayLabels(readExposition(text)), []);
  });

  it('/metrics has every metric of the table, and those of the process', async (test) => {
    const SOURCE_COMMIT = 'c'.repeat(40);
    const { metrics } = await startMeteredService(test, { SOURCE_COMMIT });
    const { types, value } = await metrics();
    for (const [name, { type }] of Object.entries(METRICS))
      assert.equal(types.get(name), type, name);
    const build = { version: manifest.version, commit: SOURCE_COMMIT };
    assert.equal(value('letterslot_build_info', build), 1);
    const started = value('process_start_time_seconds') ?? 0;
    assert.ok(Math.abs(started + process.uptime() - Date.now() / 1_000) < 5);
    assert.equal(types.get('nodejs_eventloop_lag_p99_seconds'), 'gauge');
    assert.ok((value('process_resident_memory_bytes') ?? 0) > 1_000_000);
    assert.ok((value('process_cpu_seconds_total') ?? 0) > 0);
    // The embedded store has no connections to tell of.
    assert.equal(value('letterslot_store_connections', { state: 'busy' }), undefined);
  });
});

/** The metrics of a process that counted something. */
function createCounted(sessions: number) {
  const none = () => undefined;
  const metrics = createMetrics({
    letterslot_build_info: none,
    letterslot_background_webhooks: none,
    letterslot_smtp_sessions: () => ({ busy: sessions, idle: 1 }),
    letterslot_smtp_messages_waiting: () => sessions,
    letterslot_marked_smtp_sessions: none,
    letterslot_marked_smtp_messages_waiting: none,
    letterslot_store_connections: none,
    letterslot_store_calls_waiting: none,
  });
  const log = withListener(createLog('silent'), metrics.listener);
  const [requestId, formId] = ['req_1', 'cfm_AAAAAAAAAAAAAAAA'];
  log.submissionDelivered({ requestId, formId, channel: 'email', awaited: true, ms: 40 });
  return { ...metrics, log };
}

describe('metrics of the log', () => {
  it('label values outside the table count as other, so that series stay few', async () => {
    const { log, text } = createCounted(0);
    for (const operation of ['/f/1', '/f/2', '/f/3']) {
      log.requestAnswered({ requestId: 'req_1', operation, status: 200, ms: 1 });
    }
    const { value, byLabel } = readExposition(await text());
    assert.deepEqual(byLabel('letterslot_requests_total'), { 'other 200': 3 });
    const other = { operation: 'other' };
    assert.equal(value('letterslot_request_duration_seconds_count', other), 3);
  });

  it('every counter and histogram is fed by an event', () => {
    const unfed = Object.entries<MetricRow>(METRICS).filter(
      ([, { type, feeds }]) => type !== 'gauge' && feeds.length === 0,
    );
    assert.deepEqual(unfed, []);
  });

  it('durations are given in milliseconds and published in seconds', async () => {
    const { value } = readExposition(await createCounted(0).text());
    const email = { channel: 'email' };
    const buckets = 'letterslot_delivery_duration_seconds_bucket';
    assert.equal(value('letterslot_delivery_duration_seconds_sum', email), 0.04);
    assert.equal(value(buckets, { ...email, le: '0.025' }), 0);
    assert.equal(value(buckets, { ...email, le: '0.05' }), 1);
  });

  it('series of alerts start with 0', async () => {
    const { value } = readExposition(await createCounted(0).text());
    const doubtful = { channel: 'email', outcome: 'doubtful' };
    assert.equal(value('letterslot_deliveries_total', doubtful), 0);
    assert.equal(value('letterslot_faults_total', { fault: 'request' }), 0);
    assert.equal(value('letterslot_submissions_total', { outcome: 'delivery_failed' }), 0);
  });
});
