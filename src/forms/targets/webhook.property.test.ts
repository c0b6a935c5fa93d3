import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { it } from 'node:test';
import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { parseWebhookUrl } from './webhook.ts';
import { listOf } from '../../../test/support/list-of.ts';

const OWN = 'forms.letterslot.com';

/** Hosts, spellings of addresses, and characters that parsers drop, map or read differently. */
const PIECES = [
  ...listOf(`
    hooks.site.com site .com .local localhost 127 .0.0.1 0x7f 2130706433 017700000001 [::1] ①②⑦ 。
    \u212a \u017f ü みんな \u00ad \u200b ％ %6c %00 xn-- . .. - _ @ user:pass@ :8443 :0 :99999 : / //
    ? # /path \ud800
  `),
  OWN,
  '\\',
  ' ',
  '\t',
  '\r\n',
  '\0',
];

const anyWords = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 3 })), { maxLength: 6 })
  .map((all) => all.join(''));
const raw = fc.oneof(
  anyWords.map((text) => `https://${text}`),
  anyWords.map((text) => `https://hooks.site.com${text}`),
  fc.tuple(anyWords, anyWords).map(([host, rest]) => `https://h${host}.com/${rest}`),
  anyWords,
  fc.webUrl({ validSchemes: ['https', 'http', 'ftp'], withQueryParameters: true }),
  fc.tuple(fc.domain(), anyWords).map(([host, rest]) => `HttpS://${host}/${rest}`),
);

const NUMBER = /^(\d+|0x[\da-f]*)$/;

it('an accepted webhook URL has the host that was written, which is public and not an address', () => {
  let accepted = 0;
  fc.assert(
    fc.property(raw, (text) => {
      const url = parseWebhookUrl(text, OWN);
      if (url === undefined) return;
      accepted += 1;
      assert.match(url, /^https:\/\/[\x21-\x7e]+$/);
      const { hostname, username, password, hash } = new URL(url);
      const [, written = ''] = /^[a-z]+:\/\/([^/?:]*)/i.exec(text) ?? [];
      assert.match(written, /^[\p{L}\p{M}\p{Nd}.-]+$/u);
      assert.doesNotMatch(written, /[\u017f\u212a\uff01-\uff5e]/u, 'none is mapped to ASCII');
      assert.ok([hostname, domainToUnicode(hostname)].includes(written.toLowerCase()), written);
      assert.equal(username + password + hash, '');
      const labels = hostname.split('.');
      assert.ok(labels.length >= 2 && isIP(hostname) === 0 && hostname !== OWN);
      assert.doesNotMatch(labels.at(-1) ?? '', NUMBER);
      assert.ok(!['local', 'localhost', 'internal'].includes(labels.at(-1) ?? ''));
      assert.equal(parseWebhookUrl(url, OWN), url, 'it is accepted unchanged');
    }),
    { numRuns: 5_000 },
  );
  assert.ok(accepted > 250, `only ${accepted} inputs were accepted, so the property says little`);
});
