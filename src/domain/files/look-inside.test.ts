import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { nameField, zipEnd, zipOf } from '../../../test/support/zip-file.ts';
import { contentOf } from './file-content.ts';
import { typeOf } from './file-type.ts';
import { isTwoFiles, lookInside } from './look-inside.ts';
import { newRoom } from './unpack.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
/** What is found in a file; undefined where it is refused. */
function look(bytes: Buffer): string[] | undefined {
  const [content, start] = [contentOf(bytes), bytes.toString('latin1', 0, 4_096)];
  const names = lookInside(content, start, newRoom());
  const type = typeOf(content, 'file', { start, names });
  return isTwoFiles(content, start, type) ? undefined : names;
}

const PROGRAM = latin(`MZ\x90\0\x03\0\0\0${'\0'.repeat(99)}`);
const PNG = latin(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR${'\0'.repeat(99)}`);
const FINE = zipOf([
  { name: 'a.txt', content: 'hello' },
  { name: 'b/c.txt', content: 'hello '.repeat(99), isDeflated: true },
]);
const WITH_PROGRAM = zipOf([{ name: 'a.exe', content: 'x' }]);

/** A block of tar for a file. */
function tarOf(files: readonly [name: string, content: Buffer, type?: string][]): Buffer {
  const blocks = files.map(([name, content, type = '0']) => {
    const bytes = Buffer.alloc(512 + Math.ceil(content.length / 512) * 512);
    bytes.write(name, 0, 'latin1');
    bytes.write(content.length.toString(8).padStart(11, '0'), 124);
    bytes.write(`        ${type}`, 148);
    const sum = bytes.subarray(0, 512).reduce((all, octet) => all + octet, 0);
    bytes.write(`${sum.toString(8).padStart(6, '0')}\0`, 148);
    content.copy(bytes, 512);
    return bytes;
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}

/** An archive within `depth` others, under a name that says nothing. */
const nested = (archive: Buffer, depth: number): Buffer =>
  depth === 0
    ? archive
    : nested(zipOf([{ name: 'x.dat', content: archive, isDeflated: true }]), depth - 1);

/** The directory of an archive. */
const ITS_DIRECTORY = FINE.subarray(FINE.readUInt32LE(FINE.length - 6), FINE.length - 22);

const REFUSED: [what: string, bytes: Buffer][] = [
  ['an archive behind a picture', Buffer.concat([PNG, FINE])],
  ['an archive behind text', Buffer.concat([latin('hello '.repeat(800)), FINE])],
  ['an archive with a program behind anything', Buffer.concat([latin('\x01\x02'), WITH_PROGRAM])],
  ['an empty archive behind anything', Buffer.concat([latin('\x01\x02'), zipOf([])])],
  [
    'two directories behind anything',
    Buffer.concat([
      latin('\x01\x02'),
      ITS_DIRECTORY,
      ITS_DIRECTORY,
      zipEnd(2, ITS_DIRECTORY.length, 2),
    ]),
  ],
  [
    'an archive behind a picture, with its offsets moved',
    zipOf([{ name: 'a.txt' }], { before: PNG, shift: PNG.length }),
  ],
  [
    'an archive with a program between a picture and more',
    Buffer.concat([PNG, WITH_PROGRAM, latin('more')]),
  ],
  ['an archive behind an empty file of gzip', Buffer.concat([gzipSync(''), FINE])],
  ['a program by its name in UTF-8', zipOf([{ name: 'a.txt', extra: nameField('a.exe') }])],
  ['a program by its first bytes', zipOf([{ name: 'a.txt', content: PROGRAM, isDeflated: true }])],
  ['a program in an archive in an archive', nested(WITH_PROGRAM, 1)],
  ['a program in an archive in two others', nested(WITH_PROGRAM, 2)],
  [
    'an archive with a password in an archive',
    zipOf([{ name: 'b.ZIP', content: 'x', isEncrypted: true }]),
  ],
  ['a compressed program', gzipSync(PROGRAM)],
  ['a compressed program behind an empty file', Buffer.concat([gzipSync(''), gzipSync(PROGRAM)])],
  ['a program compressed twice', gzipSync(gzipSync(PROGRAM))],
  ['a compressed archive with a program', gzipSync(WITH_PROGRAM)],
  [
    'a compressed file that was called a program',
    Buffer.concat([latin('\x1f\x8b\x08\x08\0\0\0\0\0\x03a.exe\0'), gzipSync('x').subarray(10)]),
  ],
  [
    'a tar archive with a program',
    tarOf([
      ['a.txt', latin('x')],
      ['d/a.exe', latin('x')],
    ]),
  ],
  [
    'a tar archive with a program behind its end',
    Buffer.concat([tarOf([['a.txt', latin('x')]]), tarOf([['a.exe', latin('')]])]),
  ],
  ['a tar archive with a program by its first bytes', tarOf([['a.txt', PROGRAM]])],
  [
    'a tar archive with a long name of GNU',
    tarOf([
      ['@LongLink', latin('d/a.exe\0'), 'L'],
      ['d/a', latin('x')],
    ]),
  ],
  [
    'a tar archive with a name of pax',
    tarOf([
      ['head', latin('12 path=a.exe\n'.replace('12', '14')), 'x'],
      ['a', latin('x')],
    ]),
  ],
  ['a tar archive with an archive with a program', tarOf([['a', WITH_PROGRAM]])],
  ['a compressed tar archive with a program', gzipSync(tarOf([['a.exe', latin('x')]]))],
  [
    'a large compressed tar archive with a program in front',
    gzipSync(
      tarOf([
        ['a.exe', latin('x')],
        ['b', Buffer.alloc(9_000_000)],
      ]),
    ),
  ],
];

const TAKEN: [what: string, bytes: Buffer, names: string[]][] = [
  ['an archive', FINE, ['a.txt', 'b/c.txt']],
  ['an archive with a comment', zipOf([{ name: 'a.txt' }], { comment: 'made by hand' }), ['a.txt']],
  ['an archive with a password', zipOf([{ name: 'a.txt', isEncrypted: true }]), ['a.txt']],
  ['an archive with scripts of Unix', zipOf([{ name: 'a.sh', content: '#!/bin/sh\n' }]), ['a.sh']],
  ['archives in archives', nested(FINE, 6), ['x.dat']],
  ['a picture', PNG, []],
  [
    'a drawing that is an archive behind a line of text',
    Buffer.concat([latin('(DWF V06.00)'), FINE]),
    [],
  ],
  [
    'a drawing with its offsets moved',
    zipOf([{ name: 'a.txt' }], { before: latin('(DWF V06.00)'), shift: 12 }),
    [],
  ],
  [
    'a document with an archive in it',
    Buffer.concat([latin('%PDF-1.7\n'), FINE, latin('\n%%EOF\n')]),
    [],
  ],
  ['a compressed text', gzipSync('hello'), []],
  ['a damaged compressed file', gzipSync('hello').fill(0xff, 10), []],
  [
    'a tar archive',
    tarOf([
      ['a.txt', latin('x')],
      ['b.zip', FINE],
    ]),
    [],
  ],
  ['a compressed tar archive', gzipSync(tarOf([['a.txt', latin('x')]])), []],
];

describe('looking into archives', () => {
  for (const [what, bytes] of REFUSED) {
    it(`${what} is refused`, () => assert.equal(look(bytes), undefined));
  }

  for (const [what, bytes, names] of TAKEN) {
    it(`${what} is taken`, () => assert.deepEqual(look(bytes), names));
  }

  it('what unpacks to much more than it is ends soon', () => {
    const bomb = gzipSync(Buffer.alloc(64_000_000));
    const files = Array.from({ length: 200 }, (_, at) => ({ name: `${at}.gz`, content: bomb }));
    const small = gzipSync(Buffer.alloc(1_000_000));
    const list = Array.from({ length: 3_000 }, (_, at): [string, Buffer] => [`${at}`, small]);
    for (const [archive, count] of [
      [zipOf(files), files.length],
      [tarOf(list), 0],
    ] as const) {
      const startedAt = performance.now();
      assert.equal(look(archive)?.length, count);
      assert.ok(performance.now() - startedAt < 1_000);
    }
  });

  it('a program behind what unpacks to much more than it is is found', () => {
    const bombs = Array.from({ length: 20 }, (_, at) => ({
      name: `${at}`,
      content: Buffer.alloc(9_000_000),
      isDeflated: true,
    }));
    const program = { name: 'last', content: PROGRAM, isDeflated: true };
    assert.equal(look(zipOf([...bombs, program])), undefined);
  });

  it('an archive with any of its octets changed is taken or refused, and never throws', () => {
    const archive = nested(zipOf([{ name: 'a.txt', content: gzipSync(FINE) }]), 1);
    fc.assert(
      fc.property(fc.nat(archive.length - 1), fc.nat(255), (at, octet) => {
        const changed = Buffer.from(archive);
        changed[at] = octet;
        look(changed);
        look(gzipSync(changed));
        look(tarOf([['x', changed]]));
      }),
    );
  });
});
