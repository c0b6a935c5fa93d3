import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { siteOf } from '../../web/http/request.ts';
import { allowsSite, parseOrigin } from './origins.ts';

const SITES: [headers: { origin?: string; referer?: string }, site: string | undefined][] = [
  [{ origin: 'https://example.com' }, 'https://example.com'],
  [{ origin: 'https://example.com:8443' }, 'https://example.com:8443'],
  [{ origin: 'HTTPS://EXAMPLE.COM:443' }, 'https://example.com'],
  [{ origin: 'https://xn--bcher-kva.example' }, 'https://xn--bcher-kva.example'],
  [{ origin: 'http://[::1]:5173' }, 'http://[::1]:5173'],
  [{ origin: 'http://example.com' }, 'http://example.com'],
  [{ referer: 'https://example.com/contact?a=b#c' }, 'https://example.com'],
  [{ referer: 'https://example.com@evil.com/' }, 'https://evil.com'],
  [{ origin: 'https://evil.com', referer: 'https://example.com/' }, 'https://evil.com'],
  [{}, undefined],
  [{ origin: 'null' }, undefined],
  [{ origin: 'null', referer: 'https://example.com/' }, undefined],
  [{ origin: '', referer: 'https://example.com/' }, undefined],
  [{ origin: 'https://example.com/', referer: 'https://example.com/' }, undefined],
  [{ origin: 'https://evil.com, https://example.com' }, undefined],
  [{ origin: 'https://evil.com https://example.com' }, undefined],
  [{ origin: 'https://me@example.com' }, undefined],
  [{ origin: 'https://example.com\\.evil.com' }, undefined],
  [{ origin: 'ftp://example.com' }, undefined],
  [{ origin: 'file://' }, undefined],
  [{ referer: 'about:blank' }, undefined],
  [{ referer: 'blob:https://example.com/1' }, undefined],
  [{ referer: 'example.com' }, undefined],
  [{ referer: '' }, undefined],
];

const ALLOWED: [entry: string, site: string][] = [
  ['https://example.com', 'https://example.com'],
  ['https://example.com:8443', 'https://example.com:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://*.bücher.example', 'https://www.xn--bcher-kva.example'],
  ['https://*.example.com', 'https://www.example.com'],
  ['https://*.example.com', 'https://a.b.example.com'],
  ['https://*.example.com:8443', 'https://www.example.com:8443'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://[::1]:5173', 'http://[::1]:5173'],
];

const REFUSED: [entry: string, site: string][] = [
  ['https://example.com', 'http://example.com'],
  ['https://example.com', 'https://example.com:8443'],
  ['https://example.com:8443', 'https://example.com'],
  ['https://example.com', 'https://www.example.com'],
  ['https://example.com', 'https://evilexample.com'],
  ['https://example.com', 'https://example.com.evil.com'],
  ['https://example.com', 'https://example.com.'],
  ['https://example.com', 'https://example.co'],
  ['https://*.example.com', 'https://example.com'],
  ['https://*.example.com', 'https://.example.com'],
  ['https://*.example.com', 'https://evilexample.com'],
  ['https://*.example.com', 'https://www.example.com.evil.com'],
  ['https://*.example.com', 'https://www.example.com:8443'],
  ['https://*.example.com:8443', 'https://www.example.com'],
  ['https://*.example.com', 'http://www.example.com'],
  ['https://*.example.com', 'https://*'],
  ['https://bücher.example', 'https://bucher.example'],
  ['http://localhost:3000', 'http://localhost:3001'],
  ['http://localhost:3000', 'http://localhost'],
  ['http://localhost:3000', 'http://127.0.0.1:3000'],
];

const stored = (entry: string): string => {
  const { origin } = parseOrigin(entry);
  assert.ok(origin, entry);
  return origin;
};

for (const [headers, site] of SITES)
  it(`the site of ${JSON.stringify(headers)} is ${site}`, () =>
    assert.equal(siteOf(headers), site));
for (const [entry, site] of ALLOWED)
  it(`${entry} allows ${site}`, () => assert.ok(allowsSite([stored(entry)], site)));
for (const [entry, site] of REFUSED)
  it(`${entry} does not allow ${site}`, () => assert.ok(!allowsSite([stored(entry)], site)));

it('one of several entries is enough, and no entry allows nothing', () => {
  const origins = ['https://a.example', 'https://*.b.example'].map(stored);
  assert.ok(allowsSite(origins, 'https://x.b.example'));
  assert.ok(!allowsSite([], 'https://a.example'));
});

it('an entry allows a site exactly if its URL has the scheme, the host or one below it, and the port', () => {
  const label = fc.constantFrom('a', 'example', 'evilexample', 'com', 'co', 'xn--bcher-kva');
  const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
  const port = fc.constantFrom('', ':80', ':443', ':8443');
  const scheme = fc.constantFrom('https', 'http');
  const entries = fc.record({ wild: fc.boolean(), host, port });
  fc.assert(
    fc.property(entries, fc.record({ scheme, host, port }), (entry, sent) => {
      const { origin } = parseOrigin(`https://${entry.wild ? '*.' : ''}${entry.host}${entry.port}`);
      fc.pre(origin !== undefined);
      const [own, url] = [`https://${entry.host}${entry.port}`, sent].map((part) =>
        typeof part === 'string'
          ? new URL(part)
          : new URL(`${part.scheme}://${part.host}${part.port}`),
      ) as [URL, URL];
      const isHost = entry.wild
        ? url.hostname.endsWith(`.${own.hostname}`)
        : url.hostname === own.hostname;
      const expected = url.protocol === 'https:' && isHost && url.port === own.port;
      assert.equal(allowsSite([origin], siteOf({ origin: url.origin }) ?? ''), expected);
    }),
  );
});
