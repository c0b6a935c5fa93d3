import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Suspicion } from '../../contract/enums.ts';
import type { Route } from '../../forms/route.ts';
import type { FormId } from '../../contract/names.ts';
import { fieldsOf } from '../../../test/support/fields-of.ts';
import { parseSubmission } from '../posted/submission.ts';
import { Marks } from './reasons.ts';

const formId = 'cfm_AAAAAAAAAAAAAAAA' as FormId;

/** Unusual facts of a form and its sender. */
interface Situation {
  alias?: string;
  language?: Route['language'];
  settings?: Route['settings'];
  relaxed?: readonly Suspicion[];
  site?: string;
  isTooFast?: boolean;
}

const marks = new Marks({ base: () => 'https://forms.example', now: Date.now });

function suspicionsOf(input: Record<string, string>, situation: Situation = {}) {
  const given = fieldsOf(input);
  const { site, isTooFast, ...form } = situation;
  const route = { formId, alias: 'Contact', language: 'en', settings: {}, ...form } as const;
  const asked = { remember: false, isTooFast };
  return marks.mark(route, parseSubmission(given, { site }), asked).submission.suspicions;
}

const links = (count: number) => 'see https://a.example '.repeat(count);

describe('a suspicion', () => {
  const cases: [about: string, input: Record<string, string>, reasons: string[] | undefined][] = [
    ['nothing', { message: 'Hello' }, undefined],
    ['four links', { message: links(4) }, undefined],
    ['five links', { message: links(5) }, ['links']],
    ['links over all fields', { a: links(3), b: links(2) }, ['links']],
    ['links in the subject', { subject: links(1), message: links(4) }, ['links']],
    ['addresses without a scheme', { message: 'www.a.example '.repeat(5) }, ['links']],
    ['one address named twice over', { message: 'https://www.a.example '.repeat(3) }, undefined],
    ['links in fields that nobody sees', { message: 'm', altcha: links(9) }, undefined],
    ['BBCode', { message: '[URL=https://a.example]x[/url]' }, ['markup']],
    ['BBCode without a value', { message: '[url]a.example[/url]' }, ['markup']],
    ['an anchor', { message: '<A  HREF = "x">' }, ['markup']],
    ['angle brackets', { message: 'a <b and a href, [urls]' }, undefined],
    ['a trap of another service', { message: 'm', _honey: 'x' }, ['foreign_trap']],
    ['the trap by Netlify’s habit', { message: 'm', 'bot-field': 'x' }, ['foreign_trap']],
    ['any honeypot', { message: 'm', My_HoneyPot: 'x' }, ['foreign_trap']],
    ['empty traps', { message: 'm', _honey: ' ', 'bot-field': 'false' }, undefined],
    ['a shortened link', { message: 'see bit.ly/abc' }, ['unusual_links']],
    ['random letters', { name: 'dfkjghDKJHsdf' }, ['gibberish']],
    [
      'all at once',
      { message: `${links(5)}[url=x]`, _honeypot: 'x' },
      ['links', 'markup', 'foreign_trap'],
    ],
  ];
  for (const [about, input, reasons] of cases)
    it(`a suspicion about ${about}`, () => assert.deepEqual(suspicionsOf(input), reasons));

  it('a suspicion that the form has relaxed does not mark', () => {
    const odd = { message: `${links(5)}[url=x]` };
    assert.deepEqual(suspicionsOf(odd, { relaxed: ['links', 'repeat'] }), ['markup']);
    assert.equal(suspicionsOf(odd, { relaxed: ['markup', 'links'] }), undefined);
  });

  it('a suspicion never drops a submission, and never prints a trap', () => {
    const submission = parseSubmission(fieldsOf({ _honey: 'x', 'bot-field': 'x', message: 'm' }));
    assert.equal(submission.trapped, false);
    assert.deepEqual(Array.from(submission.fields.keys()), ['message']);
  });
});

