import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../support/service.ts';

const CSP =
  /^default-src 'none'; script-src 'self'; worker-src blob:; style-src 'sha256-[\w+/=]+'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/;

const URL_IN_MARKUP = /\s(?:src|href|action)="(?!data:)([^"]*)"/g;

/** What the service sends for a path that is not in the contract. */
async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { response, text: await response.text() };
}

describe('GET /start', () => {
  it('the start page has a strict policy and only relative URLs', async (test) => {
    const { url } = await startService(test);
    const { response, text } = await get(`${url}/start`, { 'accept-language': 'es-MX' });
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-security-policy') ?? '', CSP);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('content-language'), 'es');
    assert.equal(response.headers.get('vary'), 'Accept-Language');
    assert.equal(response.headers.get('access-control-allow-origin'), null);
    const urls = Array.from(text.matchAll(URL_IN_MARKUP), ([, target = '']) => target);
    assert.ok(urls.length >= 6);
    for (const target of urls) assert.match(target, /^(modules\/|start\?)/);
    assert.doesNotMatch(text, /\son\w+=|<script(?![^>]*\ssrc=)/);
  });

  it('the start page takes a language only by a link from its list', async (test) => {
    const { url } = await startService(test);
    const picked = await get(`${url}/start?lang=fr`, { 'accept-language': 'de' });
    assert.equal(picked.response.headers.get('content-language'), 'fr');
    for (const lang of ['xx', '__proto__', '%22%3E', 'fr&lang=de']) {
      const { response } = await get(`${url}/start?lang=${lang}`, { 'accept-language': 'de' });
      assert.equal(response.headers.get('content-language'), 'de', lang);
    }
  });

  it('the modules of the start page import only each other, and are revalidated', async (test) => {
    const { url } = await startService(test);
    const seen = new Set<string>();
    const walk = async (name: string): Promise<void> => {
      if (seen.has(name)) return;
      seen.add(name);
      const { response, text } = await get(`${url}/modules/${name}`);
      assert.equal(response.status, 200, name);
      assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
      const etag = response.headers.get('etag') ?? '';
      assert.match(etag, /^"[\w-]{43}"$/);
      const again = await get(`${url}/modules/${name}`, { 'if-none-match': etag });
      assert.equal(again.response.status, 304);
      for (const [, target = ''] of text.matchAll(/\bfrom\s*["']([^"'\n]+)["']/g)) {
        assert.match(target, /^\.{1,2}\//, name);
        const { pathname } = new URL(target, `http://localhost/${name}`);
        await walk(pathname.slice(1));
      }
    };
    const main = 'web/browser/start/main.js';
    for (const name of [
      main,
      main.replace('start', 'inbox'),
      'words/inbox/de.js',
      'words/start/en.js',
      'words/browser/zh.js',
    ])
      await walk(name);
    assert.ok(
      seen.has('packages/preact.js') && seen.has('packages/preact-hooks.js') && seen.size > 10,
    );
  });

  it('the inbox page has the policy of the start page, and only relative URLs', async (test) => {
    const { url } = await startService(test);
    const [start, inbox] = [await get(`${url}/start`), await get(`${url}/inbox`)];
    const policy = 'content-security-policy';
    assert.equal(inbox.response.headers.get(policy), start.response.headers.get(policy));
    assert.equal(inbox.response.headers.get('cache-control'), 'no-store');
    assert.equal(inbox.response.headers.get('access-control-allow-origin'), null);
    const urls = Array.from(inbox.text.matchAll(URL_IN_MARKUP), ([, target = '']) => target);
    for (const target of urls) assert.match(target, /^(modules\/|inbox\?|data:)/);
    assert.doesNotMatch(inbox.text, /\son\w+=|<script(?![^>]*\ssrc=)/);
  });

  it('the modules of pages are those that browsers need, and nothing else', async (test) => {
    const { request } = await startService(test);
    const absent = [
      '',
      'x',
      'web/browser/start/main.ts',
      'web/browser/tsconfig.json',
      'app/main.js',
    ];
    for (const path of [...absent, '../web/apps/assets.js', '..%2fapp%2fmain.js']) {
      const { status, json } = await request(`/modules/${path}`);
      assert.equal(status, 404, path);
      assert.equal(json.error, 'not_found');
    }
    assert.equal((await request('/start', { method: 'POST' })).json.error, 'not_found');
  });

  it('the start page is named by the descriptor, unless it is switched off', async (test) => {
    const on = await startService(test);
    assert.equal((await on.request('/')).json.start_url, `${on.url}/start`);
    const off = await startService(test, { START_PAGE: 'false' });
    assert.equal((await off.request('/')).json.start_url, undefined);
    assert.equal((await get(`${off.url}/inbox`)).response.status, 200, 'mails link to it');
    const { status, json } = await off.request('/start');
    assert.equal(status, 404);
    assert.equal(json.error, 'not_found');
  });
});
