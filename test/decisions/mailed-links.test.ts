import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  linkedToken,
  startService,
  unsubscribeToken,
  type TestService,
} from '../support/service.ts';
import type { ReceivedMail } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';

/** What mail gateways, browsers and chat previews send when they look at a link. */
const LOOKS: [name: string, headers: Record<string, string>][] = [
  ['a mail gateway', { 'user-agent': 'Mozilla/5.0 (compatible; SafeLinks)', accept: 'text/html' }],
  ['a link preview', { 'user-agent': 'Slackbot-LinkExpanding 1.0', accept: '*/*' }],
  ['a prefetch', { 'sec-purpose': 'prefetch', accept: 'text/html' }],
  ['a prerender', { 'sec-purpose': 'prefetch;prerender', accept: 'text/html' }],
  ['an old prefetch', { purpose: 'prefetch', 'x-moz': 'prefetch', 'x-purpose': 'preview' }],
  ['a scanner that asks for JSON', { accept: 'application/json' }],
  ['a scanner that pretends to post', { 'x-http-method-override': 'POST' }],
];

const JSON_TYPE = 'application/json';

/** The links of a verification mail and of a delivered mail whose button changes something. */
async function ownerLinks(service: TestService) {
  const { json } = await service.create({ email: 'refuser@example.com' });
  const refuse = linkedToken(service, 'refuse');
  const { form_id } = await service.activeRoute();
  await service.submit(form_id, { message: 'Hello' });
  const [stop, ask] = [unsubscribeToken(service), linkedToken(service, 'stop')];
  const second = (await service.create({ alias: 'Second form' })).json;
  const isNotice = ({ email }: ReceivedMail) => Boolean(email.subject?.startsWith('A new form'));
  await until('the notice of the form', () => service.sink.mails.some(isNotice));
  const approve = linkedToken(service, 'approve', service.sink.mails.find(isNotice));
  const read = async (id: string) => (await service.request(`/v1/routes/${id}`)).json;
  return {
    links: [
      { page: 'approve', token: approve },
      { page: 'refuse', token: refuse },
      { page: 'stop', token: stop },
      { page: 'stop', token: ask },
      { page: 'restart', token: stop },
    ],
    states: async () => [
      (await read(json.form_id)).status,
      (await read(form_id)).status,
      (await read(second.form_id)).message === second.message ? 'unapproved' : 'approved',
    ],
  };
}

async function newForm(service: TestService) {
  const { json } = await service.create();
  const token = service.verificationToken();
  const link = `/v1/routes/verify?token=${token}`;
  const statusOf = async () => (await service.request(`/v1/routes/${json.form_id}`)).json.status;
  return { link, token, statusOf };
}

describe('a verification link opened by machines', () => {
  it('a verification link confirms nothing by a hundred GET and HEAD requests', async (test) => {
    const service = await startService(test);
    const { link, statusOf } = await newForm(service);
    for (let round = 0; round < 100; round += 1) {
      const [name, headers] = LOOKS[round % LOOKS.length] ?? [];
      assert.equal((await service.request(link, { headers: headers ?? {} })).status, 200, name);
      await service.request(link, { method: 'HEAD', headers: headers ?? {} });
    }
    assert.equal(await statusOf(), 'pending_verification');
  });

  it('a verification link confirms nothing by a method other than POST', async (test) => {
    const service = await startService(test);
    const { link, statusOf } = await newForm(service);
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']) {
      await service.request(link, { method });
    }
    assert.equal(await statusOf(), 'pending_verification');
  });

  it('a verification token in the query of a POST confirms nothing', async (test) => {
    const service = await startService(test);
    const { link, token, statusOf } = await newForm(service);
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/json']) {
      const headers = { 'content-type': type };
      const answer = await service.request(link, { method: 'POST', headers });
      assert.equal(answer.json.error, 'verification_token_required');
    }
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ token });
    await service.request('/v1/routes/verify', { method: 'POST', headers, body });
    assert.equal(await statusOf(), 'pending_verification');
  });

  it('a verification page has no script and does not submit itself', async (test) => {
    const service = await startService(test);
    const { link } = await newForm(service);
    const { text, headers } = await service.request(link);
    assert.doesNotMatch(text, /<script|<meta[^>]*refresh|<img|<iframe|\son[a-z]+=/i);
    assert.match(text, /<form method="post"/);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal(headers.get('refresh'), null);
  });

  it('a verification link still works after a scanner has opened it', async (test) => {
    const service = await startService(test);
    const { link, token, statusOf } = await newForm(service);
    for (let round = 0; round < 10; round += 1) await service.request(link);
    assert.equal((await service.confirm(token)).status, 200);
    assert.equal(await statusOf(), 'active');
  });
});

describe('the links of an owner', () => {
  it('owner links do nothing on GET, HEAD or any method but POST', async (test) => {
    const service = await startService(test);
    const { links, states } = await ownerLinks(service);
    for (const { page, token } of links) {
      const link = `/v1/routes/${page}?token=${token}`;
      for (const [name, headers] of LOOKS) {
        assert.equal((await service.request(link, { headers })).status, 200, name);
        await service.request(link, { method: 'HEAD', headers });
      }
      for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']) {
        await service.request(link, { method });
      }
    }
    assert.deepEqual(await states(), ['pending_verification', 'active', 'unapproved']);
  });

  it('owner links do nothing on a POST without our form or the RFC 8058 body', async (test) => {
    const service = await startService(test);
    const { links, states } = await ownerLinks(service);
    for (const { page, token } of links) {
      const link = `/v1/routes/${page}?token=${token}`;
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', JSON_TYPE]) {
        const headers = { 'content-type': type };
        const answer = await service.request(link, { method: 'POST', headers });
        assert.equal(answer.json.error, 'verification_token_required');
      }
      const headers = { 'content-type': JSON_TYPE };
      const body = JSON.stringify({ token, 'List-Unsubscribe': 'One-Click' });
      await service.request(link, { method: 'POST', headers, body });
    }
    assert.deepEqual(await states(), ['pending_verification', 'active', 'unapproved']);
  });
});
