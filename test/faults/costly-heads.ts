import { nameOf, type Costly } from './costly-bodies.ts';
import { listOf } from '../support/list-of.ts';

/** Bytes of a header or target: what a head may have, without what surrounds it. */
const FLOOD = 15_500;

/** What parsers of headers may stumble over when it is repeated, as Latin-1. */
const UNITS = [
  [' ', '\t', '\xa0', '\x85', ', ', '; ', 'a ', '1.1.1.1, ', '127.0.0.1, ', 'Bearer '],
  listOf(`
    " \\ = q= ;q=0. . 1. 1 : [ / */*, text/html, a/b; en, a- é [::1]:1, 0: @ % xn-- ;boundary= W/"",
    chunked,
  `),
  ['; charset="', ';charset = \t'],
].flat();

/** Headers that something reads, and how a value of them may begin. */
const HEADERS: [name: string, start: string][] = [
  ['Accept', ''],
  ['Accept', 'text/html;'],
  ['Accept-Language', ''],
  ['Content-Type', ''],
  ['Content-Type', 'multipart/form-data'],
  ['Content-Encoding', ''],
  ['Content-Encoding', 'identity'],
  ['Transfer-Encoding', ''],
  ['Authorization', ''],
  ['Authorization', 'Bearer '],
  ['Idempotency-Key', ''],
  ['X-Forwarded-For', ''],
  ['X-Forwarded-For', '['],
  ['Host', ''],
  ['Origin', 'http://'],
  ['If-None-Match', ''],
  ['Cookie', ''],
  ['Referer', ''],
];

/** What reads each header: a submission most of them, and these operations the others. */
const LINES: Record<string, string> = {
  Authorization: 'DELETE /v1/routes/{id}',
  Host: 'POST /mcp',
  Origin: 'POST /mcp',
  'Accept-Language': 'GET /start',
};

/** Requests whose headers may cost much. */
export function costlyHeaders(formId: string): Costly[] {
  return HEADERS.flatMap(([header, start]) =>
    UNITS.map((unit) => {
      const line = (LINES[header] ?? 'POST /f/{id}').replace('{id}', formId);
      // Another end, so that an expression that has matched all before it fails and goes back.
      const value = `${start}${unit.repeat(FLOOD / unit.length)}!`;
      const others = [
        ['Host', 'localhost'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
        ['Content-Length', '9'],
      ].filter(
        ([name]) =>
          name !== header && (name !== 'Content-Length' || header !== 'Transfer-Encoding'),
      );
      const lines = [...others, ['Connection', 'close'], [header, value]].map((pair) =>
        pair.join(': '),
      );
      const text = `${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\nmessage=x`;
      return {
        name: `${header}: ${start} and ${nameOf(unit)}`,
        bytes: Buffer.from(text, 'latin1'),
      };
    }),
  );
}

const TARGETS = listOf(`
  / /f/ /v1/routes/verify?token= /v1/install?framework= /start? http:// http://x/
`);

const PATH_UNITS = '/ % %2f %C3 %C3%A9 ? ; & = /.. a @ [ a=b& %25 :'.split(' ');

/** Requests whose target may cost much. */
export function costlyTargets(): Costly[] {
  return TARGETS.flatMap((start) =>
    PATH_UNITS.map((unit) => ({
      name: `GET ${start} and ${nameOf(unit)}`,
      bytes: Buffer.from(
        `GET ${start}${unit.repeat(FLOOD / unit.length)} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
      ),
    })),
  );
}
