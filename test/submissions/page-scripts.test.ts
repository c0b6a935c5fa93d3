import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { startService, type Answer, type TestService } from '../support/service.ts';

const SITE = 'https://example.com';
const THERE = `${SITE}/thanks`;
const ANY = '*/*';

type Headers = Record<string, string>;

const fromScript = (accept: string, site = 'cross-site'): Headers => ({
  accept,
  origin: SITE,
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': site,
});

/** Requests of scripts in browsers, which must not be redirected. */
const SCRIPTS: Readonly<Record<string, Headers>> = {
  'fetch without Accept': fromScript(ANY),
  'fetch of a page of the same site': fromScript(ANY, 'same-site'),
  'fetch by way of its own website': fromScript(ANY, 'same-origin'),
  axios: fromScript('application/json, text/plain, */*'),
  'jQuery for JSON': fromScript('application/json, text/javascript, */*; q=0.01'),
  'JSON before HTML': fromScript('application/json, text/html'),
  'HTML that is less wanted': fromScript('text/html;q=0.5, application/json'),
  'HTML that is refused': fromScript('text/html;q=0, */*'),
};

/** Requests that get the contract's redirect. */
const OTHERS: Readonly<Record<string, Headers>> = {
  'a navigation': {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'cross-site',
  },
  curl: { accept: ANY },
  'fetch of Node.js': { accept: ANY, 'sec-fetch-mode': 'cors' },
  'fetch in the mode no-cors': { ...fromScript(ANY), 'sec-fetch-mode': 'no-cors' },
  'an old browser': { accept: ANY },
  'a script that asks for HTML': fromScript('text/html'),
  'a script that asks for HTML before JSON': fromScript('text/html, application/json'),
  'a script that asks for HTML above JSON': fromScript('application/json;q=0.9, text/html'),
};

/** What says where to go, as fields or as settings. */
const REDIRECTS = {
  _redirect: { _redirect: THERE },
  redirect: { redirect: THERE },
  _next: { _next: THERE },
  'a path in _next': { _next: '/thanks' },
  'the settings': {},
};

const FORM = 'application/x-www-form-urlencoded';

/** Posts with exactly these headers: the fetch of Node.js has a Sec-Fetch-Mode of its own. */
async function post(url: string, headers: Headers, fields: Record<string, string>) {
  const call = request(url, { method: 'POST', headers });
  call.end(new URLSearchParams(fields).toString());
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return response;
}

const corsOf = ({ headers }: Answer) => [
  headers.get('access-control-allow-origin'),
  headers.get('access-control-allow-credentials'),
  headers.get('vary')?.split(', ').includes('Origin') ?? false,
];

