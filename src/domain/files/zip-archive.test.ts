import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameField, zipEnd, zipOf } from '../../../test/support/zip-file.ts';
import { readZip } from './zip-archive.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

const FINE = zipOf([
  { name: 'a.txt', content: 'hello' },
  { name: 'b/c.txt', content: 'hello '.repeat(99), isDeflated: true },
]);
const WITH_PROGRAM = zipOf([{ name: 'a.exe', content: 'x' }]);

/** What stands before the end of an archive, its directory, and its end. */
function partsOf(archive: Buffer) {
  const end = archive.length - 22;
  const start = archive.readUInt32LE(end + 16);
  return { files: archive.subarray(0, start), directory: archive.subarray(start, end) };
}

const { files: ITS_FILES, directory: ITS_DIRECTORY } = partsOf(FINE);
const { files: ITS_PROGRAM } = partsOf(WITH_PROGRAM);

const REFUSED: [what: string, bytes: Buffer][] = [
  ['an archive behind another one', Buffer.concat([WITH_PROGRAM, FINE])],
  ['an archive before another one', Buffer.concat([FINE, WITH_PROGRAM])],
  ['an archive with something behind it', Buffer.concat([FINE, latin('\n')])],
  [
    'an archive whose comment holds another end',
    zipOf([], { comment: `${zipEnd(0, 0, 0).toString('latin1')}xx` }),
  ],
  [
    'a directory that leaves out the first file',
    Buffer.concat([ITS_PROGRAM, zipOf([{ name: 'a.txt' }], { shift: ITS_PROGRAM.length })]),
  ],
  [
    'a directory that leaves out a file between two others',
    zipOf([{ name: 'a.txt' }, { name: 'b.txt', gap: ITS_PROGRAM }]),
  ],
  [
    'a directory that leaves out the last file',
    Buffer.concat([
      ITS_FILES,
      ITS_PROGRAM,
      ITS_DIRECTORY,
      zipEnd(2, ITS_DIRECTORY.length, ITS_FILES.length + ITS_PROGRAM.length),
    ]),
  ],
  [
    'a directory that lists one file twice',
    Buffer.concat([
      ITS_FILES,
      ITS_DIRECTORY,
      ITS_DIRECTORY,
      zipEnd(4, ITS_DIRECTORY.length * 2, ITS_FILES.length),
    ]),
  ],
  [
    'a directory with more files than its end says',
    Buffer.concat([ITS_FILES, ITS_DIRECTORY, zipEnd(1, ITS_DIRECTORY.length, ITS_FILES.length)]),
  ],
  [
    'a directory with another name than the file has',
    zipOf([{ name: 'a.txt', localName: 'a.exe' }]),
  ],
  ['a damaged directory', Buffer.from(FINE).fill(0, ITS_FILES.length, ITS_FILES.length + 4)],
  [
    'two names in UTF-8',
    zipOf([{ name: 'a.txt', extra: Buffer.concat([nameField('a.exe'), nameField('a.txt')]) }]),
  ],
];

describe('a zip archive in which programs find different files', () => {
  for (const [what, bytes] of REFUSED) {
    it(`${what} is refused`, () => assert.equal(readZip(bytes, 9), undefined));
  }

  it('an archive of more files than are read is refused', () => {
    assert.equal(readZip(FINE, 1), undefined);
  });

  it('an archive that agrees with itself has its files in their order', () => {
    const names = readZip(FINE, 9)?.map((file) => file.names);
    assert.deepEqual(names, [['a.txt'], ['b/c.txt']]);
  });
});
