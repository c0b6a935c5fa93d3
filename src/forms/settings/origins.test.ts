import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parseOrigin } from './origins.ts';
import { listOf } from '../../../test/support/list-of.ts';

const ACCEPTED: [text: string, origin: string][] = [
  ['https://example.com', 'https://example.com'],
  ['https://example.com/', 'https://example.com'],
  ['HTTPS://Example.COM:443', 'https://example.com'],
  ['https://example.com:8443', 'https://example.com:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://*.example.com', 'https://*.example.com'],
  ['https://*.example.co.uk:8443', 'https://*.example.co.uk:8443'],
  ['https://*.me.github.io', 'https://*.me.github.io'],
  ['https://me.github.io', 'https://me.github.io'],
  ['https://192.0.2.7', 'https://192.0.2.7'],
  ['https://[2001:db8::1]', 'https://[2001:db8::1]'],
  ['http://localhost', 'http://localhost'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['http://[::1]:5173', 'http://[::1]:5173'],
];

const REFUSED = [
  ...listOf(`
    * null example.com https:// https://* https://*. https://example.com//
    https://example.com/path https://example.com?x https://example.com#x https://user@example.com
    https://user:pass@example.com https://example.com:99999 https://example.com. https://0x7f.1
    https://%65xample.com https://xn--a.com https://a.*.example.com https://*.*.example.com
    https://**.example.com https://*.com https://*.co.uk https://*.github.io https://*.test
    https://*.192.0.2.7 http://example.com http://*.localhost http://localhost.example.com
    http://127.0.0.2 ftp://example.com javascript:alert(1)
  `),
  '',
  'https://exa mple.com',
  'https://example.com\\@evil.com',
  'https://example.com\r\nX: y',
];

for (const [text, origin] of ACCEPTED)
  it(`an allowed origin may be ${text}`, () => assert.equal(parseOrigin(text).origin, origin));
for (const text of REFUSED)
  it(`an allowed origin is not ${JSON.stringify(text)}`, () => assert.ok(parseOrigin(text).fault));
