import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { sendRaw } from '../support/raw-http.ts';
import { OWNER, startService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';

const TOKEN = `lsm_${'a'.repeat(43)}`;

/** A request whose body never comes. */
const withoutBody = (method: string, path: string, bearer = TOKEN) =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${bearer}\r\n` +
  'Content-Type: application/json\r\nContent-Length: 6000\r\n\r\n';

const allOf = (count: number, status: number) => Array<number>(count).fill(status);

async function statusesOf(count: number, call: () => Promise<{ status: number }>) {
  const statuses: number[] = [];
  for (let time = 0; time < count; time += 1) statuses.push((await call()).status);
  return statuses;
}

it('writes with one credential are limited for each form, and strangers use up none of them', async (test) => {
  const service = await startService(test, {}, standing());
  const form = await service.activeRoute();
  const other = await service.activeRoute({ alias: 'Another form' });
  const { writesPerMinute: most } = LIMITS;
  const stranger = { form_id: form.form_id, management_token: TOKEN };
  assert.deepEqual(await statusesOf(most + 1, () => service.putSettings(stranger, {})), [
    ...allOf(most, 403),
    429,
  ]);
  assert.deepEqual(await statusesOf(most, () => service.putSettings(form, {})), allOf(most, 200));
  const { status, json, headers } = await service.putSettings(form, {});
  assert.deepEqual([status, json.error], [429, 'rate_limited']);
  assert.equal(headers.get('retry-after'), String(json.retry_after_seconds));
  assert.equal((await service.putSettings(other, {})).status, 200);
  const owner = sessionOf(service, OWNER);
  assert.equal((await service.putSettings({ ...form, management_token: owner }, {})).status, 200);
});

it('calls with one session of an inbox are limited', async (test) => {
  const service = await startService(test, {}, standing());
  await service.activeRoute();
  const [one, other] = [LIMITS, LIMITS].map((_, at) =>
    sessionOf(service, OWNER, Date.now() + 60_000 + at),
  );
  const list = (bearer?: string) => callWith(service, 'GET', '/v1/inbox/routes', { bearer });
  const { inboxCallsPerMinute: most } = LIMITS;
  assert.deepEqual(await statusesOf(most + 1, () => list(one)), [...allOf(most, 200), 429]);
  assert.equal((await list(other)).status, 200);
});

it('a client over its rate is refused before its body is read', async (test) => {
  const env = { CREATE_RATE_PER_MINUTE: '1', CLIENT_RATE_PER_MINUTE: '2' };
  const service = await startService(test, env, standing());
  const form = (await service.create()).json;
  assert.equal((await service.putSettings(form, {})).status, 200);
  await service.request(`/v1/routes/${form.form_id}`);
  const put = withoutBody('PUT', `/v1/routes/${form.form_id}/settings`, form.management_token);
  for (const head of [withoutBody('POST', '/v1/routes'), put]) {
    assert.match(await sendRaw(service.url, head, 5_000), /^HTTP\/1\.1 429 /, head);
  }
  assert.equal((await service.request('/health')).status, 200);
});

it('creations that are refused are limited too, and leave others their own', async (test) => {
  const env = { CREATE_RATE_PER_MINUTE: '1', TRUSTED_PROXIES: '127.0.0.1' };
  const service = await startService(test, env, standing());
  const ann = { 'x-forwarded-for': '192.0.2.1' };
  const most = LIMITS.triesPerCreation;
  const faulty = () => service.create({ alias: '' }, ann);
  assert.deepEqual(await statusesOf(most + 1, faulty), [...allOf(most, 400), 429]);
  assert.equal((await service.create({}, ann)).status, 429);
  assert.equal((await service.create()).status, 202);
});

it('a fault does not use up a creation', async (test) => {
  const service = await startService(test, { CREATE_RATE_PER_MINUTE: '1' }, standing());
  assert.equal((await service.create({ alias: '' })).status, 400);
  assert.deepEqual(await statusesOf(2, () => service.create()), [202, 429]);
});

it('without rates of creations clients have none', async (test) => {
  const service = await startService(test, { CLIENT_RATE_PER_MINUTE: '1' }, standing());
  const { form_id } = (await service.create()).json;
  const poll = () => service.request(`/v1/routes/${form_id}`);
  assert.deepEqual(await statusesOf(9, poll), allOf(9, 200));
});
