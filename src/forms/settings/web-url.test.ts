import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { parseWebUrl } from './web-url.ts';
import { listOf } from '../../../test/support/list-of.ts';

const ACCEPTED: [raw: string, href: string][] = [
  ['https://example.com', 'https://example.com/'],
  ['  https://example.com/thanks \n', 'https://example.com/thanks'],
  ['HTTPS://EXAMPLE.com/A?b=c#d', 'https://example.com/A?b=c#d'],
  ['https://example.com:8443/x', 'https://example.com:8443/x'],
  ['https://example.com:443/x', 'https://example.com/x'],
  ['https://bücher.example/ü?q=ü#ü', 'https://xn--bcher-kva.example/%C3%BC?q=%C3%BC#%C3%BC'],
  ['https://XN--bcher-KVA.example/', 'https://xn--bcher-kva.example/'],
  ['https://ab--cd.example/', 'https://ab--cd.example/'],
  ['https://example.com/a@b', 'https://example.com/a@b'],
  [
    'https://example.com/?next=https://other.example',
    'https://example.com/?next=https://other.example',
  ],
  [`https://example.com/${'a'.repeat(2_028)}`, `https://example.com/${'a'.repeat(2_028)}`],
];

const REFUSED = [
  ...listOf(`
    thanks.html /thanks //example.com/ example.com http://example.com/ ftp://example.com/
    javascript:alert(1) data:text/html,x https: https:/example.com https:example.com https://
    https:///example.com https://?x https://#x https://@example.com https://:@example.com/
    https://user@example.com/ https://user:password@example.com/ https://:password@example.com/
    https://example.com/\u0085x https://example.com/\u2028x https://example.com:99999/
    https://example.com:x/ https://[::1/ https://exa%00mple.com/ https://a<b.example/
    https://xn--a/ https://www.XN--A.example/ https://xn--.example/ https://xn--example-.com/
    https://xn--99999999.example/thanks
  `),
  '',
  '   ',
  'https://example.com\\@other.example/',
  'https:\\\\example.com\\',
  'https://exam\nple.com/',
  'https://example.com/\r\nSet-Cookie: a=b',
  'https://example.com/a\tb',
  'https://example.com/a b',
  'https://example.com/\0',
  'ht\ntps://example.com/',
  'https://exam ple.com/',
  `https://example.com/${'a'.repeat(2_029)}`,
  'https://example.com, https://other.example',
];

const ODD = ['\\', '\r\n', '\t', ' '];

for (const [raw, href] of ACCEPTED)
  it(`parseWebUrl accepts ${JSON.stringify(raw.slice(0, 60))}`, () => {
    assert.equal(parseWebUrl(raw)?.href, href);
  });

for (const raw of REFUSED)
  it(`parseWebUrl refuses ${JSON.stringify(raw.slice(0, 60))}`, () => {
    assert.equal(parseWebUrl(raw), undefined);
  });

it('parseWebUrl returns a valid Location header for any text that it accepts', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...listOf(`https:// example.com / ? # @ : %0d%0a ü 。 😀 \u00ad \u202e [::1] ..`),
      ...ODD,
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  const raw = fc.oneof(
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
    fc.array(piece, { maxLength: 6 }).map((pieces) => `https://example.com${pieces.join('')}`),
    fc.array(piece, { maxLength: 6 }).map((pieces) => `https://${pieces.join('')}`),
    fc.webUrl({
      withFragments: true,
      withQueryParameters: true,
      validSchemes: ['https', 'http'],
    }),
  );
  let accepted = 0;
  fc.assert(
    fc.property(raw, (text) => {
      const url = parseWebUrl(text);
      if (!url) return;
      accepted += 1;
      assert.match(url.href, /^https:\/\/[^/@]/);
      assert.match(url.href, /^[\x21-\x7e]+$/);
      assert.doesNotMatch(url.host, /@/);
    }),
    { numRuns: 2_000 },
  );
  assert.ok(accepted > 100, `only ${accepted} inputs were accepted, so the property says little`);
});
