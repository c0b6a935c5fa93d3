import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { startService } from '../support/service.ts';

const CSP =
  /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'sha256-[^']+'; img-src data:; /;

describe('GET /docs', () => {
  it('the page has a policy without inline or evaluated code, and only relative URLs', async (test) => {
    const { url } = await startService(test);
    const answer = await fetch(`${url}/docs`);
    const { status, headers } = answer;
    const text = await answer.text();
    assert.equal(status, 200);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, CSP);
    assert.doesNotMatch(policy, /unsafe|https?:/);
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.equal(headers.get('vary'), 'Accept-Encoding');
    const urls = Array.from(
      text.matchAll(/\s(?:src|href)="(?!data:)([^"]*)"/g),
      ([, target = '']) => target,
    );
    assert.equal(urls.length, 6);
    const own = /^(assets\/docs\.|docs\/(overview|api)$|openapi\.json$|llms\.txt$)/;
    for (const target of urls) assert.match(target, own);
  });

  it('the viewer is kept for good and comes compressed', async (test) => {
    const { url } = await startService(test);
    const text = await (await fetch(`${url}/docs`)).text();
    const names = Array.from(text.matchAll(/"assets\/([^"]+)"/g), ([, name]) => name);
    assert.equal(names.length, 2);
    for (const name of names) {
      const get = async (coding: string) => {
        const headers = { 'accept-encoding': coding };
        const answer = await fetch(`${url}/assets/${name}`, { headers });
        return { headers: answer.headers, text: await answer.text() };
      };
      const plain = await get('identity');
      assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      // Its script has such words in texts of its own; that it loads nothing is seen in a browser.
      const loads = /@import|sourceMappingURL|url\((?!["']?data:)/.test(plain.text);
      assert.ok(!name?.endsWith('.css') || !loads, name);
      for (const coding of ['gzip', 'br']) {
        const coded = await get(coding);
        assert.equal(coded.headers.get('content-encoding'), coding);
        assert.ok(coded.text === plain.text, coding);
      }
    }
    const old = await fetch(`${url}/assets/docs.0123456789abcdef.js`);
    assert.match(await old.text(), /location\.reload\(\)/);
  });

  it('the page answers GET and HEAD alone', async (test) => {
    const { request, url } = await startService(test);
    const head = await fetch(`${url}/docs`, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text()], [200, '']);
    for (const path of ['/docs', '/docs?a=1', '/start', '/inbox']) {
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const { status, headers, json } = await request(path, { method });
        assert.deepEqual([status, json.error], [405, 'method_not_allowed'], path);
        assert.equal(headers.get('allow'), 'GET, HEAD');
      }
    }
    assert.equal((await request('/nothing', { method: 'POST' })).status, 404);
  });

  it('the descriptor, llms.txt, the start page and the page of a service without one lead to it', async (test) => {
    const { request, url } = await startService(test);
    assert.equal((await request('/')).json.docs_url, `${url}/docs`);
    assert.ok((await request('/llms.txt')).text.includes(`${url}/docs`));
    assert.match(await (await fetch(`${url}/start`)).text(), /href="docs"/);
    const off = await startService(test, { START_PAGE: 'false' });
    const home = await off.request('/', { headers: { accept: 'text/html' } });
    assert.ok(home.text.includes(`href="${off.url}/docs"`));
  });
});

describe('the pages of docs', () => {
  it('every page of docs is served, and its links lead to pages, headings and documents that exist', async (test) => {
    const { url } = await startService(test);
    const names = globSync('docs/*.md').map((path) => basename(path, '.md'));
    const paths = names.map((name) => `/docs/${name === 'README' ? 'overview' : name}`);
    assert.ok(paths.length > 25);
    const texts = new Map<string, string>();
    for (const path of [...paths, '/docs', '/openapi.json']) {
      const answer = await fetch(`${url}${path}`);
      assert.equal(answer.status, 200, path);
      texts.set(path, await answer.text());
    }
    for (const path of paths) {
      const text = texts.get(path) ?? '';
      assert.doesNotMatch(text, /<script|\son\w+=|javascript:/, path);
      for (const [, href = ''] of text.matchAll(/\shref="([^"]*)"/g)) {
        const target = new URL(href.replaceAll('&amp;', '&'), `${url}${path}`);
        if (target.origin !== url) {
          assert.match(href, /^(?:https?:|mailto:|data:)/, `${path}: ${href}`);
          continue;
        }
        const there = texts.get(target.pathname);
        assert.ok(there !== undefined, `${path}: ${href}`);
        const id = decodeURIComponent(target.hash.slice(1));
        assert.ok(id === '' || there.includes(`id="${id}"`), `${path}: ${href}`);
      }
    }
  });

  it('a page of docs has the policy of pages, comes compressed, and is not sent again unchanged', async (test) => {
    const { url } = await startService(test);
    const answer = await fetch(`${url}/docs/concepts`, { headers: { 'accept-encoding': 'br' } });
    const { headers } = answer;
    assert.match(await answer.text(), /<h1>Concepts<\/h1>.*<h2 id="consent">/s);
    assert.equal(headers.get('content-encoding'), 'br');
    assert.match(
      headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'sha256-[^']+' 'sha256-[^']+'; img-src data:; /,
    );
    const etag = headers.get('etag') ?? '';
    const again = await fetch(`${url}/docs/concepts`, { headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, await again.text()], [304, '']);
    for (const path of ['/docs/gone', '/docs/__proto__', '/docs/..%2FREADME']) {
      assert.equal((await fetch(`${url}${path}`)).status, 404, path);
    }
  });
});
