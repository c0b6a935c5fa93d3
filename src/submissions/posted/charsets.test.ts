import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Charsets, decodeAs, findCharset } from './charsets.ts';
import { FormReader } from './form-body.ts';

const URLENCODED = 'application/x-www-form-urlencoded';

const read1252 = (octets: string, field?: string) =>
  new Charsets({ field: findCharset(field) }).decode(Buffer.from(octets, 'latin1'));

describe('labels of charsets', () => {
  const labels: [label: string, charset: string][] = [
    ['latin1', 'windows-1252'],
    [' ISO-8859-1\t', 'windows-1252'],
    ['us-ascii', 'windows-1252'],
    ['UTF8', 'utf-8'],
    ['utf-16', 'utf-16le'],
    ['Windows-31J', 'shift_jis'],
    ['GB2312', 'gbk'],
    ['ks_c_5601-1987', 'euc-kr'],
    ['big5-hkscs', 'big5'],
    ['koi8', 'koi8-r'],
  ];
  for (const [label, charset] of labels)
    it(`the label ${JSON.stringify(label)} is ${charset}`, () =>
      assert.equal(findCharset(label), charset));
  for (const label of [
    '',
    'bogus',
    'utf-7',
    'utf-32',
    'iso-2022-kr',
    'a'.repeat(100_000),
    undefined,
  ])
    it(`the label ${String(label).slice(0, 20)} is unknown`, () =>
      assert.equal(findCharset(label), undefined));

  it('an unknown label counts as none, and so does UTF-8 over other octets', () => {
    for (const label of ['bogus', 'utf-8', 'UTF8', '']) {
      assert.equal(read1252('J\xf6rg', label), 'Jörg', label);
      assert.equal(read1252('J\xc3\xb6rg', label), 'Jörg', label);
    }
  });
});

describe('octets that are not in their charset', () => {
  it('UTF-8 with a stray octet keeps its other letters', () => {
    assert.equal(
      read1252(`${'\xc3\x9cber '.repeat(9)}100% \xfcber\xc3`),
      `${'Über '.repeat(9)}100% überÃ`,
    );
    assert.equal(read1252('Gr\xf6\xdfe \x80 \x93a\x94'), 'Größe € “a”');
  });

  it('octets in none of the charsets that are named are refused', () => {
    assert.throws(() => read1252('\x81', 'shift_jis'), { code: 'invalid_json' });
    const type = `${URLENCODED}; charset=shift_jis`;
    assert.throws(() => new FormReader(type).read(Buffer.from('a=%81')), {
      code: 'unsupported_media_type',
    });
  });

  it('a character that a browser wrote as a number is read where the charset lacks it', () => {
    assert.equal(read1252('&#26085;&#128512; J\xf6rg', 'latin1'), '日😀 Jörg');
    assert.equal(read1252('&#26085; J\xf6rg'), '日 Jörg');
    assert.equal(read1252('&#26085; typed'), '&#26085; typed', 'in UTF-8');
    assert.equal(
      read1252('&#246; &#38; &#9999999; &#55296;', 'latin1'),
      '&#246; &#38; &#9999999; \ufffd',
    );
    assert.equal(read1252('\x93\xfa &#54620;', 'shift_jis'), '日 한');
  });
});

describe('what Node.js does not decode', () => {
  const vectors: [charset: string, octets: string, text: string][] = [
    ['euc-kr', 'b5d08c63b9e6b0a2c652', '둔똠방각힣'],
    ['euc-kr', '8141a1a0c8fea2e6', '갂줎힝€'],
    ['big5', 'a4e9a5bbc6e7c741c77bc7f3', '日本ぁずァА'],
    ['iso-2022-jp', '1b2442467c4b5c1b284221', '日本!'],
    ['euc-jp', 'c6fccbdcadfc8fb0a1', '日本∪丂'],
    ['utf-16le', 'feff00410042', 'AB'],
    ['utf-16', 'fffe41004200', 'AB'],
  ];
  for (const [label, hex, text] of vectors)
    it(`the octets ${hex} in ${label} are ${text}`, () => {
      const charset = findCharset(label);
      assert.ok(charset);
      assert.equal(decodeAs(Buffer.from(hex, 'hex'), charset), text);
    });

  it('octets that EUC-KR and Big5 do not have are refused', () => {
    for (const label of ['euc-kr', 'big5']) {
      for (const hex of ['a1', 'b0']) {
        assert.equal(
          decodeAs(Buffer.from(hex, 'hex'), findCharset(label)!),
          undefined,
          label + hex,
        );
      }
    }
  });
});

describe('the field _charset_', () => {
  it('the first one counts, wherever it stands, and ASCII in its names stays ASCII', () => {
    const ask = (body: string) => new FormReader(URLENCODED).read(Buffer.from(body));
    for (const body of [
      'm=%93%FA&_charset_=Shift_JIS',
      '_charset_=Shift_JIS&m=%93%FA',
      '_charset_=Shift_JIS&m=%93%FA&_charset_=latin1',
    ]) {
      assert.deepEqual(ask(body).get('m'), ['日'], body);
    }
    assert.deepEqual(ask('_charset_=utf-16le&name=%e5%65&mail=a@b.example').get('name'), ['日']);
    assert.deepEqual(ask('_charset_=utf-16&name=Anna').get('name'), ['Anna']);
  });
});

describe('the charset of a JSON body', () => {
  const ask = (octets: Buffer, label = '') => {
    const type = `application/json${label}`;
    return new FormReader(type).read(octets).get('a');
  };
  const text = '{"a":"日ü"}';
  it('a JSON body is read in UTF-8 or UTF-16 with a mark, and in what its type names', () => {
    assert.deepEqual(ask(Buffer.from(`\ufeff${text}`)), ['日ü']);
    assert.deepEqual(ask(Buffer.from(`\ufeff${text}`, 'utf16le')), ['日ü']);
    assert.deepEqual(ask(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()), ['日ü']);
    assert.deepEqual(ask(Buffer.from(text, 'utf16le'), '; charset=utf-16le'), ['日ü']);
    assert.deepEqual(ask(Buffer.from('{"a":"\xfc"}', 'latin1')), ['ü']);
  });
});
