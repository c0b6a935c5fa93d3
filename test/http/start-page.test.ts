import assert from 'node:assert/strict';
import { it } from 'node:test';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { startService } from '../support/service.ts';

const CSP =
  /^default-src 'none'; script-src 'self'; worker-src blob:; style-src 'self'; img-src data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/;

/** Data is no script, whatever its element is called. */
const SCRIPT_IN_MARKUP = /\son\w+=|<script(?![^>]*\s(?:src=|type="application\/json"))/;

const ASSET = /(?:href|src)="assets\/([^"]+)"/g;

const URL_IN_MARKUP = /\s(?:src|href|action)="(?!data:)([^"]*)"/g;

/** What the service sends for a path that is not in the contract. */
async function get(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers });
  return { response, text: await response.text() };
}

it('the start page has a strict policy and only relative URLs', async (test) => {
  const { url } = await startService(test);
  const { response, text } = await get(`${url}/start`, { 'accept-language': 'es-MX' });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-security-policy') ?? '', CSP);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('content-language'), 'es');
  assert.equal(response.headers.get('vary'), 'Accept-Language, Accept-Encoding');
  assert.equal(response.headers.get('access-control-allow-origin'), null);
  const urls = Array.from(text.matchAll(URL_IN_MARKUP), ([, target = '']) => target);
  assert.ok(urls.length >= 6);
  for (const target of urls) assert.match(target, /^(assets\/|start\?|docs$|inbox$|llms\.txt$)/);
  assert.doesNotMatch(text, SCRIPT_IN_MARKUP);
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

it('the script and the style of a page stand alone, are kept for good and come compressed', async (test) => {
  const { url } = await startService(test);
  const budgets = { start: 40_000, inbox: 70_000 };
  for (const [page, budget] of Object.entries(budgets)) {
    const br = { 'accept-encoding': 'br', 'accept-language': 'fr' };
    const { text, response } = await get(`${url}/${page}`, br);
    let octets = Number(response.headers.get('content-length'));
    const names = new Set(Array.from(text.matchAll(ASSET), ([, name = '']) => name));
    assert.equal(names.size, 2, [...names].join());
    for (const name of names) {
      const plain = await get(`${url}/assets/${name}`, { 'accept-encoding': 'identity' });
      assert.equal(plain.response.status, 200, name);
      const compressed = await get(`${url}/assets/${name}`, br);
      octets += Number(compressed.response.headers.get('content-length'));
      const { headers } = plain.response;
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(headers.get('vary'), 'Accept-Encoding');
      assert.match(headers.get('content-type') ?? '', /^text\/(javascript|css); charset=utf-8$/);
      assert.ok(!/(?<!!)\bimport\s*[\w{*"'(]|@import|url\((?!"?data:)/.test(plain.text), name);
      for (const coding of ['gzip', 'br']) {
        const coded = await get(`${url}/assets/${name}`, { 'accept-encoding': coding });
        assert.equal(coded.response.headers.get('content-encoding'), coding);
        assert.ok(coded.text === plain.text, name);
      }
    }
    assert.ok(octets > 10_000 && octets <= budget, `${page}: ${octets} octets`);
  }
});

it('the first form is in the page, with buttons that wait for the script', async (test) => {
  const { url } = await startService(test);
  for (const [page, label] of [
    ['start', 'Name des Formulars'],
    ['inbox', 'Ihre E-Mail-Adresse'],
  ] as const) {
    const { text } = await get(`${url}/${page}?lang=de`);
    const [, form = ''] = /(<form\b.*<\/form>)/s.exec(text) ?? [];
    assert.match(form, /<input [^>]*type="email"[^>]*>/);
    assert.ok(form.includes(label), form);
    assert.match(form, /<button type="submit" disabled/);
  }
});

it('the words in a page are those of its language, and of this page', async (test) => {
  const { url } = await startService(test);
  const { text } = await get(`${url}/start?lang=fr`);
  const [, facts = ''] = /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(text) ?? [];
  const { language, words } = JSON.parse(facts) as { language: string; words: object };
  assert.equal(language, 'fr');
  const { browser, givenBack, start, samples } = wordsOf('fr');
  const shared = { ...browser, choose: givenBack.choose, optional: givenBack.optional };
  assert.deepEqual(words, { shared, page: { ...start, samples } });
});

it('a page of another version is loaded again instead of staying without its script', async (test) => {
  const { url } = await startService(test);
  const old = '0123456789abcdef';
  for (const name of [`start.${old}.js`, `inbox.${old}.js`]) {
    const { response, text } = await get(`${url}/assets/${name}`);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.match(text, /location\.reload\(\)/);
  }
  const style = await get(`${url}/assets/pages.${old}.css`);
  assert.equal(style.response.status, 200);
  assert.equal(style.response.headers.get('cache-control'), 'no-store');
  assert.match(style.text, /\.app\b/);
});

it('the inbox page has the policy of the start page, and only relative URLs', async (test) => {
  const { url } = await startService(test);
  const [start, inbox] = [await get(`${url}/start`), await get(`${url}/inbox`)];
  const policy = 'content-security-policy';
  assert.equal(inbox.response.headers.get(policy), start.response.headers.get(policy));
  assert.equal(inbox.response.headers.get('cache-control'), 'no-store');
  assert.equal(inbox.response.headers.get('access-control-allow-origin'), null);
  const urls = Array.from(inbox.text.matchAll(URL_IN_MARKUP), ([, target = '']) => target);
  for (const target of urls) assert.match(target, /^(?:assets\/|inbox\?|start\b|data:)/);
  assert.doesNotMatch(inbox.text, SCRIPT_IN_MARKUP);
});

it('the files of pages are their scripts and their style, and nothing else', async (test) => {
  const { request } = await startService(test);
  const hash = '0123456789abcdef';
  const absent = ['', 'x', 'start.js', `main.${hash}.js`, `start.${hash}.map`, 'pages.json'];
  for (const path of [...absent, '../web/apps/pages.json', '..%2fapps%2fpages.json']) {
    const { status, json } = await request(`/assets/${path}`);
    assert.equal(status, 404, path);
    assert.equal(json.error, 'not_found');
  }
  assert.equal((await request('/start', { method: 'POST' })).json.error, 'method_not_allowed');
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
