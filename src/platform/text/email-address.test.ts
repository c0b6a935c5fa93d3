import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addressParser } from 'postal-mime';
import { parseEmailAddress, splitAddress } from './email-address.ts';

const label63 = 'd'.repeat(63);
const local64 = 'l'.repeat(64);

/** An address of exactly `length` characters with labels of at most 63. */
function addressOf(length: number): string {
  const rest = `@${label63}.${label63}.`.length + '.example'.length;
  const filler = 'e'.repeat(length - 60 - rest);
  return `${'l'.repeat(60)}@${label63}.${label63}.${filler}.example`;
}

const ACCEPTED: [input: string, address: string][] = [
  ['jo@example.com', 'jo@example.com'],
  ['  jo@example.com\r\n', 'jo@example.com'],
  ['Jo.Doe+Tag@EXAMPLE.Com', 'Jo.Doe+Tag@example.com'],
  ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
  ['0@1.example', '0@1.example'],
  ['a@a-b--c.example', 'a@a-b--c.example'],
  ['a@xn--bcher-kva.example', 'a@xn--bcher-kva.example'],
  ['a@bücher.example', 'a@xn--bcher-kva.example'],
  ['a@BÜCHER.example', 'a@xn--bcher-kva.example'],
  ['a@例え.テスト', 'a@xn--r8jz45g.xn--zckzah'],
  ['a@sub.sub.sub.example', 'a@sub.sub.sub.example'],
  [`${local64}@example.com`, `${local64}@example.com`],
  [`a@${label63}.example`, `a@${label63}.example`],
  [addressOf(254), addressOf(254)],
];

const REFUSED: [name: string, input: unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['a number', 7],
  ['a list', ['a@example.com']],
  ['an object', { toString: () => 'a@example.com' }],
  ['the empty string', ''],
  ['white space', '   '],
  ['no @', 'example.com'],
  ['no local part', '@example.com'],
  ['no domain', 'a@'],
  ['a domain of one label', 'a@localhost'],
  ['two @', 'a@b@example.com'],
  ['two addresses', 'a@example.com, b@example.com'],
  ['two addresses with a semicolon', 'a@example.com;b@example.com'],
  ['a name and brackets', 'Jo <jo@example.com>'],
  ['brackets alone', '<jo@example.com>'],
  ['a group', 'friends: a@example.com;'],
  ['a source route', '@relay.example:a@example.com'],
  ['a percent route to two hosts', 'a%b@example.com@relay.example'],
  ['mailto', 'mailto:a@example.com'],
  ['a space in the local part', 'a b@example.com'],
  ['a quoted local part', '"a"@example.com'],
  ['a quoted local part with another address', '"a@evil.example x"@example.com'],
  ['a comment in the local part', 'a(x)@example.com'],
  ['a comment in the domain', 'a@example.com(evil.example)'],
  ['a backslash', 'a\\b@example.com'],
  ['a dot at the start', '.a@example.com'],
  ['a dot at the end of the local part', 'a.@example.com'],
  ['two dots', 'a..b@example.com'],
  ['two dots in the domain', 'a@example..com'],
  ['a dot at the start of the domain', 'a@.example.com'],
  ['a dot at the end of the domain', 'a@example.com.'],
  ['a hyphen at the start of a label', 'a@-x.example'],
  ['a hyphen at the end of a label', 'a@x-.example'],
  ['an underscore in the domain', 'a@x_y.example'],
  ['an address literal', 'a@[127.0.0.1]'],
  ['an IPv6 literal', 'a@[IPv6:::1]'],
  ['an IPv4 address', 'a@127.0.0.1'],
  ['an IPv4 address in fullwidth digits', 'a@１２７.０.０.１'],
  ['a numeric top label', 'a@example.123'],
  ['a port', 'a@example.com:25'],
  ['a path', 'a@example.com/x'],
  ['an escaped character in the domain', 'a@ex%61mple.com'],
  ['CRLF and a header', 'a@example.com\r\nBcc: b@evil.example'],
  ['CRLF and a recipient', 'a@example.com> NOTIFY=NEVER\r\nRCPT TO:<b@evil.example'],
  ['LF in the local part', 'a\nb@example.com'],
  ['CR in the domain', 'a@exam\rple.com'],
  ['NUL', 'a\0@example.com'],
  ['a tab', 'a\t@example.com'],
  ['a line separator', 'a\u2028b@example.com'],
  ['a fullwidth @', 'a＠example.com'],
  ['a small @', 'a﹫example.com'],
  ['a fullwidth @ beside a real one', 'a＠evil.example@example.com'],
  ['an ideographic full stop', 'a@example。com'],
  ['a fullwidth full stop', 'a@example．com'],
  ['a letter beyond ASCII in the local part', 'jörg@example.com'],
  ['a soft hyphen in the domain', 'a@exam\u00adple.com'],
  ['a zero-width space in the domain', 'a@exam\u200bple.com'],
  ['a zero-width joiner in the domain', 'a@exam\u200dple.com'],
  ['a word joiner in the domain', 'a@exam\u2060ple.com'],
  ['a variation selector in the domain, which vanishes', 'a@exam\ufe0fple.com'],
  ['a grapheme joiner in the domain, which vanishes', 'a@exam\u034fple.com'],
  ['a Hangul filler in the domain, which vanishes', 'a@exam\u3164ple.com'],
  ['a bidi override in the domain', 'a@exam\u202eple.com'],
  ['a character that becomes a/c', 'a@℀.example'],
  ['an emoji domain', 'a@💌.example'],
  ['a lone surrogate', 'a@exam\ud800ple.com'],
  ['a broken A-label', 'a@xn--zzzz--.example'],
  ['an A-label that stands for nothing', 'a@xn--a.example'],
  ['an A-label of plain letters', 'a@XN--mail-.example'],
  ['a local part of 65', `${local64}l@example.com`],
  ['a label of 64', `a@d${label63}.example`],
  ['a label that is too long as an A-label', `a@${'ü'.repeat(60)}.example`],
  ['an address of 255', addressOf(255)],
  ['an address of 1 MB', `${'a'.repeat(1_048_576)}@example.com`],
  ['a domain of 1 MB', `a@${'a.'.repeat(524_288)}com`],
  ['a megabyte of @', '@'.repeat(1_048_576)],
  ['a megabyte of white space around an address', `${' '.repeat(1_048_576)}a@example.com`],
];

