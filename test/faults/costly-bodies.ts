import { listOf } from '../support/list-of.ts';

/** A request in bytes, and what is bad about it. */
export interface Costly {
  name: string;
  bytes: Buffer;
}

/** Bytes of a flood: what a submission may have, without what surrounds it. */
const FLOOD = 98_000;

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART_TYPE = 'multipart/form-data; boundary=b';

/** What parsers, encoders and regular expressions may stumble over when it is repeated. */
export const UNITS = [
  [' ', '\t', '\n', '\r', '\r\n.', '\n From ', ' \n', '\0', '\u00a0', '\u2028', '\u200b', '\u202e'],
  listOf(`
    < & ' " \\ % %2 %C3 + = =? $& - . , ( [ @ a@b. 0 1. é e\u0301 İ 世 😀 http:// www. https://xn--a.
    [url
  `),
  ['--b\r\n', '1 ', 'A ', '<a ', '<a href', 'true '],
].flat();

/** A flood with a different end, at which a regular expression fails and backtracks. */
const repeat = (unit: string, bytes: number) => `${unit.repeat(bytes / Buffer.byteLength(unit))}!`;

const list = (count: number, item: (at: number) => string, between = '') =>
  Array.from({ length: count }, (_, at) => item(at)).join(between);

export const nameOf = (unit: string) => JSON.stringify(unit);

export function post(path: string, type: string, body: string, headers = ''): Buffer {
  const head =
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}` +
    `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}

/** JSON of one field that a flood fills, however its characters are escaped. */
function floodedJson(field: string, unit: string, rest: object): string {
  const escaped = JSON.stringify(unit).length - 2;
  const size = (FLOOD * Buffer.byteLength(unit)) / Math.max(escaped, Buffer.byteLength(unit));
  return JSON.stringify({ ...rest, [field]: repeat(unit, size) });
}

