import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { startDelivered } from '../support/bounced-form.ts';
import { bounceTokenIn } from '../support/bounce-mails.ts';
import {
  basicAuth,
  mailgunFailure,
  mailgunSignature,
  postmarkBounce,
  postmarkComplaint,
  PROVIDERS,
  report,
} from '../support/bounce-providers.ts';
import { answerCopy, formWithConfirmedCopies, mailTo, questionTo } from '../support/copied-form.ts';
import { manage, owned, settingsOf } from '../support/manage-form.ts';
import { sendRaw } from '../support/raw-http.ts';
import { OWNER, startService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';

describe('Mailgun', () => {
  it('a permanent failure and a complaint with a signature of Mailgun stop the form', async (test) => {
    for (const changes of [{}, { event: 'complained' }]) {
      const { service, token, submit } = await startDelivered(test);
      const mail = service.sink.mails.at(-1);
      const variables = mail?.email.headers.find(({ key }) => key === 'x-mailgun-variables');
      assert.deepEqual(JSON.parse(variables?.value ?? ''), { letterslot: token });
      assert.equal((await report(service, 'mailgun', mailgunFailure(token, changes))).status, 200);
      assert.equal((await submit()).status, 503);
    }
  });

  it('a signature that is wrong, of another key or too old is refused', async (test) => {
    const { service, token, submit } = await startDelivered(test);
    const now = Date.now() / 1000;
    const good = mailgunSignature();
    const signatures = [
      undefined,
      {},
      { ...good, signature: good.signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
      { ...good, timestamp: String(Number(good.timestamp) - 1) },
      mailgunSignature(now, 'another-key'),
      mailgunSignature(now - 13 * 3_600),
      mailgunSignature(now + 3_600),
    ];
    for (const signature of signatures) {
      const answer = await report(service, 'mailgun', { ...mailgunFailure(token), signature });
      assert.equal(answer.json.error, 'not_found');
    }
    assert.equal((await submit()).status, 200);
  });

  it('a temporary failure, and a message that was refused for its content, stop no form', async (test) => {
    const { service, token, submit } = await startDelivered(test);
    const refusal = { code: 550, 'enhanced-code': '5.7.1', message: 'looks like spam' };
    for (const changes of [
      { severity: 'temporary' },
      { 'delivery-status': refusal },
      { 'delivery-status': { code: 550, message: 'Message content rejected' } },
      { event: 'delivered' },
    ]) {
      await report(service, 'mailgun', mailgunFailure(token, changes));
    }
    assert.equal((await submit()).status, 200);
  });
});

describe('requests that are not from a provider', () => {
  it('a client that makes many of them is refused; what a provider reports is not limited', async (test) => {
    const env = { ...PROVIDERS, TRUSTED_PROXIES: '127.0.0.1, ::1' };
    const service = await startService(test, env, standing());
    const send = async (client: string, credential: object) => {
      const headers = { ...credential, 'x-forwarded-for': client };
      const body = JSON.stringify(postmarkBounce('x'));
      return service.request('/v1/bounces/postmark', { method: 'POST', headers, body });
    };
    const statuses = async (count: number, client: string, credential: object) => {
      const seen: Record<number, number> = {};
      for (let sent = 0; sent < count; sent += 1) {
        const { status } = await send(client, credential);
        seen[status] = (seen[status] ?? 0) + 1;
      }
      return seen;
    };
    const most = LIMITS.strangeReportsPerMinute;
    assert.deepEqual(await statuses(2 * most, '192.0.2.1', basicAuth()), { 200: 2 * most });
    const strange = basicAuth('another-secret-of-more-than-32-characters');
    assert.deepEqual(await statuses(most + 9, '192.0.2.2', strange), { 404: most, 429: 9 });
    const { status, headers, json } = await send('192.0.2.2', basicAuth());
    assert.deepEqual([status, json.error], [429, 'rate_limited']);
    assert.equal(headers.get('retry-after'), String(json.retry_after_seconds));
    assert.equal((await send('192.0.2.1', basicAuth())).status, 200);
  });

  it('a report without the secret of Postmark is refused before its body is read', async (test) => {
    const service = await startService(test, PROVIDERS);
    const head = 'POST /v1/bounces/postmark HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n';
    assert.match(await sendRaw(service.url, Buffer.from(`${head}\r\n`)), /^HTTP\/1.1 404 /);
  });

  it('bodies that are no JSON, which no provider sends, count as strange reports', async (test) => {
    const service = await startService(test, PROVIDERS, standing());
    const statuses = [];
    for (let sent = 0; sent <= LIMITS.strangeReportsPerMinute; sent += 1) {
      const send = { method: 'POST', body: '{' };
      statuses.push((await service.request('/v1/bounces/mailgun', send)).status);
    }
    const last = statuses.pop();
    assert.deepEqual([...new Set(statuses), last], [400, 429]);
  });
});

it('a copy that bounced gets no more, while its form goes on, until it was asked again and agreed', async (test) => {
  const service = await startService(test, PROVIDERS);
  const [ann, jo] = ['ann@example.com', 'jo@example.com'];
  const { form_id } = await formWithConfirmedCopies(service, [ann, jo]);
  const submit = async () => (await service.submit(form_id, { message: 'Hello' })).json.delivery;
  assert.deepEqual(await submit(), { email: 'delivered', copies: 'delivered' });
  const tokenTo = (address: string) => bounceTokenIn(mailTo(service, address));
  const old = tokenTo(ann);
  assert.equal(new Set([old, tokenTo(jo), tokenTo(OWNER)]).size, 3);
  const reportTo = (token: string, body = postmarkBounce(token)) =>
    report(service, 'postmark', { ...body, Email: '' }, basicAuth());
  await reportTo(old);
  await reportTo(tokenTo(jo), postmarkComplaint(tokenTo(jo)));
  const form = owned(service, { form_id });
  const statuses = async () => {
    const { health, copies } = await settingsOf(service, form);
    assert.equal(health, undefined);
    return copies.map(({ status }: { status: string }) => status);
  };
  assert.deepEqual(await statuses(), ['bounced', 'stopped']);
  assert.deepEqual(await submit(), { email: 'delivered' });
  await manage(service, form, 'POST', '/copies', { email: ann });
  assert.deepEqual(await statuses(), ['asked', 'stopped']);
  await reportTo(old);
  assert.equal((await answerCopy(service, questionTo(service, ann))).status, 200);
  assert.deepEqual(await submit(), { email: 'delivered', copies: 'delivered' });
});
