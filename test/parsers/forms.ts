import { LIMITS } from '../../src/contract/limits.ts';
import { WIRE_FACTOR } from '../../src/submissions/posted/field-collector.ts';
import { FormReader } from '../../src/submissions/posted/form-body.ts';
import { parsePartHeaders } from '../../src/submissions/posted/part-headers.ts';
import { toMailContent } from '../../src/submissions/posted/mail-content.ts';
import { parseSubmission } from '../../src/submissions/posted/submission.ts';
import { takeVisitor } from '../../src/submissions/posted/visitor.ts';
import { findReasons, contentOf } from '../../src/submissions/suspicion/reasons.ts';
import { documents, list, repeat, texts, unsortedMarks } from './hostile.ts';
import { parser, type Hostile } from './parser.ts';

const CIRCUMSTANCES = {
  route: {
    alias: 'Contact',
    settings: { website: { name: 'Site', url: 'https://site.example/' } },
    language: 'en' as const,
  },
  own: () => 'https://forms.example',
  site: 'https://xn--bcher-kva.example',
  isRepeated: false,
  isOnManyForms: false,
};

/** Reads a body and all that is looked at in it before its mail is written. */
export function readSubmission(type: string, body: string | Buffer): unknown {
  const octets = Buffer.from(body);
  const given = new FormReader(type).read(octets, LIMITS.submissionBytes);
  const submission = parseSubmission(given, { websites: ['https://site.example'] });
  const reasons = findReasons(contentOf(submission), CIRCUMSTANCES);
  return [submission, reasons, toMailContent({}, submission, 'en')];
}

const BODIES = [
  'asian-charsets',
  'charsets',
  'form-body',
  'part-encodings',
  'part-headers',
  'references',
  'traps',
  'submission',
  'next-page',
].map((name) => `src/submissions/posted/${name}.ts`);
const SUSPICION = ['gibberish', 'links', 'reasons'].map(
  (name) => `src/submissions/suspicion/${name}.ts`,
);

const FIELDS = ['message', 'email', '_redirect', '_next'];

const MULTIPART = 'multipart/form-data; boundary=b';

const part = (header: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; ${header}\r\n\r\n${value}\r\n`;

function* multiparts(size: number): Generator<Hostile<string>> {
  for (const [name, text] of texts(size - 100)) {
    yield [`a part: ${name}`, `${part('name="a"', text)}--b--\r\n`];
    yield [`a body: ${name}`, text];
  }
  for (const [name, text] of texts(LIMITS.partHeaderBytes - 100)) {
    yield [`a name: ${name}`, `${part(`name="${text}"`, 'x')}--b--\r\n`];
  }
  yield ['many parts', `${part('name="f"', 'x').repeat(size / 60)}--b--`];
  yield ['delimiters', '--b\r\n'.repeat(size / 5)];
  yield ['headers', `--b\r\n${'a: b\r\n'.repeat(size / 6)}\r\nx\r\n--b--`];
  yield ['parts of headers', `--b\r\n${'a: b\r\n'.repeat(650)}\r\nx\r\n`.repeat(size / 4_000)];
  yield ['parameters', `${part(`${'a="b"; '.repeat(500)}name="x"`, 'x')}--b--`];
}

/** A form with a text in a charset of its own. */
interface InCharset {
  type: string;
  body: Buffer;
}

/** Octets that each charset reads differently, refuses, or takes for numbers of characters. */
function* inCharsets(size: number): Generator<Hostile<InCharset>> {
  const units = [
    '81',
    'ff',
    'c3a9',
    '8141',
    '1b2442',
    '1b24421b2842',
    '80ff',
    '00',
    'f6c3a9',
    'f4908080',
  ];
  const contents = [
    ...units.map((hex) => Buffer.from(hex, 'hex')),
    '%26%2326085;',
    '&#26085;',
    '&#',
    '=41',
    '= ',
    'a',
  ];
  const labels = [
    '',
    'latin1',
    'shift_jis',
    'gb18030',
    'big5',
    'euc-kr',
    'iso-2022-jp',
    'utf-16be',
    'x',
  ];
  const headers = 'Content-Disposition: form-data; name="a"\r\nContent-Transfer-Encoding: ';
  for (const unit of contents) {
    const text = Buffer.alloc(size - 200, unit);
    for (const label of labels) {
      const what = `${JSON.stringify(unit.toString('latin1'))} in ${label}`;
      const urlencoded = {
        type: 'application/x-www-form-urlencoded',
        body: Buffer.concat([Buffer.from(`_charset_=${label}&a=`), text]),
      };
      yield [what, urlencoded];
      const type = label === '' ? MULTIPART : `${MULTIPART}; charset=${label}`;
      for (const encoding of ['8bit', 'quoted-printable', 'base64']) {
        const start = Buffer.from(`--b\r\n${headers}${encoding}\r\n\r\n`);
        const body = Buffer.concat([start, text, Buffer.from('\r\n--b--')]);
        yield [`${what}, ${encoding}`, { type, body }];
      }
    }
  }
}

/** Parameters of a part with as much to escape, to decode or to skip as there is room for. */
function* parameters(size: number): Generator<Hostile<string>> {
  const units = [
    String.raw`\"`,
    '\\',
    '%22',
    '%E5',
    '=?utf-8?q?a?= ',
    '=?',
    '; ',
    ';a=b',
    '\r\n ',
    ' ',
    'é',
    "'",
    '""',
  ];
  for (const unit of units) {
    for (const start of [
      'name="a"; filename="',
      "name=a; filename*=utf-8''",
      'name=a;',
      "name*=\"gbk''",
      '',
    ]) {
      const text = repeat(unit, size - start.length - 40);
      yield [
        `${JSON.stringify(unit)} behind ${start}`,
        `Content-Disposition: form-data; ${start}${text}"`,
      ];
    }
  }
}

