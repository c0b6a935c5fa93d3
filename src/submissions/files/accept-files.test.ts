import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../../contract/service-error.ts';
import { zipOf } from '../../../test/support/zip-file.ts';
import { acceptFiles } from './accept-files.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

/** A file that was cut by the network anywhere. */
function fileOf(name: string, content: string | Buffer, type = '') {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const cut = Math.floor(bytes.length / 3);
  const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)];
  return { field: 'file', name, type, chunks, size: bytes.length, sha256: '' };
}

/** A zip archive with files of these names; the first one has this content. */
const archiveOf = (names: readonly string[], content = '') =>
  zipOf(names.map((name, at) => ({ name, content: at === 0 ? content : '' })));

const PNG = latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR');
const COMPOUND = latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');

function compoundOf(clsid: string): Buffer {
  const bytes = Buffer.alloc(4_096);
  COMPOUND.copy(bytes);
  bytes.writeUInt32LE(2, 48);
  bytes.write(clsid, 3 * 512 + 80, 'latin1');
  return bytes;
}

const INSTALLER = '\x84\x10\x0c\0\0\0\0\0\xc0\0\0\0\0\0\0F';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const TYPES: [name: string, content: string | Buffer, type: string][] = [
  ['cv.pdf', '%PDF-1.7\n', 'application/pdf'],
  ['photo.pdf', PNG, 'image/png'],
  ['photo.jpg', latin('\xff\xd8\xff\xe0\0\x10JFIF\0'), 'image/jpeg'],
  ['photo.heic', latin('\0\0\0\x18ftypheic'), 'image/heic'],
  [
    'x.docx',
    archiveOf(['[Content_Types].xml', 'word/document.xml']),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  ['x.xlsx', archiveOf(['[Content_Types].xml', 'xl/workbook.xml']), SHEET],
  ['x.xlsx', archiveOf(['xl/worksheets/sheet1.xml', '_rels/.rels', '[Content_Types].xml']), SHEET],
  ['x.xlsx', archiveOf(['xl\\workbook.xml', '[Content_Types].xml']), SHEET],
  ['x.pages', archiveOf(['Index/Document.iwa', 'preview.jpg']), 'application/zip'],
  [
    'x.xlsx',
    archiveOf(['[Content_Types].xml', 'xl/workbook.xml', 'xl/vbaProject.bin']),
    'application/vnd.ms-excel.sheet.macroenabled.12',
  ],
  [
    'x.odt',
    archiveOf(['mimetype'], 'application/vnd.oasis.opendocument.text'),
    'application/vnd.oasis.opendocument.text',
  ],
  ['x.zip', archiveOf(['a.txt', 'folder.exe/', 'b.pdf']), 'application/zip'],
  ['x.zip', archiveOf([]), 'application/zip'],
  ['old.doc', compoundOf(''), 'application/msword'],
  ['old.xyz', compoundOf(''), 'application/x-cfb'],
  ['notes.txt', 'Grüße\n', 'text/plain'],
  ['latin.txt', latin('Gr\xfc\xdfe\n'), 'text/plain'],
  ['wide.txt', Buffer.concat([latin('\xff\xfe'), Buffer.from('Grüße', 'utf16le')]), 'text/plain'],
  ['empty.txt', '', 'text/plain'],
  ['empty.pdf', '', 'text/plain'],
  ['MZ.txt', 'MZ is the code of Mozambique, as far as I know.', 'text/plain'],
  ['list.csv', 'a;b\n1;2\n', 'text/csv'],
  ['list.csv', latin('a\0b'), 'application/octet-stream'],
  ['x.json', '{"a":1}', 'application/json'],
  ['x.json', 'hello', 'text/plain'],
  ['x.bin', latin('\x01\x02\x03'), 'application/octet-stream'],
  ['page.html', '<!doctype html><script>alert(1)</script>', 'application/octet-stream'],
  ['page.txt', 'x <script>alert(1)</script>', 'application/octet-stream'],
  ['page.html', '%PDF-1.7\n<script>alert(1)</script>', 'application/octet-stream'],
  ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'application/octet-stream'],
  ['logo.txt', '<?xml version="1.0"?><svg:svg/>', 'application/octet-stream'],
  ['sound.amr', '#!AMR\n', 'audio/amr'],
];

