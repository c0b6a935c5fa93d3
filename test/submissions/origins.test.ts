import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { sessionOf } from '../support/inbox-session.ts';
import { OWNER, startService, type Answer, type TestService } from '../support/service.ts';
import { connectMcp } from '../mcp/mcp-client.ts';

const SITE = 'https://example.com';
const EVIL = 'https://example.com.evil.com';
const PUBLIC_URL = 'https://forms.example.net/base';
const JSON_ONLY = { accept: 'application/json' };

const corsOf = ({ headers }: Answer) => headers.get('access-control-allow-origin');

describe('a form with origins', () => {
  let service: TestService;
  let form: RouteResource;
  let open: RouteResource;
  let marks = 0;

  before(async () => {
    service = await startService(undefined, { PUBLIC_URL });
    form = await service.activeRoute({
      settings: { origins: [SITE, 'https://*.example.org', 'http://localhost:3000'] },
    });
    open = await service.activeRoute({ email: 'other@example.com', settings: { origins: [] } });
  });
  after(() => service?.close());

  const send = (headers: Record<string, string>, fields: Record<string, string> = {}, to = form) =>
    service.submit(to.form_id, { message: `hello ${(marks += 1)}`, ...fields }, headers);

  /** The code of the answer, or how many mails it led to. */
  async function outcome(headers: Record<string, string>, fields: Record<string, string> = {}) {
    service.sink.mails.length = 0;
    const { status, json } = await send({ ...JSON_ONLY, ...headers }, fields);
    return status === 200 || status === 303 ? service.sink.mails.length : json.error;
  }

  it('a form with origins delivers what comes from them', async () => {
    for (const origin of [SITE, 'https://a.b.example.org', 'http://localhost:3000']) {
      assert.equal(await outcome({ origin }), 1, origin);
    }
    assert.equal(await outcome({ referer: `${SITE}/contact?x=1` }), 1);
  });

  // Guarantee: Spam and limits
  it('a form with origins refuses every other Origin and Referer, and requests without one', async () => {
    const refused: Record<string, string>[] = [
      {},
      { origin: EVIL },
      { origin: 'null' },
      { origin: 'null', referer: `${SITE}/` },
      { origin: EVIL, referer: `${SITE}/` },
      { referer: `${EVIL}/` },
      { origin: 'http://example.com' },
      { origin: 'http://localhost:3001' },
      { origin: 'https://example.org' },
      { origin: 'https://forms.example.net' },
    ];
    for (const headers of refused) {
      assert.equal(await outcome(headers), 'origin_not_allowed', JSON.stringify(headers));
      const rehearsed = await outcome(headers, { _dry_run: 'true' });
      assert.equal(rehearsed, 'origin_not_allowed', JSON.stringify(headers));
    }
  });

  it('the answer of a form with origins can be read by the page that sent it, a refusal too', async () => {
    for (const [origin, status] of [
      [SITE, 200],
      [EVIL, 403],
    ] as const) {
      const answer = await send({ origin, ...JSON_ONLY });
      assert.deepEqual([answer.status, corsOf(answer)], [status, origin]);
      assert.match(answer.headers.get('vary') ?? '', /^Accept, Accept-Language, Origin$/);
    }
    const trapped = await send({ origin: EVIL, ...JSON_ONLY }, { _gotcha: 'x' });
    assert.deepEqual([trapped.status, corsOf(trapped)], [200, EVIL]);
  });

  it('a form without origins takes submissions of any site, and answers as ever', async () => {
    for (const headers of [{}, { origin: EVIL }, { origin: 'null' }] as { origin?: string }[]) {
      const answer = await send({ ...JSON_ONLY, ...headers }, {}, open);
      assert.deepEqual([answer.status, corsOf(answer)], [200, headers.origin ?? '*']);
    }
  });

  it('a preflight says the same for every form and site', async () => {
    const asked = { method: 'OPTIONS', headers: { origin: EVIL } };
    const [one, other] = await Promise.all(
      [form.form_id, open.form_id].map((id) => service.request(`/f/${id}`, asked)),
    );
    assert.deepEqual([one?.status, one && corsOf(one)], [204, EVIL]);
    assert.equal(other && corsOf(other), EVIL);
  });

  it('tests by pages of this service, and by its owner, reach a form with origins', async () => {
    const { form_id, management_token } = form;
    const tested = { _test: 'true' };
    for (const bearer of [management_token, sessionOf(service, OWNER)]) {
      const own = { origin: 'https://forms.example.net', authorization: `Bearer ${bearer}` };
      assert.equal(await outcome(own, tested), 1);
      assert.equal(await outcome(own, { ...tested, _dry_run: 'true' }), 0);
      assert.equal(await outcome(own), 'origin_not_allowed', 'no test');
    }
    const strangers: Record<string, string>[] = [
      { origin: 'https://forms.example.net' },
      { origin: EVIL },
      { authorization: `Bearer ${open.management_token}` },
      { authorization: `Bearer ${sessionOf(service, 'other@example.com')}` },
    ];
    for (const headers of strangers) {
      assert.equal(await outcome(headers, tested), 'origin_not_allowed', JSON.stringify(headers));
    }
    const { json } = await service.request(`/v1/routes/${form_id}/test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${management_token}` },
    });
    assert.deepEqual(json.delivery, { email: 'delivered' });
  });

  it('a trap stays a trap, and a fault of the submission comes before its origin', async () => {
    assert.equal(await outcome({ origin: EVIL }, { _gotcha: 'x' }), 0);
    assert.equal(await outcome({ origin: EVIL }, { message: ' ' }), 'submission_empty');
    assert.equal(await outcome({ origin: EVIL }, { _redirect: '/a' }), 'invalid_redirect_url');
  });

  it('a visitor on another website reads a page that says what is wrong', async () => {
    const { status, text } = await send({ origin: EVIL, accept: 'text/html' });
    assert.equal(status, 403);
    assert.match(text, /This website may not send here/);
  });

  it('refusals for the origin use up neither rate nor month, and are counted', async (test) => {
    const limited = await startService(test, { SUBMIT_RATE_PER_MINUTE: '2/2', MONTHLY_LIMIT: '5' });
    const { form_id, management_token } = await limited.activeRoute({
      settings: { origins: [SITE] },
    });
    const submit = (message: string, origin: string) =>
      limited.submit(form_id, { message }, { origin, ...JSON_ONLY });
    for (const message of ['a', 'b', 'c', 'd']) {
      assert.equal((await submit(message, EVIL)).json.error, 'origin_not_allowed');
    }
    const { json } = await submit('e', SITE);
    assert.deepEqual([json.used, json.limit], [1, 5]);
    const counted = await limited.request(`/v1/routes/${form_id}/counts`, {
      headers: { authorization: `Bearer ${management_token}` },
    });
    assert.deepEqual(counted.json.days[0].refused, { origin_not_allowed: 4 });
  });

  it('a form that is not active says so before its origin', async () => {
    const { json } = await service.create({
      email: 'new@example.com',
      settings: { origins: [SITE] },
    });
    const answer = await send({ origin: EVIL, ...JSON_ONLY }, {}, json);
    assert.equal(answer.json.error, 'inbox_not_verified');
  });

  it('a redirect to a page of this machine needs its origin in the list if the service is public', async () => {
    const origin = 'http://localhost:3000';
    for (const field of ['_redirect', 'redirect', '_next']) {
      for (const page of [`${origin}/thanks`, 'https://example.com/thanks']) {
        const { status, headers } = await send({ origin }, { [field]: page });
        assert.deepEqual([status, headers.get('location')], [303, page], field);
      }
      for (const page of [
        'http://localhost:3001/',
        'http://localhost/',
        'http://127.0.0.1:3000/',
      ]) {
        const refused = field === '_next' ? 1 : 'invalid_redirect_url';
        assert.equal(await outcome({ origin }, { [field]: page }), refused, field);
      }
      const { json } = await send(JSON_ONLY, { [field]: `${origin}/thanks` }, open);
      const [told, expected] =
        field === '_next'
          ? [json.next, `${PUBLIC_URL}/thanks`]
          : [json.error, 'invalid_redirect_url'];
      assert.equal(told, expected, field);
    }
    const path = await send({ origin }, { _next: '/thanks' });
    assert.equal(path.headers.get('location'), `${origin}/thanks`);
  });
});