/** Links and words of one text, which the marks of submissions look at. */
function* judgedTexts(size: number): Generator<Hostile<string>> {
  yield ['many short links', 'https://a.zip/ '.repeat(size / 15)];
  for (const length of [1_900, 16_000]) {
    const hosts = [
      ['marks', unsortedMarks(length - 20)],
      ['dots', 'é.'.repeat(length / 3)],
      ['escapes', '%e4%b8%80'.repeat(length / 9)],
      ['digits', '1.'.repeat(length / 2)],
      ['labels', 'xn--a.'.repeat(length / 6)],
    ] as const;
    for (const [what, host] of hosts) {
      yield [`links of ${what}`, list(size / length, () => `https://${host}.com/`, ' ')];
    }
  }
  yield ['another script', `https://a.example/ ${'привет '.repeat(size / 13)}`];
  yield ['words of marks', list(size / 60, () => `a${'\u0301'.repeat(20)}`, ' ')];
}

export const FORM_PARSERS = [
  parser({
    name: 'a submission in JSON',
    files: [...BODIES, ...SUSPICION],
    most: LIMITS.submissionBytes * WIRE_FACTOR,
    boundedBy: 'readBody, by MAX_SUBMISSION_BYTES',
    *inputs(size) {
      yield* documents(size, FIELDS, { _dry_run: 'no' });
      for (const [name, text] of judgedTexts(size / 4)) {
        yield [name, JSON.stringify({ message: text, _gotcha: 'x' })];
        yield [`${name}, short`, JSON.stringify({ name: text.slice(0, 200), _gotcha: text })];
      }
    },
    read: (body) => readSubmission('application/json', body),
  }),
  parser({
    name: 'a urlencoded submission',
    files: BODIES,
    most: LIMITS.submissionBytes * WIRE_FACTOR,
    boundedBy: 'readBody, by MAX_SUBMISSION_BYTES',
    *inputs(size) {
      yield* texts(size);
      for (const field of [...FIELDS, '_next=/']) yield* texts(size, `${field}=`);
      yield ['many fields', list(size / 8, (at) => `f${at}=`, '&')];
      yield ['200 names', list(200, (at) => `${repeat('%', 190)}${at}=%`, '&')];
    },
    read: (body) => readSubmission('application/x-www-form-urlencoded', body),
  }),
  parser({
    name: 'a multipart submission',
    files: BODIES,
    most: LIMITS.submissionBytes * WIRE_FACTOR,
    boundedBy: 'readBody, by MAX_SUBMISSION_BYTES',
    inputs: multiparts,
    read: (body) => readSubmission(MULTIPART, body),
  }),
  parser({
    name: 'a submission in another charset',
    files: BODIES,
    most: LIMITS.submissionBytes * WIRE_FACTOR,
    boundedBy: 'readBody, by MAX_SUBMISSION_BYTES',
    inputs: inCharsets,
    read: ({ type, body }) => readSubmission(type, body),
  }),
  parser({
    name: 'the headers of a part',
    files: ['src/submissions/posted/part-headers.ts'],
    most: LIMITS.partHeaderBytes,
    inputs: parameters,
    read: (block) => parsePartHeaders(block),
  }),
  parser({
    name: 'the visitor whom a server names',
    files: ['src/platform/text/client-name.ts'],
    most: LIMITS.submissionBytes,
    boundedBy: 'readBody, by MAX_SUBMISSION_BYTES',
    *inputs(size) {
      yield ['an address', '2001:db8::1'];
      for (const start of ['', '::', '1:', '1.', '::ffff:1.2.3.4%', 'https://', 'https://a.']) {
        yield* texts(size / 2, start);
      }
    },
    read: (text) => [
      takeVisitor(new Map([['_visitor_ip', [text.slice(0, 64)]]])),
      takeVisitor(new Map([['_visitor_origin', [text]]])),
    ],
  }),
];
