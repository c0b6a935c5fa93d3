import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ErrorCode } from '../../contract/error-codes.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { FormReader } from './form-body.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** The fields in their order, each as `name: value | value`. */
async function read(contentType: string, body: string | Buffer): Promise<string[]> {
  const fields = new FormReader(contentType).read(Buffer.from(body));
  return Array.from(fields, ([name, values]) => `${name}: ${Array.from(values).join(' | ')}`);
}

const refuses = (code: ErrorCode, contentType: string, body: string | Buffer) =>
  assert.rejects(
    () => read(contentType, body),
    (error) => error instanceof ServiceError && error.code === code,
  );

describe('the content type', () => {
  for (const type of [
    URLENCODED,
    JSON_TYPE,
    'multipart/form-data; boundary=x',
    `${JSON_TYPE}; charset=UTF-8`,
    `${URLENCODED}; charset=ISO-8859-1`,
    `${URLENCODED}; Charset="shift_jis"`,
    `${JSON_TYPE};charset=utf-16`,
  ])
    it(`the content type may be ${type}`, () => assert.ok(new FormReader(type)));

  const refused = [
    undefined,
    '',
    'text/plain',
    'application/json-patch+json',
    'multipart/mixed; boundary=x',
    `${JSON_TYPE}, ${URLENCODED}`,
    `${JSON_TYPE}; charset=nope`,
    `${JSON_TYPE}; charset=`,
    `${URLENCODED};charset=utf-16`,
    `${URLENCODED};charset=latin1;charset=utf-8`,
    'multipart/form-data; boundary=x; charset=utf-16',
    `${URLENCODED};charset="utf-7"`,
    '__proto__',
    'constructor/x',
    'application/x-www-form-urlencodedx',
  ];
  for (const type of refused)
    it(`the content type may not be ${JSON.stringify(type)}`, () => {
      assert.throws(
        () => new FormReader(type),
        (error) => error instanceof ServiceError && error.code === 'unsupported_media_type',
      );
    });
});

describe('a urlencoded body', () => {
  const cases: [body: string, fields: string[]][] = [
    ['', []],
    ['a=1&b=2', ['a: 1', 'b: 2']],
    ['a=1&b=2&a=3', ['a: 1 | 3', 'b: 2']],
    ['?a=1', ['?a: 1']],
    ['a', ['a: ']],
    ['=x', [': x']],
    ['a=b=c', ['a: b=c']],
    ['a+b=c+d%2B', ['a b: c d+']],
    ['a=%F0%9F%98%80%0D%0Ax', ['a: 😀\r\nx']],
    ['a=100%', ['a: 100%']],
    ['a[]=1&a[]=2', ['a[]: 1 | 2']],
    [
      '__proto__=x&constructor=y&toJSON=z&then=t',
      ['__proto__: x', 'constructor: y', 'toJSON: z', 'then: t'],
    ],
    ['b=1&2=x&1=y', ['b: 1', '2: x', '1: y']],
  ];
  for (const [body, fields] of cases)
    it(`the urlencoded body ${JSON.stringify(body)} is read`, async () =>
      assert.deepEqual(await read(URLENCODED, body), fields));

  it('a urlencoded field named __proto__ does not change other objects', async () => {
    await read(URLENCODED, '__proto__=x&__proto__[polluted]=1');
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });
});

describe('a JSON body', () => {
  const cases: [body: string, fields: string[]][] = [
    ['{}', []],
    ['{"a":"x","b":1,"c":true,"d":false,"e":null}', ['a: x', 'b: 1', 'c: true', 'd: false']],
    ['{"a":["x",1,true]}', ['a: x | 1 | true']],
    ['{"a":["x",null,"y"]}', ['a: x | y']],
    ['{"a":[]}', []],
    ['{"a":{"b":[1,{"c":"x"}]}}', ['a: {"b":[1,{"c":"x"}]}']],
    ['{"a":[["x"],{"y":1}]}', ['a: ["x"] | {"y":1}']],
    ['{"a":12345678901234567890}', ['a: 12345678901234567890']],
    ['{"a":0.1000000000000000055511151231257827}', ['a: 0.1000000000000000055511151231257827']],
    ['{"a":1e999}', ['a: 1e999']],
    ['{"a":-0}', ['a: -0']],
    [
      '{"__proto__":"x","constructor":"y","toJSON":"z","then":"t"}',
      ['__proto__: x', 'constructor: y', 'toJSON: z', 'then: t'],
    ],
    ['{"a":{"toJSON":"x","__proto__":{"y":1}}}', ['a: {"toJSON":"x","__proto__":{"y":1}}']],
    ['{"a":"1","a":"2"}', ['a: 2']],
    ['\ufeff{"a":"x"}', ['a: x']],
    [' \n{"a":"\\u00fc"}\n', ['a: ü']],
  ];
  for (const [body, fields] of cases)
    it(`the JSON body ${body} is read`, async () =>
      assert.deepEqual(await read(JSON_TYPE, body), fields));

  it('a JSON body keeps a long number inside an object as it was written', async () => {
    assert.deepEqual(await read(JSON_TYPE, '{"a":{"n":12345678901234567890}}'), [
      'a: {"n":12345678901234567890}',
    ]);
  });

  const invalid = ['', ' ', '{"a":"\n"}'].concat(
    '{ {"a":"x" {"a":"x"}x {\'a\':1} [] [{"a":1}] null "x" 7 true {"a":NaN} {"a":01}'.split(' '),
  );
  for (const body of invalid)
    it(`the JSON body ${JSON.stringify(body)} is refused`, () =>
      refuses('invalid_json', JSON_TYPE, body));

  it('a JSON body is refused in UTF-16 that nothing tells', () =>
    refuses('invalid_json', JSON_TYPE, Buffer.from('{"a":"x"}', 'utf16le')));

  it('a JSON body may be 20 levels deep and no deeper', async () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    await read(JSON_TYPE, nested(20));
    await refuses('invalid_json', JSON_TYPE, nested(21));
  });
});

describe('the limits', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

  it('a body may have 200 fields, counting repeated ones', async () => {
    const body = (count: number) =>
      names(count)
        .map((name) => `${name}=x`)
        .join('&');
    assert.equal((await read(URLENCODED, body(200))).length, 200);
    await refuses('submission_too_large', URLENCODED, body(201));
    await refuses('submission_too_large', URLENCODED, 'a=x&'.repeat(201));
    await refuses('submission_too_large', JSON_TYPE, JSON.stringify({ a: names(201) }));
    const object = (count: number) =>
      JSON.stringify(Object.fromEntries(names(count).map((name) => [name, 'x'])));
    assert.equal((await read(JSON_TYPE, object(200))).length, 200);
    await refuses('submission_too_large', JSON_TYPE, object(201));
  });

  it('what a solver or a page of this service adds is no field of the 200, within limits', async () => {
    const fields = 'a=x&'.repeat(200);
    const body = `${fields}altcha=a&altcha=b&_letterslot_site=c`;
    assert.equal((await read(URLENCODED, body)).length, 3);
    await refuses('submission_too_large', URLENCODED, fields + 'altcha=a&'.repeat(11));
  });

  it('the name of a field may have 200 characters', async () => {
    const longest = 'n'.repeat(200);
    assert.deepEqual(await read(URLENCODED, `${longest}=x`), [`${longest}: x`]);
    await refuses('submission_too_large', URLENCODED, `${longest}n=x`);
    await refuses('submission_too_large', JSON_TYPE, JSON.stringify({ [`${longest}n`]: 'x' }));
  });
});
