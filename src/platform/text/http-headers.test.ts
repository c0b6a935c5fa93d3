import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRetryAfter, prefersHtml, utf8MediaType } from './http-headers.ts';

describe('utf8MediaType', () => {
  const read: [header: string, essence: string][] = [
    ['application/json', 'application/json'],
    ['Application/JSON', 'application/json'],
    [' text/plain \t', 'text/plain'],
    ['application/json; charset=utf-8', 'application/json'],
    ['application/json;charset="UTF-8"', 'application/json'],
    ['application/json ; Charset = utf8', 'application/json'],
    ['multipart/form-data; boundary=----x', 'multipart/form-data'],
    ['multipart/form-data; boundary="a b"; charset=utf-8', 'multipart/form-data'],
  ];
  for (const [header, essence] of read)
    it(`utf8MediaType reads ${header}`, () => assert.equal(utf8MediaType(header), essence));

  const refused = [
    undefined,
    '',
    'json',
    '/json',
    'application/',
    'application/json, text/plain',
    'application/json text/plain',
    'application/json;charset=iso-8859-1',
    'application/json;charset=',
    'application/json;charset=utf-8;charset=utf-16',
    'application/json;charset="utf-16"',
    'application/json;x=y; CHARSET=latin1',
    'application/json\ncharset',
  ];
  for (const header of refused)
    it(`utf8MediaType refuses ${JSON.stringify(header)}`, () =>
      assert.equal(utf8MediaType(header), undefined));
});

describe('prefersHtml', () => {
  const cases: [accept: string | undefined, html: boolean][] = [
    [undefined, false],
    ['', false],
    ['*/*', false],
    ['text/*', false],
    ['text/html', true],
    ['TEXT/HTML;q=0.9, */*;q=0.8', true],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['text/html, application/json', false],
    ['application/json, text/html', false],
    ['text/html;q=0', false],
    ['text/html;q=0.000, */*', false],
    ['text/html, application/json;q=0', true],
    ['text/htmlx', false],
    ['application/json', false],
  ];
  for (const [accept, expected] of cases)
    it(`prefersHtml of ${JSON.stringify(accept)} is ${expected}`, () =>
      assert.equal(prefersHtml(accept), expected));
});

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

describe('Retry-After', () => {
  const cases: [header: string | null | undefined, wait: number | undefined][] = [
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['Fri, 02 Jan 2026 03:04:35 GMT', 30_000],
    ['Fri, 02 Jan 2026 03:04:00 GMT', 0],
    ['2026-01-02T03:04:35Z', undefined],
    ['never GMT', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['9999999999', 999_999_999_000],
    ['9'.repeat(400), 999_999_999_000],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ];
  for (const [header, wait] of cases)
    it(`a Retry-After of ${JSON.stringify(header)} waits for ${wait} ms`, () => {
      assert.equal(parseRetryAfter(header, NOW), wait);
    });
});
