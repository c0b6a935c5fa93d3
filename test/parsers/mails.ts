import { parseMail, UnreadableMail } from '../../src/mail/parse-mail.ts';
import { list, repeat } from './hostile.ts';
import { parser, type Hostile } from './parser.ts';

const OWN = 'Letterslot-Reference: x\r\n';

/** What a body is cut into, however it is coded. */
const LINES = [
  '\n',
  '\r\n',
  '\r',
  'a\n',
  '| a:\n|   b\n',
  '=\n',
  'AA==\n',
  '=41\n',
  '--b\n',
  '--\n',
];

const CODINGS = ['7bit', 'base64', 'quoted-printable'];

/** Fields of a header that a reader takes apart. */
const FIELDS = [
  'a@b, ',
  'a:b@c;, ',
  '=?utf-8?q?a?= ',
  '(',
  '"a" ',
  '\\',
  ';a*0=b',
  ";a*=utf-8''%41",
  '\r\n ',
  ' \r\n\t',
];

/** Mails with as many lines, parts, levels and header fields as there is room for. */
function* mails(size: number): Generator<Hostile<string>> {
  yield ['every octet a line end', '\n'.repeat(size)];
  const multipart = `${OWN}Content-Type: multipart/mixed; boundary=b\r\n\r\n`;
  for (const coding of CODINGS) {
    const coded = `Content-Transfer-Encoding: ${coding}\r\n`;
    for (const line of LINES) {
      const what = `${JSON.stringify(line)}, ${coding}`;
      const text = line.repeat(size / line.length);
      yield [`lines of ${what}`, `${OWN}${coded}\r\n${text}`];
      yield [`a part of ${what}`, `${multipart}--b\r\n${coded}\r\n${text}\r\n--b--\r\n`];
    }
    const part = `--b\r\n${coded}\r\nx\r\n`;
    yield [`many parts, ${coding}`, `${multipart}${part.repeat(size / part.length)}`];
    yield [`9,000 parts, ${coding}`, `${multipart}${part.repeat(9_000)}`];
    yield [`a line, ${coding}`, `${OWN}${coded}\r\n${repeat('A', size)}`];
  }
  for (const type of ['text/html', 'text/plain; format=flowed', 'text/calendar', 'message/rfc822'])
    yield [`lines of ${type}`, `${OWN}Content-Type: ${type}\r\n\r\n${'a \n'.repeat(size / 3)}`];
  const level = (at: number) =>
    `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`;
  yield ['many levels', OWN + list(size / 60, level)];
  yield ['ten levels of many parts', list(9, level) + '--b8\r\n\r\n'.repeat(9_000)];
  // A reader may refuse longer ones: these are the longest that it takes as well.
  for (const octets of [size, 500_000]) {
    yield [`${octets} octets of fields`, list(octets / 6, () => 'a: b\r\n')];
    yield [`${octets} octets of empty fields`, list(octets / 2, () => 'a\n')];
    for (const name of ['To', 'Subject', 'Content-Type: a/b', 'Content-Disposition: a']) {
      for (const unit of FIELDS)
        yield [
          `${octets} octets of ${JSON.stringify(unit)} in ${name}`,
          `${name}${name.includes(':') ? '' : ': '}${repeat(unit, octets)}\r\n\r\nx`,
        ];
    }
  }
}

export const MAIL_PARSERS = [
  parser({
    // For the commands that read mails of strangers, in processes of their own.
    name: 'a mail of a stranger',
    files: ['src/mail/parse-mail.ts'],
    most: 1_048_576,
    cost: 3_000,
    faults: [UnreadableMail],
    inputs: mails,
    read: (text) => parseMail(Buffer.from(text)),
  }),
];
