import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { CODE_STYLES, FRAMEWORK_IDS } from '../../src/contract/enums.ts';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { startService, type TestService } from '../support/service.ts';

/** Bytes of the script and all that it loads, as they are without compression. */
const MOST_BYTES = 20_000;

const LOADED = /import\("\.\/(form-\w+\.js)"\)/;

async function scriptTag({ request }: TestService) {
  const { json } = await request('/v1/install?style=script');
  const code: string = json.files[0].content;
  const [, src = ''] = /<script[^>]* src="([^"]+)"/.exec(code) ?? [];
  const [, integrity = ''] = / integrity="([^"]+)"/.exec(code) ?? [];
  return { src, integrity };
}

/** The file at a path, in a coding. */
async function fetchFile(url: string, coding = 'identity') {
  const response = await fetch(url, { headers: { 'accept-encoding': coding } });
  return { response, headers: response.headers, text: await response.text() };
}

describe('GET /form.js', () => {
  it('the script is served itself, for a short time, to pages of every origin', async (test) => {
    const { url } = await startService(test);
    const { response, headers, text } = await fetchFile(`${url}/form.js`);
    assert.deepEqual([response.status, response.redirected], [200, false]);
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(headers.get('cache-control'), 'public, max-age=300');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(headers.get('vary'), 'Accept-Encoding');
    assert.match(text, /letterslot:/);
  });

  it('a version of the script is kept for good, is what its integrity says, and comes compressed', async (test) => {
    const service = await startService(test);
    const { src, integrity } = await scriptTag(service);
    assert.match(src, /\/form-\w+\.js$/);
    const { response, headers, text } = await fetchFile(src);
    assert.equal(response.status, 200);
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(integrity, `sha384-${createHash('sha384').update(text).digest('base64')}`);
    assert.equal((await fetchFile(`${service.url}/form.js`)).text, text);
    for (const coding of ['br', 'gzip']) {
      const coded = await fetchFile(src, coding);
      assert.equal(coded.headers.get('content-encoding'), coding);
      assert.equal(coded.text, text);
    }
  });

  it('the script is small, and loads the solver from a version of its own only when it is needed', async (test) => {
    const { url } = await startService(test);
    const { text } = await fetchFile(`${url}/form.js`);
    const [, name = ''] = LOADED.exec(text) ?? [];
    const solver = await fetchFile(`${url}/${name}`);
    assert.equal(solver.response.status, 200);
    assert.match(solver.text, /Worker/);
    assert.doesNotMatch(text, /Worker|1779033703/);
    const bytes = Buffer.byteLength(text) + Buffer.byteLength(solver.text);
    assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  });

  it('a version that this deployment does not have is 404, and no other method is answered', async (test) => {
    const { request } = await startService(test);
    for (const path of ['/form-AAAAAAAA.js', '/form-.js', '/form-constructor.js']) {
      const { status, headers, json } = await request(path);
      assert.deepEqual([status, json.error], [404, 'not_found'], path);
      assert.equal(headers.get('cache-control'), 'no-store');
    }
    for (const path of ['/form.js', '/form-AAAAAAAA.js']) {
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
  for (const framework of FRAMEWORK_IDS) {
    it(`the code for ${framework} has a form and the version of the script with its integrity, and no code that sends`, async (test) => {
      const service = await startService(test);
      const { src, integrity } = await scriptTag(service);
      const path = `/v1/install?framework=${framework}`;
      const { json } = await service.request(`${path}&style=script`);
      const code: string = json.files.map((file: { content: string }) => file.content).join('\n');
      for (const part of [src, integrity, '{{FORM_ENDPOINT}}', '_gotcha', 'data-error']) {
        assert.ok(code.includes(part), part);
      }
      assert.doesNotMatch(code, /Idempotency-Key|fetch\(/);
      assert.deepEqual(
        (await service.request(`${path}&style=inline`)).json,
        (await service.request(path)).json,
      );
    });
  }

  it('an unknown style is unknown_framework, whose message lists the styles', async (test) => {
    const { create, request } = await startService(test);
    const { form_id: formId } = (await create()).json;
    for (const query of ['style=fancy', 'style=', 'style=Script', 'style=script&style=script']) {
      for (const path of ['/v1/install', `/v1/routes/${formId}/install`]) {
        const { status, json } = await request(`${path}?${query}`);
        assert.deepEqual([status, json.error], [400, 'unknown_framework'], query);
        for (const id of CODE_STYLES) assert.match(json.message, new RegExp(`\\b${id}\\b`));
      }
    }
  });

  it('the query webmcp is gone: unknown_framework, whose message says what is left', async (test) => {
    const { create, request } = await startService(test);
    const { form_id: formId } = (await create()).json;
    for (const query of ['webmcp=1', 'webmcp=true', 'webmcp=', 'webmcp=1&webmcp=1']) {
      for (const path of ['/v1/install', `/v1/routes/${formId}/install`]) {
        const { status, json } = await request(`${path}?${query}`);
        assert.deepEqual([status, json.error], [400, 'unknown_framework'], query);
        assert.match(json.message, /webmcp is gone.*toolname/);
      }
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
      const { unsent, unfit } = formCode.script;
      const said = [formCode.sending, send, kinds.name, kinds.message, accepted.thanks];
      for (const words of [...said, unsent, unfit]) assert.ok(code.includes(words), words);
      assert.doesNotMatch(code, />Send<|'Send'|Sending…|Thank you/);
    }
  });
});