describe('parseEmailAddress accepts', () => {
  for (const [input, address] of ACCEPTED)
    it(`parseEmailAddress accepts ${JSON.stringify(input.slice(0, 60))}`, () =>
      assert.equal(parseEmailAddress(input), address));
});

describe('parseEmailAddress refuses', () => {
  for (const [name, input] of REFUSED)
    it(`parseEmailAddress refuses ${name}`, () =>
      assert.equal(parseEmailAddress(input), undefined));
});

const STRICT =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[a-z0-9-]+(\.[a-z0-9-]+)+$/;

describe('whatever is accepted', () => {
  const nasty = fc.constantFrom(
    '\r\n',
    '>',
    '<',
    ' ',
    '"',
    '(',
    ')',
    '\\',
    ',',
    ';',
    ':',
    '\0',
    '\u00ad',
    '＠',
    '.',
    '@',
    'ü',
    '①',
    '。',
    'xn--',
    '-',
  );
  const word = fc.oneof(
    nasty,
    fc.string({ maxLength: 4 }),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  const part = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(''));
  const address = fc.oneof(
    fc.tuple(part, part, part).map(([local, domain, top]) => `${local}@${domain}.${top}`),
    fc.tuple(part, part).map(([local, domain]) => `${local}@${domain}.example`),
    part.map((domain) => `a@x${domain}y.example`),
    part.map((local) => `x${local}y@host.example`),
    fc.emailAddress(),
  );

  it('an accepted address is strict ASCII without white space, brackets and line breaks', () => {
    let accepted = 0;
    fc.assert(
      fc.property(address, (input) => {
        const parsed = parseEmailAddress(input);
        if (parsed === undefined) return;
        accepted += 1;
        assert.match(parsed, STRICT);
        assert.doesNotMatch(parsed, /[\s<>\r\n]|[^\x21-\x7e]/);
        assert.ok(parsed.length <= 254);
        assert.equal(parseEmailAddress(parsed), parsed, 'it is accepted unchanged');
        assert.deepEqual(addressParser(parsed), [{ name: '', address: parsed }], 'one mailbox');
        const { localPart, domain } = splitAddress(parsed);
        assert.equal(`${localPart}@${domain}`, parsed);
        assert.ok(localPart.length <= 64 && !localPart.includes('@'));
      }),
      { numRuns: 2_000 },
    );
    assert.ok(accepted > 100, `only ${accepted} inputs were accepted, so the property says little`);
  });
});
