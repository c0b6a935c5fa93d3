import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CODE_STYLES, FRAMEWORK_IDS } from '../../src/contract/enums.ts';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { startService, type TestService } from '../support/service.ts';

/** Bytes of the script and all that it loads, as they are without compression. */
const MOST_BYTES = 20_000;

/** The address that `style=script` has in its code. */
async function scriptSrc({ request }: TestService) {
  const { json } = await request('/v1/install?style=script');
  const code: string = json.files[0].content;
  const [, src = ''] = /<script[^>]* src="([^"]+)"/.exec(code) ?? [];
  return src;
}

/** The file at a path, with what a browser asks by. */
async function fetchFile(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, {
    method,
    headers: { 'accept-encoding': 'identity', ...headers },
  });
  return { response, headers: response.headers, text: await response.text() };
}

describe('GET /form.js', () => {
  for (const path of ['/form.js', '/form-solver.js']) {
    it(`${path} is served itself, for an hour, compressed, to pages of every origin`, async (test) => {
      const { url } = await startService(test);
      const { response, headers, text } = await fetchFile(url + path);
      assert.deepEqual([response.status, response.redirected], [200, false]);
      assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
      assert.equal(headers.get('cache-control'), 'public, max-age=3600');
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
      assert.equal(headers.get('vary'), 'Accept-Encoding');
      for (const coding of ['br', 'gzip']) {
        const coded = await fetchFile(url + path, { 'accept-encoding': coding });
        assert.equal(coded.headers.get('content-encoding'), coding);
        assert.equal(coded.headers.get('etag'), headers.get('etag'));
        assert.equal(coded.text, text);
      }
    });

    it(`${path} is 304 for who has it, and HEAD has no body`, async (test) => {
      const { url } = await startService(test);
      const { headers, text } = await fetchFile(url + path);
      const etag = headers.get('etag') ?? '';
      assert.match(etag, /^W\/"[\w-]{43}"$/);
      for (const method of ['GET', 'HEAD']) {
        for (const known of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
          const again = await fetchFile(url + path, { 'if-none-match': known }, method);
          assert.deepEqual([again.response.status, again.text], [304, ''], known);
          assert.equal(again.headers.get('etag'), etag);
          assert.equal(again.headers.get('cache-control'), 'public, max-age=3600');
          assert.equal(again.headers.get('access-control-allow-origin'), '*');
        }
        const other = await fetchFile(url + path, { 'if-none-match': '"other"' }, method);
        assert.equal(other.response.status, 200);
        assert.equal(other.headers.get('content-length'), String(Buffer.byteLength(text)));
        assert.equal(other.text, method === 'GET' ? text : '');
      }
    });
  }

  it('the script is small, and loads the solver by an address that stays, only when it is needed', async (test) => {
    const { url } = await startService(test);
    const { text } = await fetchFile(`${url}/form.js`);
    const loaded = Array.from(text.matchAll(/import\("([^"]+)"\)/g), ([, path]) => path);
    assert.deepEqual(loaded, ['./form-solver.js']);
    assert.doesNotMatch(text, /Worker|1779033703|\bimport\s*[{"']/);
    const solver = await fetchFile(`${url}/form-solver.js`);
    assert.match(solver.text, /Worker/);
    // A page may have loaded the script before an upgrade, and the solver after it.
    assert.match(solver.text, /export\{\w+ as solve\};\s*$/);
    const bytes = Buffer.byteLength(text) + Buffer.byteLength(solver.text);
    assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  });

  it('other addresses are 404, and no other method is answered', async (test) => {
    const { request } = await startService(test);
    for (const path of ['/form-AAAAAAAA.js', '/form-.js', '/form-constructor.js', '/form.js/']) {
      const { status, headers, json } = await request(path);
      assert.deepEqual([status, json.error], [404, 'not_found'], path);
      assert.equal(headers.get('cache-control'), 'no-store');
    }
    for (const path of ['/form.js', '/form-solver.js']) {
      const { status, headers } = await request(path, { method: 'POST' });
      assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, OPTIONS'], path);
    }
  });

  it('the script says every text in every language', async (test) => {
    const { url } = await startService(test);
    const { text } = await fetchFile(`${url}/form.js`);
    for (const language of LANGUAGES) {
      const { formCode, accepted } = wordsOf(language);
      for (const words of [formCode.sending, accepted.thanks, ...Object.values(formCode.script)]) {
        assert.ok(text.includes(words), words);
      }
    }
  });
});

describe('form code with style=script', () => {
  for (const framework of FRAMEWORK_IDS)
    it(`the code for ${framework} has a form and one line for the script, without a hash or code that sends`, async (test) => {
      const service = await startService(test);
      const src = await scriptSrc(service);
      assert.equal(src, `${service.url}/form.js`);
      const path = `/v1/install?framework=${framework}`;
      const { json } = await service.request(`${path}&style=script`);
      const code: string = json.files.map((file: { content: string }) => file.content).join('\n');
      for (const part of [
        src,
        '{{FORM_ENDPOINT}}',
        '_gotcha',
        'data-error',
        'data-language="en"',
      ]) {
        assert.ok(code.includes(part), part);
      }
      assert.doesNotMatch(code, /Idempotency-Key|fetch\(|integrity|sha384/i);
      assert.deepEqual(
        (await service.request(`${path}&style=inline`)).json,
        (await service.request(path)).json,
      );
    });

  const queries: [title: string, queries: string, says: readonly RegExp[]][] = [
    [
      'an unknown style is unknown_framework, whose message lists the styles',
      'style=fancy style= style=Script style=script&style=script',
      CODE_STYLES.map((id) => new RegExp(`\\b${id}\\b`)),
    ],
    [
      'the query webmcp is gone: unknown_framework, whose message says what is left',
      'webmcp=1 webmcp=true webmcp= webmcp=1&webmcp=1',
      [/webmcp is gone.*toolname/],
    ],
  ];
  for (const [title, all, says] of queries)
    it(title, async (test) => {
      const { create, request } = await startService(test);
      const { form_id: formId } = (await create()).json;
      for (const query of all.split(' '))
        for (const path of ['/v1/install', `/v1/routes/${formId}/install`]) {
          const { json } = await request(`${path}?${query}`);
          assert.equal(json.error, 'unknown_framework', query);
          for (const word of says) assert.match(json.message, word);
        }
    });

  it('the form has its language and the limits of its files for the script', async (test) => {
    const service = await startService(test);
    const fields = [{ name: 'photo', type: 'file' }];
    const files = { max_count: 2, max_bytes: 1_000_000 };
    const route = await service.activeRoute({ settings: { language: 'de', fields, files } });
    const { json } = await service.request(`/v1/routes/${route.form_id}/install?style=script`);
    const code: string = json.files[0].content;
    for (const part of ['data-language="de"', 'data-max-bytes="1000000"', 'data-max-files="2"']) {
      assert.ok(code.includes(part), part);
    }
    assert.match(code, /\(freiwillig\)[^]*>Senden</);
  });
});

describe('form code with all it needs in it', () => {
  it('the code has the solver only if the form asks for challenges', async (test) => {
    const service = await startService(test);
    const route = await service.activeRoute();
    for (const challenge of ['off', 'suspicious', 'always']) {
      await service.putSettings(route, { challenge });
      const { json } = await service.request(`/v1/routes/${route.form_id}/install`);
      const hasSolver = json.files[0].content.includes('findNumber');
      assert.equal(hasSolver, challenge !== 'off', challenge);
    }
  });

  it('the code is in the language of the form', async (test) => {
    const service = await startService(test);
    const route = await service.activeRoute();
    await service.putSettings(route, { language: 'zh' });
    for (const framework of FRAMEWORK_IDS) {
      const path = `/v1/routes/${route.form_id}/install?framework=${framework}`;
      const { json } = await service.request(path);
      const code: string = json.files.map((file: { content: string }) => file.content).join('\n');
      const { formCode, browser, accepted } = wordsOf('zh');
      const { kinds, send } = browser.composer;
      assert.ok(code.includes('data-language="zh'), 'the language');
      const { unsent, unfit } = formCode.script;
      const said = [formCode.sending, send, kinds.name, kinds.message, accepted.thanks];
      for (const words of [...said, unsent, unfit]) assert.ok(code.includes(words), words);
      assert.doesNotMatch(code, />Send<|'Send'|Sending…|Thank you/);
    }
  });
});
