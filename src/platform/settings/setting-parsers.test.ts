import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  httpUrl,
  integer,
  key,
  line,
  oneOf,
  sealingKeys,
  sender,
  submitRate,
} from './setting-parsers.ts';

/** A parser, texts that it reads, and texts that it refuses. */
function describeParser<T>(
  name: string,
  parse: (text: string) => T,
  good: [text: string, value: T][],
  bad: string[],
): void {
  describe(name, () => {
    for (const [text, value] of good)
      it(`${name} reads ${JSON.stringify(text)}`, () => assert.deepEqual(parse(text), value));
    for (const text of bad)
      it(`${name} refuses ${JSON.stringify(text)}`, () => {
        assert.throws(
          () => parse(text),
          (error: Error) =>
            error.constructor === Error &&
            /^(must|has|names|is) /.test(error.message) &&
            (text.length < 8 || !error.message.includes(text)),
        );
      });
  });
}

describeParser(
  'integer',
  integer(1, 65_535),
  [
    ['1', 1],
    ['65535', 65_535],
    ['0080', 80],
  ],
  ['', ' 1', '0', '65536', '-1', '+1', '1.0', '1e3', '0x10', '١', 'one', '9'.repeat(400)],
);

describe('integer', () => {
  it('integer accepts both ends of every range', () => {
    for (const most of [1, 1_000, 999_999_999, 1_000_000_000]) {
      assert.equal(integer(0, most)(String(most)), most);
      assert.equal(integer(0, most)('0'), 0);
    }
  });
});

describeParser(
  'oneOf',
  oneOf('info', 'warn'),
  [
    ['info', 'info'],
    ['warn', 'warn'],
  ],
  ['', 'INFO', 'info ', 'constructor', 'verbose-level'],
);

describeParser(
  'line',
  line,
  [['  Acme\r\nInc. ', 'Acme Inc.']],
  ['', ' ', '\r\n', '\u00a0', '\u200b'],
);

describeParser(
  'httpUrl',
  httpUrl,
  [
    ['https://forms.example', 'https://forms.example'],
    ['https://forms.example/', 'https://forms.example'],
    ['http://localhost:8080/base//', 'http://localhost:8080/base'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ],
  [
    '',
    'forms.example',
    '//forms.example',
    'ftp://forms.example',
    'https://u@forms.example',
    'https://u:p@forms.example',
    'https://forms.example/?a=b',
    'https://forms.example/#a',
    'javascript:alert(1)',
  ],
);

describe('httpUrl', () => {
  // Links of the service are this text plus a path.
  for (const text of [
    'https://forms.example?',
    'https://forms.example#',
    ' https://forms.example ',
    'https:forms.example',
    'https:\\\\forms.example\\',
    'https://forms.example/a b',
  ])
    it(`httpUrl refuses or repairs ${JSON.stringify(text)}`, () => {
      let base = 'https://refused.example';
      try {
        base = httpUrl(text);
      } catch {
        return;
      }
      assert.match(base, /^https?:\/\/[!-~]+$/);
      assert.match(new URL(`${base}/f/cfm_X`).pathname, /\/f\/cfm_X$/);
    });
});

const secret = randomBytes(32);
const encoded = secret.toString('base64url');
const other = randomBytes(32);

describeParser(
  'key',
  key,
  [[encoded, secret]],
  [
    '',
    'short',
    `${encoded}=`,
    ` ${encoded}`,
    `${encoded}A`,
    encoded.slice(1),
    randomBytes(31).toString('base64url'),
    randomBytes(33).toString('base64url'),
    `${'+'.repeat(42)}A`,
    secret.toString('hex'),
  ],
);

describeParser(
  'sealingKeys',
  sealingKeys,
  [
    [`k1:${encoded}`, [{ id: 'k1', secret }]],
    [
      `new:${other.toString('base64url')}, k1:${encoded}`,
      [
        { id: 'new', secret: other },
        { id: 'k1', secret },
      ],
    ],
  ],
  [
    '',
    encoded,
    `:${encoded}`,
    'k1:',
    `k1:${encoded},`,
    `k1:${encoded},k1:${encoded}`,
    `k.1:${encoded}`,
    `${'k'.repeat(17)}:${encoded}`,
    'k1:short-secret',
    `k1:${encoded};k2:${encoded}`,
  ],
);

describeParser(
  'sender',
  sender,
  [
    ['forms@example.com', { name: '', address: 'forms@example.com' }],
    ['Forms <forms@EXAMPLE.com>', { name: 'Forms', address: 'forms@example.com' }],
    [' "Acme, Inc." <forms@example.com> ', { name: 'Acme, Inc.', address: 'forms@example.com' }],
    ['<forms@example.com>', { name: '', address: 'forms@example.com' }],
    ['Größe <forms@bücher.example>', { name: 'Größe', address: 'forms@xn--bcher-kva.example' }],
  ],
  [
    '',
    'forms',
    'Forms',
    'Forms forms@example.com',
    'Forms <forms@example.com',
    '<>',
    'a@example.com, b@example.com',
    'F <a@x.example> <b@x.example',
  ],
);

describeParser(
  'submitRate',
  submitRate,
  [
    ['60/20', { form: 60, client: 20 }],
    [' 60 / 20 ', { form: 60, client: 20 }],
    ['0/0', { form: 0, client: 0 }],
  ],
  ['', '60', '60/', '/20', '60/20/1', '60,20', '-1/2', '60/1000001'],
);
