import assert from 'node:assert/strict';
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
    assert.equal(urls.length, 4);
    for (const target of urls) assert.match(target, /^(assets\/docs\.|openapi\.json$|llms\.txt$)/);
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
    for (const method of ['POST', 'PUT', 'DELETE']) {
      assert.equal((await request('/docs', { method })).json.error, 'not_found');
    }
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