describe('a service on this machine', () => {
  it('a tool for AI agents tests a form with origins', async (test) => {
    const service = await startService(test);
    const { form_id, management_token } = await service.activeRoute({
      settings: { origins: [SITE] },
    });
    const { call } = await connectMcp(test, service);
    const own = { form_id, management_token };
    assert.equal((await call('send_test_submission', own)).body.test, true);
    const { body } = await call('send_test_submission', { ...own, dry_run: true });
    assert.equal(body.dry_run, true);
    const stranger = await call('send_test_submission', { form_id });
    assert.equal(stranger.body.error, 'origin_not_allowed');
  });

  it('a service on this machine redirects to every local origin, and to no other without TLS', async (test) => {
    const service = await startService(test, { PUBLIC_URL: 'http://127.0.0.1:1' });
    const { form_id } = await service.activeRoute();
    const lead = async (page: string) => {
      const fields = { message: `to ${page}`, _redirect: page };
      const { headers } = await service.submit(form_id, fields);
      return headers.get('location');
    };
    for (const host of ['localhost', 'localhost:3000', '127.0.0.1:1', '[::1]:5173']) {
      assert.equal(await lead(`http://${host}/thanks`), `http://${host}/thanks`);
    }
    for (const page of [
      'http://example.com/',
      'http://localhost.example.com/',
      'http://localhost@example.com/',
      'http://192.168.0.1/',
      '//localhost/',
    ]) {
      assert.equal(await lead(page), null, page);
    }
  });
});
