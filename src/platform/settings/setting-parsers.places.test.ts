import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contact, host, hostPatterns } from './setting-parsers.ts';

const HOSTS: [text: string, value: string][] = [
  ['127.0.0.1', '127.0.0.1'],
  ['0.0.0.0', '0.0.0.0'],
  [' localhost ', 'localhost'],
  ['forms-1.example.com', 'forms-1.example.com'],
  ['::', '::'],
  ['[::1]', '::1'],
  ['fe80::1%eth0', 'fe80::1%eth0'],
];

const NO_HOSTS = [
  '',
  ' ',
  '\t',
  '\u00a0',
  '\u200b',
  '[]',
  '[127.0.0.1]',
  '[localhost]',
  '[::1',
  '[::1]:80',
  '127.0.0.1:8080',
  'localhost:8080',
  'http://localhost',
  'a b',
  // getaddrinfo reads these as addresses, the first ones as 0.0.0.0.
  '0',
  '00',
  '0x0',
  '0.0',
  '127.1',
  '1.2.3.4.5',
  '256.0.0.1',
];

const CONTACTS: [text: string, value: string][] = [
  ['Help@Example.com', 'Help@example.com'],
  ['https://example.com/help', 'https://example.com/help'],
];

const NO_CONTACTS = [
  '',
  'help',
  'http://example.com',
  'mailto:help@example.com',
  'javascript:alert(1)',
  'https://user:secret@example.com/',
  'https://example.com/\r\nx: y ',
  `https://example.com/${'x'.repeat(200)}`,
];

const PATTERNS: [text: string, value: string[]][] = [
  ['www.example.com', ['www.example.com']],
  [' WWW.example.com, *.Example.org ', ['www.example.com', '*.example.org']],
];

const NO_PATTERNS = [
  '',
  '*',
  '*.com',
  '*.co.uk',
  '*.github.io',
  'www.*.com',
  '*.*.example.com',
  'https://example.com',
  'example.com:8080',
  'example.com,',
  '192.0.2.7',
  'localhost',
];

const PARSERS = {
  hostPatterns: { parse: hostPatterns, good: PATTERNS, bad: NO_PATTERNS },
  contact: { parse: contact, good: CONTACTS, bad: NO_CONTACTS },
  host: { parse: host, good: HOSTS, bad: NO_HOSTS },
};

for (const [name, { parse, good, bad }] of Object.entries(PARSERS)) {
  describe(name, () => {
    for (const [text, value] of good)
      it(`${name} reads ${JSON.stringify(text)}`, () => assert.deepEqual(parse(text), value));
    for (const text of bad)
      it(`${name} refuses ${JSON.stringify(text)}`, () => {
        assert.throws(
          () => parse(text),
          ({ message }: Error) =>
            message.startsWith('must be ') && (text.length < 8 || !message.includes(text)),
        );
      });
  });
}
