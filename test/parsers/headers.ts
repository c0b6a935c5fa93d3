import { LIMITS } from '../../src/contract/limits.ts';
import {
  siteOf,
  callerOf,
  cameFrom,
  contentTypeOf,
  isCoded,
  mayBeOwnPage,
  readTarget,
} from '../../src/web/http/request.ts';
import { traceOf } from '../../src/web/http/proxy-headers.ts';
import { isOtherPage } from '../../src/submissions/suspicion/reasons.ts';
import { nameInHost } from '../../src/platform/text/host-name.ts';
import {
  asksForJson,
  prefersHtml,
  utf8MediaType,
  parseRetryAfter,
} from '../../src/platform/text/http-headers.ts';
import { parseLanguage } from '../../src/web/apps/app-page.ts';
import { chooseCoding } from '../../src/web/apps/send-body.ts';
import { parseChoice } from '../../src/install/install-artifact.ts';
import { chooseLanguage } from '../../src/catalogs/languages.ts';
import { list, texts } from './hostile.ts';
import { parser, type Hostile } from './parser.ts';

const BOUNDED_BY = "Node's HTTP parser, by LIMITS.headerBytes";

const escaped = (text: string) => encodeURIComponent(text.toWellFormed()).slice(0, text.length);

/** Node hands headers over as Latin-1; other letters are there in percents alone. */
function* headers(size: number): Generator<Hostile<string>> {
  const starts = ['', 'text/html;', 'a/b;charset=', 'https://', 'http://[', '/', 'en;q='];
  for (const start of starts) {
    for (const [name, text] of texts(size, start)) {
      yield [name, Buffer.from(text).toString('latin1')];
    }
  }
  for (const [name, text] of texts(size)) yield [`percents: ${name}`, `http://${escaped(text)}`];
  yield ['many types', list(size / 12, (at) => `a/b${at};q=0.1`, ',')];
  yield ['many languages', list(size / 6, () => 'en;q=1', ',')];
  yield ['many addresses', list(size / 9, () => '127.0.0.1', ', ')];
}

type Request = Parameters<typeof callerOf>[0];

/** What the readers of heads look at in a request whose headers are all the same. */
const requestWith = (text: string) =>
  ({
    ip: text,
    socket: { remoteAddress: '::ffff:192.0.2.1' },
    headers: { origin: text, host: text, 'content-encoding': text },
    rawHeaders: ['Content-Type', text, 'Content-Type', text],
  }) as unknown as Request;

export const HEADER_PARSERS = [
  parser({
    name: 'headers of a request',
    files: [
      'src/web/http/request.ts',
      'src/submissions/suspicion/reasons.ts',
      'src/platform/text/host-name.ts',
      'src/web/apps/app-page.ts',
      'src/web/apps/send-body.ts',
      'src/install/install-artifact.ts',
      'src/catalogs/languages.ts',
    ],
    most: LIMITS.headerBytes,
    boundedBy: BOUNDED_BY,
    inputs: headers,
    read: (text) => [
      [utf8MediaType(text), asksForJson(text), prefersHtml(text), nameInHost(text)],
      [chooseLanguage(text), chooseLanguage(text.slice(0, LIMITS.acceptLanguageCharacters))],
      [siteOf({ origin: text }), siteOf({ referer: text }), parseLanguage({ lang: text })],
      isOtherPage(text, { website: 'https://site.example', own: 'https://forms.example' }),
      chooseCoding(text),
      parseChoice({}),
    ],
  }),
  parser({
    name: 'who sends a request, and its target',
    files: ['src/web/http/request.ts'],
    most: LIMITS.headerBytes,
    boundedBy: BOUNDED_BY,
    inputs: headers,
    read(text) {
      const request = requestWith(text);
      return [
        [callerOf(request), callerOf(requestWith('::ffff:192.0.2.1')), cameFrom(request)],
        mayBeOwnPage(request, 'https://forms.example'),
        [contentTypeOf(request as never), isCoded(request as never), traceOf(text)],
        [
          readTarget('GET', text),
          readTarget('GET', `http://${text}`),
          readTarget('GET', `/${text}`),
        ],
      ];
    },
  }),
  parser({
    name: 'Retry-After of a receiver',
    files: ['src/platform/text/http-headers.ts'],
    most: 16_384,
    inputs: (size) => texts(size, '1 ', ' GMT'),
    read: (text) => parseRetryAfter(text, 0),
  }),
];
