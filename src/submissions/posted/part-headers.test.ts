import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ServiceError } from '../../contract/service-error.ts';
import { FormReader } from './form-body.ts';
import { FormUpload } from './form-upload.ts';
import { parsePartHeaders } from './part-headers.ts';

const of = (parameters: string, more = '') =>
  parsePartHeaders(`Content-Disposition: form-data; ${parameters}${more}`);

describe('the name of a part', () => {
  const names: [written: string, name: string][] = [
    ['name="a"', 'a'],
    ['name=a', 'a'],
    ['NAME="a"', 'a'],
    ['name = "a" ;', 'a'],
    ['name="a";', 'a'],
    ['name=""', ''],
    [String.raw`name="say \"hi\""`, 'say "hi"'],
    ['name="say %22hi%22"', 'say "hi"'],
    ['name="two%0D%0Alines %0a"', 'two\r\nlines \n'],
    ['name="100%25 of %zz"', '100%25 of %zz'],
    [String.raw`name="a\\b"`, String.raw`a\b`],
    [String.raw`name="a\b"`, String.raw`a\b`],
    [String.raw`name="a\"`, 'a\\'],
    [String.raw`name="a\" ; x=y`, 'a\\'],
    [String.raw`name="\"; x\""`, '"; x"'],
    ['name="a; b=c"', 'a; b=c'],
    ["name*=UTF-8''Gr%C3%B6%C3%9Fe", 'Größe'],
    ['name="größe"', 'größe'],
    ['\r\n name="a"', 'a'],
    ['\r\n\tname="a";\r\n x="b"', 'a'],
    ['name="a"; name="a"', 'a'],
    ['x="\\"; y"; name="a"', 'a'],
  ];
  for (const [written, name] of names)
    it(`the name of ${JSON.stringify(written)} is ${JSON.stringify(name)}`, () =>
      assert.equal(of(written).name, name));
});

describe('the file name of a part', () => {
  const files: [written: string, fileName: string | undefined][] = [
    ['x="filename=a"', undefined],
    ['filename=""', ''],
    ['filename=cv.pdf', 'cv.pdf'],
    ['FileName="cv.pdf"', 'cv.pdf'],
    [' filename = "cv.pdf"', 'cv.pdf'],
    [String.raw`filename="my \"cv\".pdf"`, 'my "cv".pdf'],
    ['filename="my %22cv%22.pdf"', 'my "cv".pdf'],
    [String.raw`filename="C:\fakepath\x.pdf"`, String.raw`C:\fakepath\x.pdf`],
    [String.raw`filename="C:\\fakepath\\x.pdf"`, String.raw`C:\fakepath\x.pdf`],
    ["filename*=UTF-8''%E5%90%88.pdf", '合.pdf'],
    ['filename*="UTF-8\'\'%E5%90%88.pdf"', '合.pdf'],
    ["filename*=utf-8'zh'%E5%90%88.pdf", '合.pdf'],
    ["filename*=iso-8859-1''Gr%FC.pdf", 'Grü.pdf'],
    ["filename*=windows-1252'de'%80.pdf", '€.pdf'],
    ["filename*=Shift_JIS''%93%FA%96%7B.pdf", '日本.pdf'],
    ["filename*=gbk''%C4%E3.pdf", '你.pdf'],
    ["filename*=''Gr%FC.pdf", 'Grü.pdf'],
    ["filename*=UTF-8''合.pdf", '合.pdf'],
    ['filename*=plain.pdf', 'plain.pdf'],
    ['filename="_.pdf"; filename*=UTF-8\'\'%E5%90%88.pdf', '合.pdf'],
    ['filename*=UTF-8\'\'%E5%90%88.pdf; filename="_.pdf"', '合.pdf'],
    ['filename="a.pdf"; filename*=nope\'\'%E5', 'a.pdf'],
    ['filename="a.pdf"; filename*=utf-8\'\'%E5', 'a.pdf'],
    ["filename*=UTF-8''100%.pdf", '100%.pdf'],
    ['filename="=?UTF-8?B?5ZCI?= =?utf-8?q?_=C3=BC_?=.pdf"', '合 ü .pdf'],
    ['filename="=?nope?B?5ZCI?="', '=?nope?B?5ZCI?='],
  ];
  for (const [written, fileName] of files)
    it(`the file name of ${JSON.stringify(written)} is ${JSON.stringify(fileName)}`, () =>
      assert.equal(of(`name="f" ; ${written}`).fileName, fileName));
});

describe('other headers of a part', () => {
  it('the type, the charset and the encoding of a part are read as programs write them', () => {
    const read = (lines: string) => {
      const { type, charset, encoding } = of('name="a"', `\r\n${lines}`);
      return [type, charset, encoding];
    };
    assert.deepEqual(read('X: y'), ['text/plain', undefined, '']);
    assert.deepEqual(read('content-type:Text/HTML;  Charset = "ISO-8859-1"'), [
      'text/html',
      'windows-1252',
      '',
    ]);
    assert.deepEqual(read('Content-Type: text/plain;\r\n charset=GBK; format=flowed'), [
      'text/plain',
      'gbk',
      '',
    ]);
    assert.deepEqual(read('Content-Type: text/plain; charset=nope'), ['text/plain', undefined, '']);
    assert.deepEqual(read('Content-Type: nonsense'), ['', undefined, '']);
    assert.deepEqual(read('Content-Transfer-Encoding : Quoted-Printable '), [
      'text/plain',
      undefined,
      'quoted-printable',
    ]);
    const twice = 'Content-Type: text/plain; charset=gbk\r\nContent-Type: text/html';
    assert.deepEqual(read(twice), ['text/plain', 'gbk', ''], 'the first counts');
  });

  it('a header may come before, in any case, and twice the same', () => {
    const line = 'CONTENT-DISPOSITION: Form-Data; name="a"';
    assert.equal(parsePartHeaders(`X-Y: z\r\n${line}\r\n${line}`).name, 'a');
  });
});

