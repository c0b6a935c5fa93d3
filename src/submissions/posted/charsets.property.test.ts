import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { charactersIn, CHARSETS, encodeIn } from '../../../test/support/charsets.ts';
import { decodeAs, findCharset } from './charsets.ts';
import { FormReader } from './form-body.ts';
import { FormUpload } from './form-upload.ts';

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';

const escaped = (octets: Buffer) =>
  octets.toString('hex').replaceAll(/../g, (digits) => `%${digits}`);

interface Typed {
  name: string;
  value: string;
}

/** One field as browsers and programs send it; `named` says how they name the charset. */
type Way = (
  typed: Typed,
  charset: string,
  named: 'field' | 'part' | 'request' | undefined,
) => [type: string, body: Buffer];

const part = (headers: Buffer | string, value: Buffer | string) =>
  Buffer.concat(['--b\r\n', headers, '\r\n\r\n', value, '\r\n'].map((piece) => Buffer.from(piece)));

const named = (name: Buffer | string) =>
  Buffer.concat(
    ['Content-Disposition: form-data; name="', name, '"'].map((piece) => Buffer.from(piece)),
  );

const urlencoded: Way = ({ name, value }, charset, how) => {
  const field = how === 'field' ? `&_charset_=${charset}` : '';
  const type = how === 'request' ? `${URLENCODED}; charset=${charset}` : URLENCODED;
  const octets = [name, value].map((text) => escaped(encodeIn(charset, text)));
  return [type, Buffer.from(octets.join('=') + field)];
};

const multipart: Way = ({ name, value }, charset, how) => {
  const type = how === 'part' ? `\r\nContent-Type: text/plain; charset="${charset}"` : '';
  const headers = Buffer.concat([
    named(encodeIn(charset, name.replaceAll('"', '%22'))),
    Buffer.from(type),
  ]);
  const field = how === 'field' ? [part(named('_charset_'), charset)] : [];
  const body = [part(headers, encodeIn(charset, value)), ...field, Buffer.from('--b--')];
  return [how === 'request' ? `${MULTIPART}; charset=${charset}` : MULTIPART, Buffer.concat(body)];
};

const json: Way = ({ name, value }, charset, how) => {
  const label = how === 'request' ? `; charset=${charset}` : '';
  return [`application/json${label}`, encodeIn(charset, JSON.stringify({ [name]: value }))];
};

function read([type, body]: [string, Buffer]) {
  const upload = type.startsWith('multipart')
    ? new FormUpload(type, { textBytes: 10_000, fileBytes: 1, files: 1 })
    : undefined;
  upload?.write(body);
  const fields = new FormReader(type).read(body);
  if (upload && !type.includes('charset')) assert.deepEqual(upload.end().fields, fields);
  return Array.from(fields).filter(([name]) => name !== '_charset_');
}

/** Texts in one script, with a character of ASCII between. */
const textIn = (charset: string, script: RegExp) => {
  const letters = Array.from(charactersIn(charset).keys()).filter((one) => script.test(one));
  return fc.string({
    unit: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...letters) },
      { weight: 1, arbitrary: fc.constantFrom('a', 'Z', '9', ' ', '.') },
    ),
    minLength: 1,
    maxLength: 20,
  });
};

for (const [charset, script] of Object.entries(CHARSETS)) {
  const text = textIn(charset, script);
  it(`texts in ${charset} are read as they were typed, in each type and wherever it is named`, () => {
    fc.assert(
      fc.property(text, text, (name, value) => {
        const typed = { name: `f${name}`, value };
        for (const way of [urlencoded, multipart, json]) {
          const hows = way === json ? ['request' as const] : (['field', 'request'] as const);
          for (const how of hows) {
            assert.deepEqual(read(way(typed, charset, how)), [[typed.name, [value]]], how);
          }
        }
        const [[, values] = []] = read(multipart(typed, charset, 'part'));
        assert.deepEqual(values, [value]);
      }),
      { numRuns: 60 },
    );
  });
}

it('texts in windows-1252 and UTF-8 are read as they were typed without any name of a charset', () => {
  for (const charset of ['windows-1252', 'utf-8']) {
    const text = textIn('windows-1252', /[\p{sc=Latin}\p{P}\p{Sc}]/u).filter(
      (one) =>
        charset === 'utf-8' || decodeAs(encodeIn(charset, one), findCharset('utf8')!) === undefined,
    );
    fc.assert(
      fc.property(text, (value) => {
        for (const way of [urlencoded, multipart, json]) {
          const [[, values] = []] = read(way({ name: 'm', value }, charset, undefined));
          assert.deepEqual(values, [value]);
        }
      }),
      { numRuns: 200 },
    );
  }
});