describe('a script that does not fit a form', () => {
  const russian = { message: 'Здравствуйте, посмотрите наше предложение: https://a.example/' };
  const japanese = { message: 'こんにちは。こちらのページをご覧ください https://a.example/' };

  it('a text in another script with a link does not fit a form', () => {
    for (const fields of [russian, japanese]) {
      assert.deepEqual(suspicionsOf(fields), ['foreign_script']);
      assert.deepEqual(suspicionsOf(fields, { language: 'de' }), ['foreign_script']);
      assert.deepEqual(suspicionsOf(fields, { language: 'zh' }), ['foreign_script']);
    }
  });

  const fitting: [about: string, fields: Record<string, string>, situation: Situation][] = [
    ['without a link', { message: 'Здравствуйте, вы открыты в воскресенье?' }, {}],
    [
      'a name alone',
      { name: 'Олександр Шевченко-Коваленко', message: 'See https://a.example and call me please' },
      {},
    ],
    ['a form named in it', russian, { alias: 'Контакты' }],
    [
      'a website named in it',
      russian,
      { settings: { website: { name: 'Сад', url: 'https://a.example' } } },
    ],
    ['a label in it', russian, { settings: { fields: [{ name: 'message', label: 'Сообщение' }] } }],
    ['a field named in it', { ...japanese, お名前: '田中' }, {}],
    ['a page of such a country', russian, { site: 'https://shop.example.com.ua' }],
    [
      'an origin of such a country',
      japanese,
      { settings: { origins: ['https://*.example.co.jp'] } },
    ],
    [
      'Chinese at a Chinese form',
      { message: '您好，请看这个网页的产品有没有货，谢谢您 https://a.example' },
      { language: 'zh' },
    ],
    [
      'English at a Chinese form',
      { message: 'Hello, is https://a.example/chair in stock?' },
      { language: 'zh' },
    ],
  ];
  for (const [about, fields, situation] of fitting)
    it(`a text in another script fits a form: ${about}`, () =>
      assert.equal(suspicionsOf(fields, situation), undefined));
});

describe('a page of another website', () => {
  const settings = { website: { name: 'Shop', url: 'https://www.example.com/about' } };
  const hello = { message: 'Hello' };

  for (const site of [
    'https://example.org',
    'https://example.com.evil.example',
    'http://203.0.113.9',
  ])
    it(`a submission is from another website: ${site}`, () =>
      assert.deepEqual(suspicionsOf(hello, { settings, site }), ['other_page']));

  const own = [
    undefined,
    'https://www.example.com',
    'https://shop.example.com',
    'http://localhost:3000',
    'http://127.0.0.1:8080',
    'http://[::1]',
    'https://forms.example',
    'https://www-example-com.translate.goog',
  ];
  for (const site of own)
    it(`a submission is not from another website: ${site}`, () =>
      assert.equal(suspicionsOf(hello, { settings, ...(site && { site }) }), undefined));

  it('a form without a website, or with origins, has no other website', () => {
    const site = 'https://example.org';
    assert.equal(suspicionsOf(hello, { site }), undefined);
    const limited = { ...settings, origins: ['https://example.org'] };
    assert.equal(suspicionsOf(hello, { settings: limited, site }), undefined);
  });

  it('each customer of a hosting service has a website of its own', () => {
    const website = { name: 'Shop', url: 'https://shop.github.io' };
    const site = 'https://evil.github.io';
    assert.deepEqual(suspicionsOf(hello, { settings: { website }, site }), ['other_page']);
  });
});

describe('a submission that is too fast', () => {
  it('a submission is marked when it came faster than people write', () => {
    assert.deepEqual(suspicionsOf({ message: 'm' }, { isTooFast: true }), ['too_fast']);
    assert.equal(suspicionsOf({ message: 'm' }, { isTooFast: false }), undefined);
  });
});

describe('the time that marking takes', () => {
  const million = (part: string) => part.repeat(Math.ceil(1_000_000 / part.length));
  const parts = [
    ['http://', 'http://a.b/ ', '/', 'bit.l/', 'жж http://a ', '[url'],
    ['<a        href  ', "a'-"],
  ].flat();

  // One that goes back over what it has read would not end within the time of a test.
  it('a million characters of any kind are judged in bounded time', () => {
    for (const part of parts) {
      suspicionsOf({ message: million(part) });
      suspicionsOf(Object.fromEntries(parts.map((_each, at) => [`f${at}`, part.repeat(9_000)])));
    }
  });
});
