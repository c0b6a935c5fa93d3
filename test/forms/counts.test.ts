import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createLog } from '../../src/platform/log/log.ts';
import { startCounted } from '../support/counted-service.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const HELLO = { message: 'Hello' };

const post = ({ request }: TestService, formId: string, body: string, type: string) =>
  request(`/f/${formId}`, { method: 'POST', headers: { 'content-type': type }, body });

const URLENCODED = 'application/x-www-form-urlencoded';

// Guarantee: A form
it('each submission counts once: delivered with tests, failed, trapped, or refused with its code', async (test) => {
  const service = await startCounted(test, { MAX_SUBMISSION_BYTES: '2000', MONTHLY_LIMIT: '4' });
  const { formId, submit, sink, readToday } = service;
  const key = { 'idempotency-key': 'one key' };
  await submit(formId, HELLO);
  await submit(formId, { ...HELLO, _test: 'true' });
  await submit(formId, HELLO, key);
  await submit(formId, HELLO, key);
  await submit(formId, { message: 'Another' }, key);
  await submit(formId, { message: '' });
  await submit(formId, { ...HELLO, _redirect: 'http://example.com/' });
  await submit(formId, { message: 'x'.repeat(3_000) });
  await submit(formId, HELLO, { 'idempotency-key': 'k'.repeat(201) });
  await post(service, formId, '{"a":', 'application/json');
  await post(service, formId, 'Hello', 'text/plain');
  const files = new FormData();
  files.set('file', new File(['x'], 'x.txt'));
  await service.request(`/f/${formId}`, { method: 'POST', body: files });
  await submit(formId, { ...HELLO, _gotcha: 'on' });
  await submit(formId, { ...HELLO, _gotcha: 'on', _redirect: 'https://example.com/' });
  sink.refuseWith({ code: 451, text: 'not now' });
  await submit(formId, HELLO);
  sink.refuseWith(undefined);
  await submit(formId, HELLO);
  await submit(formId, HELLO);
  assert.deepEqual(await readToday(), {
    delivered: 4,
    failed: 1,
    refused: {
      file_uploads_unsupported: 1,
      idempotency_key_conflict: 1,
      invalid_idempotency_key: 1,
      invalid_json: 1,
      invalid_redirect_url: 1,
      monthly_allowance_exhausted: 1,
      submission_empty: 1,
      submission_too_large: 1,
      trap: 2,
      unsupported_media_type: 1,
    },
  });
});

it('a delivery counts on the day and in the month of its receipt, however long it takes', async (test) => {
  let time = Date.UTC(2026, 10, 30, 23, 59, 59, 999);
  const service = await startCounted(test, {}, { now: () => time });
  const { formId, sink, submit, readDays } = service;
  sink.delay(100);
  const arrived = sink.taken(1);
  const underWay = submit(formId, HELLO);
  await arrived;
  time += 1;
  assert.deepEqual([(await underWay).json.used, (await submit(formId, HELLO)).json.used], [1, 1]);
  assert.deepEqual(await readDays(), [
    { date: '2026-11-30', delivered: 1, failed: 0, refused: {} },
    { date: '2026-12-01', delivered: 1, failed: 0, refused: {} },
  ]);
});

it('submissions before the inbox has confirmed, and over the rate, are refused by their codes', async (test) => {
  const at = Date.now();
  const env = { SUBMIT_RATE_PER_MINUTE: '1/1' };
  const service = await startService(test, env, { now: () => at });
  const { form_id, management_token } = (await service.create()).json;
  await service.submit(form_id, HELLO);
  await service.confirm(service.verificationToken());
  for (let times = 0; times < 3; times += 1) await service.submit(form_id, HELLO);
  const headers = { authorization: `Bearer ${management_token}` };
  const { json } = await service.request(`/v1/routes/${form_id}/counts`, { headers });
  const refused = { inbox_not_verified: 1, rate_limited: 2 };
  assert.partialDeepStrictEqual(json.days, [{ delivered: 1, failed: 0, refused }]);
});

it('a dry run counts nothing, whatever it is answered with', async (test) => {
  const service = await startCounted(test);
  const { formId, submit, readToday } = service;
  const dry = { ...HELLO, _dry_run: 'true' };
  for (const [status, fields, headers] of [
    [200, dry, {}],
    [200, { ...dry, _gotcha: 'on' }, {}],
    [400, { _dry_run: 'true' }, {}],
    [400, { ...dry, _redirect: 'http://example.com/' }, {}],
    [400, dry, { 'idempotency-key': 'k'.repeat(201) }],
  ] as const) {
    assert.equal((await submit(formId, fields, headers)).status, status);
  }
  assert.deepEqual(await readToday(), { delivered: 0, failed: 0, refused: {} });
});

it('a client that leaves before its body is complete counts nothing', async (test) => {
  const { url, formId, request, logText, readToday } = await startCounted(test);
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('message=half')),
  });
  const leave = new AbortController();
  const headers = { 'content-type': URLENCODED };
  const { signal } = leave;
  const options = { method: 'POST', body, headers, duplex: 'half', signal } as const;
  const answer = fetch(`${url}/f/${formId}`, options);
  await request('/health');
  leave.abort();
  await assert.rejects(answer);
  await until('the abort', () => logText().includes('"event":"request_aborted"'));
  assert.deepEqual(await readToday(), { delivered: 0, failed: 0, refused: {} });
});

it('counts are heard whatever the log writes, and without metrics', async (test) => {
  const log = createLog('silent');
  const { formId, submit, readToday } = await startCounted(test, {}, { log });
  await submit(formId, HELLO);
  await submit(formId, { message: '' });
  const refused = { submission_empty: 1 };
  assert.deepEqual(await readToday(), { delivered: 1, failed: 0, refused });
});
