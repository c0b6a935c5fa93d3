import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { manage, owned } from '../support/manage-form.ts';
import { OWNER, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const MINUTE = 60_000;

const ask = (service: TestService, ip = '192.0.2.1') =>
  service.request('/v1/inbox/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({ email: OWNER }),
  });

const links = ({ sink }: TestService) =>
  sink.mails.filter(({ email }) => email.subject === 'Manage your forms');

/** Waits until so many requests have been decided, sent or not. */
const settled = (service: TestService, count: number) =>
  until(
    `${count} requests`,
    () => (service.logText().match(/"notice":"inbox"/g) ?? []).length >= count,
  );

it('a confirmed inbox gets five links an hour for one network, and strangers use up no day', async (test) => {
  let time = Date.now();
  const env = { TRUSTED_PROXIES: '127.0.0.1' };
  const service = await startService(test, env, { now: () => time });
  await service.activeRoute();
  const askFrom = (ip: string) => ask(service, ip);
  for (let at = 0; at < 6; at += 1) await askFrom(`192.0.2.${at}`);
  await settled(service, 6);
  assert.equal(links(service).length, 5);
  await askFrom('198.51.100.1');
  await settled(service, 7);
  assert.equal(links(service).length, 6, 'another network has its own');
  for (let at = 0; at < 20; at += 1) await askFrom(`203.0.${at}.1`);
  await settled(service, 27);
  assert.equal(links(service).length, LIMITS.inboxLinksPerHour.inbox);
  time += 70 * MINUTE;
  await askFrom('198.51.100.1');
  await settled(service, 28);
  assert.equal(links(service).length, LIMITS.inboxLinksPerHour.inbox + 1);
});

it('the owner of a stopped form gets links as before', async (test) => {
  const service = await startService(test);
  const { form_id } = await service.activeRoute();
  await manage(service, owned(service, { form_id }), 'POST', '/stop', {});
  for (let time = 0; time < 5; time += 1) await ask(service);
  await settled(service, 5);
  assert.equal(links(service).length, 5);
});