const BLOCKED: [what: string, name: string, content: string | Buffer][] = [
  ['a program by its ending', 'setup.exe', 'harmless'],
  ['a program in capitals', 'SETUP.EXE', 'harmless'],
  ['a program behind another ending', 'invoice.pdf.exe', '%PDF-1.7'],
  ['a program with dots behind it', 'setup.exe. .', 'x'],
  ['a program with signs behind it that show nothing', 'setup.exe\ufe0f\u3164', 'x'],
  ['a program with a sign that shows nothing in its ending', 'setup.e\u034fxe', 'x'],
  ['a program in wide letters', 'setup．ｅｘｅ', 'x'],
  ['a compressed program', 'setup.exe.gz', latin('\x1f\x8b\x08')],
  ['a script by its ending', 'x.js', 'alert(1)'],
  ['a Windows program with another name', 'cv.pdf', latin('MZ\x90\0\x03\0\0\0')],
  ['an ELF program', 'cv.pdf', latin('\x7fELF\x02')],
  ['a Mach-O program', 'cv.pdf', latin('\xcf\xfa\xed\xfe')],
  ['a Java class', 'cv.pdf', latin('\xca\xfe\xba\xbe')],
  ['a shell script', 'notes.txt', '#!/bin/sh\nrm -rf /\n'],
  ['a script with a mark before it', 'notes.txt', '\ufeff#! /usr/bin/env node\n'],
  ['a Windows shortcut', 'cv.pdf', latin('L\0\0\0\x01\x14\x02\0\0\0')],
  ['a cabinet', 'cv.pdf', latin('MSCF\0\0\0\0')],
  [
    'a disk image',
    'cv.pdf',
    Buffer.concat([Buffer.alloc(0x8001), latin('CD001'), Buffer.alloc(99)]),
  ],
  ['a disk image of macOS', 'cv.pdf', Buffer.concat([PNG, latin('koly\0'), Buffer.alloc(507)])],
  ['an installer', 'old.doc', compoundOf(INSTALLER)],
  ['an archive with a program', 'x.zip', archiveOf(['readme.txt', 'folder/setup.EXE'])],
  ['an archive whose program ends with a dot', 'x.zip', archiveOf(['folder/setup.exe. .'])],
  ['an archive whose program has a NUL behind it', 'x.zip', archiveOf(['setup.exe\0.txt'])],
  ['an archive whose program names a stream', 'x.zip', archiveOf(['C:\\setup.exe:x'])],
  ['a document with a program', 'x.docx', archiveOf(['[Content_Types].xml', 'word/x.vbs'])],
  ['a Java archive', 'x.zip', archiveOf(['META-INF/MANIFEST.MF', 'A.class'])],
  ['a picture and an archive', 'x.png', Buffer.concat([PNG, archiveOf(['a.txt'])])],
  ['an archive without a directory', 'x.zip', latin('PK\x03\x04 and nothing else')],
  [
    'an archive whose directory is too large',
    'x.zip',
    archiveOf(Array.from({ length: 21_000 }, (_, at) => `${at}.txt`)),
  ],
];

const refusal = (variant: string | undefined, allowed: string[]) => (error: unknown) => {
  assert.ok(error instanceof ServiceError);
  assert.equal(error.code, 'file_type_refused');
  assert.equal(error.variant, variant);
  assert.deepEqual(error.details, { allowed });
  return true;
};

describe('the type of a file', () => {
  for (const [name, content, type] of TYPES)
    it(`${name} of ${Buffer.from(content).subarray(0, 24).toString('hex') || 'nothing'} is attached as ${type}`, async () => {
      const [file] = await acceptFiles([fileOf(name, content, 'image/jpeg')], undefined);
      assert.equal(file?.type, type);
    });

  it('a file without a name gets one from its type', async () => {
    const files = [
      fileOf('', '%PDF-1.7'),
      fileOf('..', PNG),
      fileOf('', latin('\x01')),
      fileOf('', PNG),
    ];
    const accepted = await acceptFiles(files, undefined);
    assert.deepEqual(
      accepted.map(({ name }) => name),
      ['file.pdf', 'file.png', 'file', 'file (2).png'],
    );
  });

  it('any bytes have a type, or are blocked', async () => {
    const start = fc.constantFrom(
      '',
      'PK\x03\x04',
      'PK\x05\x06',
      'MZ',
      '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
      '<',
      '\xff\xfe',
    );
    const rest = fc.uint8Array({ maxLength: 2_000 });
    await fc.assert(
      fc.asyncProperty(start, rest, fc.string(), async (mark, more, name) => {
        const bytes = Buffer.concat([latin(mark), more]);
        try {
          const [file] = await acceptFiles([fileOf(name, bytes)], undefined);
          assert.match(file?.type ?? '', /^[a-z]+\/[\w.+-]+$/);
        } catch (error) {
          refusal('blocked_file', ['*/*'])(error);
        }
      }),
    );
  });
});

describe('a file is refused', () => {
  for (const [what, name, content] of BLOCKED)
    it(`a file is refused that is ${what}`, async () => {
      await assert.rejects(
        acceptFiles([fileOf(name, content)], undefined),
        refusal('blocked_file', ['*/*']),
      );
    });

  const REFUSED: [types: string[], name: string, content: string | Buffer][] = [
    [['application/pdf'], 'cv.pdf', '<html><script>alert(1)</script></html>'],
    [['application/pdf'], 'cv.html', '%PDF-1.7\n<script>'],
    [['application/pdf'], 'cv.pdf', PNG],
    [['image/*'], 'logo.svg', '<svg/>'],
    [['image/*', 'text/*'], 'x.html', '<html>'],
    [['text/plain'], 'x.csv', 'a;b'],
  ];
  for (const [types, name, content] of REFUSED)
    it(`a form for ${types.join(', ')} refuses ${name} of ${Buffer.from(content).length} bytes by what they are`, async () => {
      await assert.rejects(
        acceptFiles([fileOf(name, content, types[0])], types),
        refusal(undefined, types),
      );
    });

  it('the error for an empty file that the form does not take says that it is empty', async () => {
    const types = ['application/pdf', 'image/*'];
    for (const name of ['cv.pdf', 'photo.jpg', 'notes.txt', 'page.html']) {
      await assert.rejects(acceptFiles([fileOf(name, '')], types), refusal('empty_file', types));
    }
    assert.equal((await acceptFiles([fileOf('a.txt', '')], ['text/plain'])).length, 1);
  });

  const TAKEN: [types: string[], name: string, content: string | Buffer][] = [
    [['application/pdf'], 'cv.pdf', '%PDF-1.4'],
    [['text/plain', 'image/*'], 'x.bin', PNG],
    [['image/svg+xml'], 'logo.svg', '<svg/>'],
    [['*/*'], 'page.html', '<html>'],
  ];
  for (const [types, name, content] of TAKEN)
    it(`a form for ${types.join(', ')} takes ${name}`, async () => {
      const accepted = await acceptFiles([fileOf(name, content)], types);
      assert.equal(accepted.length, 1);
    });
});