describe('malformed headers of a part', () => {
  const malformed = [
    '',
    'Content-Type: text/plain',
    'Content-Disposition: form-data',
    'Content-Disposition: form-data; filename="a"',
    'Content-Disposition: attachment; name="a"',
    'Content-Disposition: form-data-x; name="a"',
    ' Content-Disposition: form-data; name="a"',
    'Content-Disposition form-data; name="a"',
    'Content-Disposition: form-data; name="a',
    'Content-Disposition: form-data; name="a" x',
    'Content-Disposition: form-data; name="a"; name="b"',
    'Content-Disposition: form-data; name="a"\r\nContent-Disposition: form-data; name="b"',
    'Content-Disposition: form-data; name="a"\nX: y',
    "Content-Disposition: form-data; name*=nope''%E9",
    `Content-Disposition: form-data; name="a"\r\nX: ${'x'.repeat(4_096)}`,
  ];
  for (const block of malformed)
    it(`malformed headers are refused: ${JSON.stringify(block).slice(0, 90)}`, () =>
      assert.throws(
        () => parsePartHeaders(block),
        (error) => error instanceof ServiceError && error.code === 'invalid_json',
      ));
});

const TYPE = 'multipart/form-data; boundary=b';

function readText(headers: string, content: string | Buffer): unknown {
  const start = `--b\r\nContent-Disposition: form-data; name="a"\r\n${headers}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(start), Buffer.from(content), Buffer.from('\r\n--b--')]);
  const upload = new FormUpload(TYPE, { textBytes: 10_000, fileBytes: 1, files: 1 });
  try {
    const fields = new FormReader(TYPE).read(body);
    upload.write(body);
    assert.deepEqual(upload.end().fields, fields, 'the same in a form that takes files');
    return fields.get('a')?.[0];
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

describe('the encoding of a text', () => {
  const encoding = (name: string) => `Content-Transfer-Encoding: ${name}`;
  const latin = 'Content-Type: text/plain; charset=ISO-8859-1';
  const cases: [headers: string, content: string | Buffer, text: string][] = [
    [encoding('quoted-printable'), 'Gr=C3=BC=c3=9fe', 'Grüße'],
    [encoding('Quoted-Printable'), 'one=\r\n two  \r\nthree=20', 'one two\r\nthree '],
    [encoding('quoted-printable'), '1=2 100=% =', '1=2 100=% ='],
    [`${latin}\r\n${encoding('quoted-printable')}`, 'Gr=FC=DFe', 'Grüße'],
    [encoding('base64'), 'R3LDvMOf\r\nZQ==\r\n', 'Grüße'],
    [encoding('BASE64 '), 'R3LDvMOfZQ', 'Grüße'],
    [`${latin}\r\n${encoding('base64')}`, 'R3L832U=', 'Grüße'],
    [encoding('8bit'), 'Grüße =41', 'Grüße =41'],
    [encoding('7bit'), 'a', 'a'],
    [encoding('binary'), 'a', 'a'],
    [encoding(''), 'a', 'a'],
    [latin, Buffer.from('Gr\xfc\xdfe', 'latin1'), 'Grüße'],
    ['Content-Type: text/plain; charset=utf-16le', Buffer.from('日本', 'utf16le'), '日本'],
    ['Content-Type: text/plain; charset=UTF-8', Buffer.from('J\xf6rg', 'latin1'), 'Jörg'],
    [encoding('base64'), 'a*b=', 'invalid_json'],
    [encoding('base64'), 'abcde', 'invalid_json'],
    [encoding('uuencode'), 'a', 'invalid_json'],
    [encoding('x-gzip64'), 'a', 'invalid_json'],
  ];
  for (const [headers, content, text] of cases)
    it(`a text with ${JSON.stringify(headers)} is ${JSON.stringify(text)}`, () =>
      assert.equal(readText(headers, content), text));
});

describe('the boundary', () => {
  const boundaries = ['a,b', "----=_Part(1)'+_,-./:=?", 'a b', 'a;b', '"', '@{}', '=', 'x/y:z'];
  for (const boundary of boundaries)
    it(`the boundary ${boundary} may be quoted, and without if nothing forbids it`, () => {
      const body = Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--${boundary}--`,
      );
      const quoted = boundary.replaceAll('"', String.raw`\"`);
      const types = [`multipart/form-data; Boundary="${quoted}"`];
      if (!/[;"]/.test(boundary)) types.push(`multipart/form-data; boundary=${boundary}; x=y`);
      for (const type of types) {
        assert.deepEqual(new FormReader(type).read(body).get('a'), ['x'], type);
        const upload = new FormUpload(type);
        upload.write(body);
        assert.deepEqual(upload.end().fields.get('a'), ['x']);
      }
    });
});
