import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { startService, type TestService } from '../support/service.ts';

/** As Chrome, Firefox and Safari send it. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const PROGRAMS = [{ accept: '*/*' }, { accept: 'application/json, text/html' }, {}] as const;
const UNKNOWN = 'cfm_ZZZZZZZZZZZZZZZZ';
const VARY = 'Accept, Accept-Language';

let service: TestService;
let formId: string;

describe('what a browser gets that opens an address of the service', () => {
  before(async () => {
    service = await startService(undefined);
    formId = (await service.activeRoute({ email: 'secret@example.com', alias: 'Secret name' }))
      .form_id;
  });
  after(() => service.close());

  for (const method of ['GET', 'HEAD']) {
    it(`${method} / sends a browser to the start page, and describes the service to programs`, async () => {
      const { status, headers } = await service.request('/', { method, headers: BROWSER });
      assert.equal(status, 303);
      assert.equal(headers.get('location'), `${service.url}/start`);
      assert.equal(headers.get('vary'), VARY);
      const health = await service.request('/health');
      for (const accept of PROGRAMS) {
        const answer = await service.request('/', { method, headers: accept });
        assert.equal(answer.status, 200);
        assert.equal(answer.text, method === 'GET' ? health.text : '');
      }
    });

    it(`${method} of a form's address is a page for a browser, and 405 for programs`, async () => {
      const page = await service.request(`/f/${formId}`, { method, headers: BROWSER });
      assert.equal(page.status, 200);
      assert.equal(page.headers.get('vary'), `${VARY}, Origin`);
      assert.equal(page.headers.get('content-language'), 'en');
      assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.equal(page.headers.get('allow'), null);
      for (const id of [formId, UNKNOWN])
        for (const accept of PROGRAMS) {
          const refused = await service.request(`/f/${id}`, { method, headers: accept });
          assert.equal(refused.status, 405);
          assert.equal(refused.headers.get('allow'), 'POST, OPTIONS');
          if (method === 'GET') assert.equal(refused.json.error, 'method_not_allowed');
        }
    });
  }

  // Guarantee: Privacy
  it("the page of a form's address offers the code and shows neither name nor inbox", async () => {
    const { text } = await service.request(`/f/${formId}`, { headers: BROWSER });
    assert.ok(text.includes(`href="${service.url}/start#form=${formId}"`));
    assert.doesNotMatch(text, /Secret|secret@/);
    const { headers } = await service.request(`/f/${formId}`, { method: 'OPTIONS' });
    assert.equal(headers.get('allow'), 'POST, OPTIONS');
  });

  for (const language of LANGUAGES)
    it(`a browser that brings fields to the address of a form reads that nothing was sent (${language})`, async () => {
      const { tag, doors } = wordsOf(language);
      const query = 'name=Ada%20Lovelace&message=%3Cb%3Esecret&_redirect=https%3A%2F%2Fa.example';
      const { status, text, headers } = await service.request(`/f/${formId}?${query}`, {
        headers: { ...BROWSER, 'accept-language': tag },
      });
      assert.equal(status, 200);
      assert.equal(headers.get('location'), null);
      assert.ok(text.includes(`<h1>${doors.unsent.title}</h1>`));
      assert.ok(text.includes(`${service.url}/f/${formId}<`));
      assert.doesNotMatch(text, /Lovelace|secret|a\.example|Secret/);
      // A redirect that made a visit of a post leaves no fields.
      const plain = await service.request(`/f/${formId}`, {
        headers: { ...BROWSER, 'accept-language': tag },
      });
      assert.ok(plain.text.includes(doors.form.visitor));
    });

  for (const id of [UNKNOWN, 'nonsense', '%ff'])
    it(`the address of a form that does not exist is a page that says so: ${id}`, async () => {
      const { status, text } = await service.request(`/f/${id}`, { headers: BROWSER });
      assert.equal(status, 404);
      assert.match(text, /<h1>No such form<\/h1>/);
      // A visitor of a website wants no form.
      assert.doesNotMatch(text, /href="http/);
    });

  const unknown =
    '/nothing /f /f/ /f/x/y /start/nothing /<b>x /v1 /.env /__proto__ /%2e%2e/x /health/ /%';
  for (const path of unknown.split(' '))
    it(`an unknown path is a page for a browser and the envelope for programs: ${path}`, async () => {
      // A POST to `/f/` is one to a form with an empty id.
      for (const method of path === '/f/' ? ['GET'] : ['GET', 'POST']) {
        const page = await service.request(path, { method, headers: BROWSER });
        assert.equal(page.status, 404);
        assert.match(page.text, /<h1>There is nothing here<\/h1>/);
        assert.doesNotMatch(page.text, /<b>x/);
        assert.equal(page.headers.get('vary'), path.startsWith('/f/') ? `${VARY}, Origin` : VARY);
        for (const headers of PROGRAMS) {
          const { status, json } = await service.request(path, { method, headers });
          assert.equal(status, 404);
          assert.equal(json.error, 'not_found');
        }
      }
    });

  it('/favicon.ico is a small picture that may be cached', async () => {
    const answer = await fetch(`${service.url}/favicon.ico`);
    assert.equal(answer.headers.get('content-type'), 'image/vnd.microsoft.icon');
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=86400');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    assert.deepEqual([...bytes.subarray(0, 6)], [0, 0, 1, 0, 1, 0]);
    assert.equal(Buffer.from(bytes.subarray(23, 26)).toString(), 'PNG');
    assert.ok(bytes.length < 2_000);
  });

  it('/robots.txt keeps crawlers from forms and from links of mails', async () => {
    const answer = await fetch(`${service.url}/robots.txt`);
    const lines = (await answer.text()).trimEnd().split('\n');
    assert.equal(lines[0], 'User-agent: *');
    for (const path of ['/f/', '/v1/', '/thanks', '/inbox', '/mcp']) {
      assert.ok(lines.includes(`Disallow: ${path}`), path);
    }
  });

  it('without the start page, / says what this is and codes are text', async (test) => {
    const { request, url, activeRoute } = await startService(test, { START_PAGE: 'false' });
    const home = await request('/', { headers: { ...BROWSER, 'accept-language': 'de' } });
    assert.equal(home.status, 200);
    assert.match(home.text, /<h1>Das ist Letterslot<\/h1>/);
    assert.ok(home.text.includes(`href="${url}/llms.txt"`));
    assert.equal((await request('/')).json.name, 'letterslot');
    const { form_id } = await activeRoute();
    const { text } = await request(`/f/${form_id}`, { headers: BROWSER });
    const [, code = ''] = /href="([^"]*install[^"]*)"/.exec(text) ?? [];
    const install = await fetch(code);
    assert.match(install.headers.get('content-type') ?? '', /^text\/plain/);
    assert.ok((await install.text()).includes(`/f/${form_id}`));
  });
});

const settings = {
  website: { name: 'Bäckerei <b>Ü</b>', url: 'https://example.com/shop' },
  success_message: 'We bake and answer.\nThank you <3',
};

it('result pages name the website of the form, and errors too, once the form is active', async (test) => {
  const { create, submit, confirm, verificationToken } = await startService(test);
  const { form_id } = (await create({ settings })).json;
  const headers = { accept: 'text/html', origin: 'https://elsewhere.example' };
  const named = async (fields: Record<string, string>) => {
    const { text } = await submit(form_id, fields, headers);
    return [text.includes('Bäckerei &lt;b&gt;Ü&lt;/b&gt;'), text.includes('bake and answer.')];
  };
  assert.deepEqual(await named({ message: 'x' }), [false, false]);
  assert.deepEqual(await named({ message: 'x', _gotcha: 'on' }), [false, false]);
  await confirm(verificationToken());
  assert.deepEqual(await named({ message: 'x' }), [true, true]);
  assert.deepEqual(await named({ message: 'x', _gotcha: 'on' }), [true, true]);
  assert.deepEqual(await named({}), [true, false]);
});

describe('the way back from a result page', () => {
  const visit = async (test: Parameters<typeof startService>[0], origin: string) => {
    const { submit, activeRoute } = await startService(test);
    const { form_id } = await activeRoute();
    const headers = { accept: 'text/html', origin };
    const sent = await submit(form_id, { message: 'Hello' }, headers);
    const failed = await submit(form_id, {}, headers);
    return [sent.text, failed.text];
  };

  for (const [origin, link] of [
    ['https://example.com', 'href="https://example.com/"'],
    ['http://localhost:3000', 'href="http://localhost:3000/"'],
  ] as const)
    it(`a result page leads back to the website it came from: ${origin}`, async (test) => {
      for (const text of await visit(test, origin)) assert.ok(text.includes(link));
    });

  for (const origin of 'null http://example.com javascript:x https://u@x.example "><b>'.split(' '))
    it(`a result page does not link to an origin that is no website: ${origin}`, async (test) => {
      for (const text of await visit(test, origin)) assert.doesNotMatch(text, /<main[^]*<a /);
    });
});