describe('what scripts of pages read', () => {
  let service: TestService;
  let plain: RouteResource;
  let led: RouteResource;
  let marks = 0;

  before(async () => {
    service = await startService(undefined);
    plain = await service.activeRoute();
    led = await service.activeRoute({ email: 'led@example.com', settings: { redirect: THERE } });
  });
  after(() => service?.close());

  const send = (headers: Headers, fields: object = {}, { form_id } = plain) =>
    service.submit(form_id, { message: `hello ${(marks += 1)}`, ...fields }, headers);

  for (const [what, fields] of Object.entries(REDIRECTS)) {
    const form = () => (what === 'the settings' ? led : plain);
    for (const [who, headers] of Object.entries(SCRIPTS))
      it(`${who} gets JSON with the redirect of ${what}, not a 303`, async () => {
        service.sink.mails.length = 0;
        const { status, json, headers: answered } = await send(headers, fields, form());
        assert.deepEqual([status, json.success, json.ok, json.next], [200, true, true, THERE]);
        assert.equal(answered.get('location'), null);
        assert.equal(service.sink.mails.length, 1);
      });
    for (const [who, headers] of Object.entries(OTHERS))
      it(`${who} gets a 303 to the redirect of ${what}`, async () => {
        const sent = { message: `hello ${(marks += 1)}`, ...fields };
        const own = { origin: SITE, 'content-type': FORM, ...headers };
        const answer = await post(`${service.url}/f/${form().form_id}`, own, sent);
        answer.resume();
        assert.deepEqual([answer.statusCode, answer.headers.location], [303, THERE]);
      });
  }

  it('every success is ok and names the thanks page: of a dry run, a test and a trap too', async () => {
    for (const fields of [{}, { _dry_run: 'yes' }, { _test: 'yes' }, { _gotcha: 'on' }]) {
      const { json } = await send({ accept: ANY }, fields);
      assert.deepEqual([json.success, json.ok], [true, true]);
      assert.equal(json.next, `${service.url.replace('127.0.0.1', 'localhost')}/thanks`);
    }
    const { json } = await send({ accept: ANY }, { message: ' ' });
    assert.deepEqual([json.success, json.ok], [false, undefined]);
  });

  const ORIGINS = [
    SITE,
    'http://localhost:3000',
    'null',
    'capacitor://localhost',
    'https://[::1]:8',
  ];

  for (const origin of ORIGINS)
    it(`a page of ${origin} may read every answer with credentials, errors too`, async () => {
      const form = { 'content-type': FORM };
      const path = `/f/${plain.form_id}`;
      const submit = (headers: Headers, body: string, to = path) =>
        service.request(to, { method: 'POST', headers: { origin, ...headers }, body });
      const closed = await service.activeRoute({
        email: 'closed@example.com',
        settings: { origins: ['https://other.example'], fields: [{ name: 'a', required: true }] },
      });
      const open = await service.activeRoute({
        email: 'open@example.com',
        settings: { fields: [{ name: 'a', required: true }], challenge: 'always' },
      });
      const answers: [status: number, answer: Answer][] = [
        [200, await submit(form, `message=${origin}`)],
        [303, await submit(form, `message=x${origin}&_redirect=${THERE}`)],
        [400, await submit(form, 'message=')],
        [403, await submit(form, 'a=b', `/f/${closed.form_id}`)],
        [404, await submit(form, 'a=b', '/f/cfm_ZZZZZZZZZZZZZZZZ')],
        [404, await submit(form, 'a=b', '/f/')],
        [404, await submit(form, 'a=b', `${path}/more`)],
        [405, await service.request(path, { method: 'PUT', headers: { origin } })],
        [413, await submit(form, `message=${'x'.repeat(2_000_000)}`)],
        [415, await submit({ 'content-type': 'text/plain' }, 'a=b')],
        [422, await submit(form, 'b=c', `/f/${open.form_id}`)],
        [428, await submit(form, 'a=b', `/f/${open.form_id}`)],
      ];
      for (const [status, answer] of answers) {
        assert.equal(answer.status, status, answer.text);
        assert.deepEqual(corsOf(answer), [origin, 'true', true], String(status));
      }
    });

  it('a rate that is used up is said to the page', async (test) => {
    const limited = await startService(test, { SUBMIT_RATE_PER_MINUTE: '1/1' });
    const { form_id } = await limited.activeRoute();
    const answers = [];
    for (const message of ['a', 'b', 'c']) {
      answers.push(await limited.submit(form_id, { message }, { origin: SITE, accept: ANY }));
    }
    const last = answers.at(-1)!;
    assert.equal(last.status, 429);
    assert.deepEqual(corsOf(last), [SITE, 'true', true]);
  });

  it('without an Origin, or with none that a browser sends, answers are open and without credentials', async () => {
    for (const headers of [
      {},
      { origin: '' },
      { origin: 'https://a.example, https://b.example' },
    ]) {
      assert.deepEqual(corsOf(await send({ accept: ANY, ...headers })), ['*', null, true]);
    }
    const other = await service.request('/health', { headers: { origin: SITE } });
    assert.deepEqual(corsOf(other), ['*', null, false]);
  });

  it('the preflight of a form names origin and headers, those of other paths stay open', async () => {
    const preflight = (path: string) =>
      service.request(path, {
        method: 'OPTIONS',
        headers: {
          origin: SITE,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-csrf-token',
        },
      });
    for (const path of [`/f/${plain.form_id}`, `/f/${plain.form_id}/`, '/f/cfm_ZZZZZZZZZZZZZZZZ']) {
      const answer = await preflight(path);
      assert.equal(answer.status, 204);
      assert.deepEqual(corsOf(answer), [SITE, 'true', true]);
      const allowed = (name: string) => answer.headers.get(`access-control-allow-${name}`);
      assert.equal(allowed('headers'), 'content-type,x-csrf-token');
      assert.equal(allowed('methods'), 'POST, OPTIONS');
    }
    const other = await preflight('/v1/routes');
    assert.deepEqual(corsOf(other), ['*', null, false]);
    assert.match(other.headers.get('access-control-allow-headers') ?? '', /\*/);
  });
});