/** A form of one part, or of what replaces it. */
const part = (header: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; ${header}\r\n\r\n${value}\r\n`;

/** Fields that get close reading: shown and attached, a subject, an address, a filled trap. */
const FIELDS: [field: string, rest: object][] = [
  ['message', { _format: 'json' }],
  ['subject', { message: 'Hello' }],
  ['email', { message: 'Hello' }],
  ['_redirect', { message: 'Hello' }],
  ['_gotcha', { message: 'Hello' }],
];

function floodedForms(form: string, unit: string): Costly[] {
  const named = (what: string, type: string, body: string) => ({
    name: `${what} of ${nameOf(unit)}`,
    bytes: post(form, type, body),
  });
  return [
    ...FIELDS.map(([field, rest]) => named(field, JSON_TYPE, floodedJson(field, unit, rest))),
    named('a urlencoded body', FORM_TYPE, repeat(unit, FLOOD)),
    named('a part', MULTIPART_TYPE, `${part('name="a"', repeat(unit, FLOOD))}--b--\r\n`),
    named('a multipart body', MULTIPART_TYPE, repeat(unit, FLOOD)),
    named('a name', MULTIPART_TYPE, `${part(`name="${repeat(unit, 4_000)}"`, 'x')}--b--\r\n`),
  ];
}

/** Bodies that are well or badly formed in an odd way, by media type. */
const ODD_FORMS: [name: string, type: string, body: string][] = [
  ['many fields', FORM_TYPE, 'a=&'.repeat(33_000)],
  ['200 fields', FORM_TYPE, list(200, (at) => `f${at}=${'%3C'.repeat(150)}&`)],
  ['200 values of a field', FORM_TYPE, `f=${'%0a'.repeat(150)}&`.repeat(200)],
  [
    '200 long names',
    FORM_TYPE,
    list(200, (at) => `${String(at).padEnd(200, '%')}=${'a'.repeat(280)}&`),
  ],
  [
    '200 parts',
    MULTIPART_TYPE,
    `${list(200, (at) => part(`name="f${at}"`, '<'.repeat(400)))}--b--`,
  ],
  ['many parts', MULTIPART_TYPE, `${part('name="f"', 'x').repeat(1_700)}--b--`],
  ['boundaries alone', MULTIPART_TYPE, '--b\r\n'.repeat(19_000)],
  ['headers of a part', MULTIPART_TYPE, `--b\r\n${'a: b\r\n'.repeat(16_000)}\r\nx\r\n--b--`],
  ['parts of headers', MULTIPART_TYPE, `--b\r\n${'a: b\r\n'.repeat(650)}\r\nx\r\n`.repeat(24)],
  ['parameters of a part', MULTIPART_TYPE, `${part(`${'a="b"; '.repeat(500)}name="x"`, 'x')}--b--`],
  ['unused file inputs', MULTIPART_TYPE, `${part('name="a"; filename=""', '').repeat(1_300)}--b--`],
  [
    'almost its boundary',
    `multipart/form-data; boundary=${'b'.repeat(70)}`,
    `--${'b'.repeat(70)}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${`\r\n--${'b'.repeat(69)}`.repeat(1_300)}`,
  ],
];

/** JSON that is deep, wide or made of odd numbers. */
export const ODD_JSON: [name: string, body: string][] = [
  ['deep arrays', `{"a":${'['.repeat(49_000)}${']'.repeat(49_000)}}`],
  ['deep objects', `${'{"a":'.repeat(16_000)}1${'}'.repeat(16_000)}`],
  ['many keys', `{${list(9_000, (at) => `"k${at}":1`, ',')}}`],
  ['numbers as keys', `{${list(9_000, (at) => `"${at * 7_919}":1`, ',')}}`],
  ['one key many times', `{${list(16_000, () => '"k":1', ',')}}`],
  ['many items', `{"a":[${list(49_000, () => '1', ',')}]}`],
  ['many nulls', `{"a":[${list(19_000, () => 'null', ',')}]}`],
  ['many objects', `{"a":[${list(32_000, () => '{}', ',')}]}`],
  ['many nested fractions', `{"a":{"b":[${list(24_000, () => '1.0', ',')}]}}`],
  ['many nested large numbers', `{"a":{"b":[${list(5_000, () => '12345678901234567890', ',')}]}}`],
  ['a long number', `{"a":${'9'.repeat(FLOOD)}}`],
  ['a long fraction', `{"a":0.${'9'.repeat(FLOOD)}}`],
  ['escaped surrogates', `{"a":"${String.raw`\udc00\ud800`.repeat(8_000)}"}`],
  ['a long key', `{"${'k'.repeat(FLOOD)}":1}`],
  ['200 fields', `{${list(200, (at) => `"f${at}":"${'<'.repeat(470)}"`, ',')}}`],
  ['200 values of a field', `{"f":[${list(200, () => `"${'é'.repeat(240)}"`, ',')}]}`],
  ['an unfinished string', `{"a":"${'a'.repeat(FLOOD)}`],
];

/** An ordinary text of the size that floods have, by which their cost is measured. */
export function plainSubmission(form: string): Costly {
  const message = 'The quick brown fox jumps over the lazy dog.\n'.repeat(FLOOD / 46);
  return { name: 'a plain message', bytes: post(form, JSON_TYPE, JSON.stringify({ message })) };
}

/** Submissions to the form at `form` that may cost much. */
export function costlySubmissions(form: string): Costly[] {
  return [
    ...ODD_FORMS.map(([name, type, body]) => ({ name, bytes: post(form, type, body) })),
    ...ODD_JSON.map(([name, body]) => ({ name, bytes: post(form, JSON_TYPE, body) })),
    ...UNITS.flatMap((unit) => floodedForms(form, unit)),
  ];
}

const MCP_HEADERS = 'Accept: application/json, text/event-stream\r\n';

/** A call of an MCP tool, its arguments as JSON. */
const call = (tool: string, json: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${json}}}`;

/** Arguments of a tool that sets settings, as JSON. */
const settingsOf = (json: string) =>
  `{"form_id":"cfm_AAAAAAAAAAAAAAAA","management_token":"lsm_${'a'.repeat(43)}","settings":${json}}`;

/** Bodies of the other operations that may cost much; `secret` is that of the account lookup. */
export function costlyCalls(secret: string): Costly[] {
  const json = ODD_JSON.flatMap(([name, body]): Costly[] => [
    { name: `create: ${name}`, bytes: post('/v1/routes', JSON_TYPE, body) },
    {
      name: `account: ${name}`,
      bytes: post('/v1/account/routes', JSON_TYPE, body, `Authorization: Bearer ${secret}\r\n`),
    },
    { name: `MCP: ${name}`, bytes: post('/mcp', JSON_TYPE, body, MCP_HEADERS) },
    {
      name: `MCP create: ${name}`,
      bytes: post('/mcp', JSON_TYPE, call('create_form', body), MCP_HEADERS),
    },
    {
      name: `MCP settings: ${name}`,
      bytes: post('/mcp', JSON_TYPE, call('set_form_settings', settingsOf(body)), MCP_HEADERS),
    },
  ]);
  const floods = UNITS.flatMap((unit): Costly[] => {
    const create = (name: string, fields: object) => ({
      name: `create: ${name} of ${nameOf(unit)}`,
      bytes: post(
        '/v1/routes',
        JSON_TYPE,
        JSON.stringify({ email: 'a@b.example', alias: 'A', ...fields }),
      ),
    });
    const url = `https://${repeat(unit, 2_000)}`;
    return [
      create('address', { email: repeat(unit, 500) }),
      create('domain', { email: `a@${repeat(unit, 400)}` }),
      create('alias', { alias: repeat(unit, 400) }),
      create('webhook', { delivery: { mode: 'both', webhook: { url } } }),
      {
        name: `MCP: a token of ${nameOf(unit)}`,
        bytes: post(
          '/mcp',
          JSON_TYPE,
          call(
            'delete_form',
            floodedJson('management_token', unit, { form_id: 'cfm_AAAAAAAAAAAAAAAA' }),
          ),
          MCP_HEADERS,
        ),
      },
      {
        name: `a token of ${nameOf(unit)}`,
        bytes: post('/v1/routes/stop', FORM_TYPE, `token=${repeat(unit, 8_000)}`),
      },
    ];
  });
  return [...json, ...floods];
}
