import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hasUnusualLink } from './links.ts';

const unusual = [
  ['http://203.0.113.9/login', 'https://[2001:db8::7]/', 'http://3405803785/'],
  ['https://bank.example@evil.example/', 'https://bit.ly/abc', 'bit.ly/abc'],
  ['now: TinyURL.com/abc.', 'https://www.t.co/x', 'https://xn--80ak6aa92e.example/'],
  ['https://аррlе.example/', 'https://invoice.zip/', 'http://win.example.cfd/a'],
  ['www.example.sbs/x', 'https://a.example/%6c%6f%67%69%6e'],
].flat();
for (const link of unusual)
  it(`a link is unusual: ${link}`, () => assert.equal(hasUnusualLink(`see ${link} now`), true));

const usual = [
  'https://www.example.com/shop/blue-chair?size=2&colour=%23aabbcc',
  'http://192.168.1.1/admin, http://10.0.0.7:8080/ and http://[fe80::1]/',
  'http://localhost:3000/ http://127.0.0.1/',
  'https://müller.example/straße/%C3%A4%C3%B6%C3%BC',
  'https://пример.испытание/страница',
  'https://maps.app.goo.gl/abc https://youtu.be/abc https://amzn.eu/d/abc',
  `https://maps.example/place/${'a1!b2'.repeat(120)}`,
  'https://links.example/?url=https%3A%2F%2Fshop.example%2F&data=05%7C02%7Cx',
  'not.bit.ly/abc me@bit.ly and/or t.co.',
  'archive.zip is attached, see a/b.mov',
  'me@example.zip',
  'http://',
  'https://[',
];
for (const link of usual)
  it(`a link is usual: ${link.slice(0, 60)}`, () =>
    assert.equal(hasUnusualLink(`see ${link} now`), false));
