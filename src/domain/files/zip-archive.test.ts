import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nameField, zipEnd, zipOf } from '../../../test/support/zip-file.ts';
import { contentOf } from './file-content.ts';
import { endsAsZip, newZipBudget, typeOfZip } from './zip-archive.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

const typeIn = (bytes: Buffer, budget = newZipBudget()) =>
  typeOfZip(contentOf(bytes), bytes.toString('latin1', 0, 4_096), budget);

const FINE = zipOf([
  { name: 'a.txt', content: 'hello' },
  { name: 'b/c.txt', content: 'hello '.repeat(99), isDeflated: true },
]);
const WITH_PROGRAM = zipOf([{ name: 'a.exe', content: 'x' }]);
const PNG = latin(`\x89PNG\r\n\x1a\n\0\0\0\rIHDR${'\0'.repeat(99)}`);

/** The files of an archive, and its directory. */
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
    'an archive whose comment is another end',
    zipOf([], { comment: zipEnd(0, 0, 22).toString('latin1') }),
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
    'a directory with fewer files than its end says',
    Buffer.concat([ITS_FILES, ITS_DIRECTORY, zipEnd(3, ITS_DIRECTORY.length, ITS_FILES.length)]),
  ],
  [
    'a directory with another size than its end says',
    Buffer.concat([ITS_FILES, ITS_DIRECTORY, zipEnd(2, 46, ITS_FILES.length)]),
  ],
  [
    'a directory with another name than the file has',
    zipOf([{ name: 'a.txt', localName: 'b.txt' }]),
  ],
  ['a damaged directory', Buffer.from(FINE).fill(0, ITS_FILES.length, ITS_FILES.length + 4)],
  [
    'a program by its second name in UTF-8',
    zipOf([{ name: 'a.txt', extra: Buffer.concat([nameField('b.txt'), nameField('a.exe')]) }]),
  ],
  [
    'an archive with a password in an archive',
    zipOf([{ name: 'b.ZIP', content: 'x', isEncrypted: true }]),
  ],
  ['a name of more than 4 KB', zipOf([{ name: 'a'.repeat(4_097) }])],
  [
    'a second name of more than 4 KB',
    zipOf([{ name: 'a.txt', extra: nameField('a'.repeat(4_097)) }]),
  ],
];

const TAKEN: [what: string, bytes: Buffer][] = [
  ['an archive', FINE],
  ['an empty archive', zipOf([])],
  ['an archive with a comment', zipOf([{ name: 'a.txt' }], { comment: 'made by hand' })],
  ['an archive with a password', zipOf([{ name: 'a.txt', isEncrypted: true }])],
  ['an archive with an archive', zipOf([{ name: 'b.zip', content: WITH_PROGRAM }])],
  ['an archive with scripts of Unix', zipOf([{ name: 'a.sh', content: '#!/bin/sh\n' }])],
  ['an archive with a name of 4 KB', zipOf([{ name: 'a'.repeat(4_096) }])],
];

describe('zip archives', () => {
  for (const [what, bytes] of REFUSED) {
    it(`${what} is refused`, async () => assert.equal(await typeIn(bytes), undefined));
  }

  for (const [what, bytes] of TAKEN) {
    it(`${what} is taken`, async () => assert.equal(await typeIn(bytes), 'application/zip'));
  }

  it('the archives of an upload share one budget of entries and of octets', async () => {
    const entries = { ...newZipBudget(), entries: 5 };
    assert.equal(await typeIn(FINE, entries), 'application/zip');
    assert.equal(await typeIn(FINE, entries), 'application/zip');
    assert.equal(await typeIn(FINE, entries), undefined);
    const octets = { ...newZipBudget(), octets: 300 };
    assert.equal(await typeIn(FINE, octets), 'application/zip');
    assert.equal(await typeIn(FINE, octets), undefined);
  });

  it('an archive with any of its octets changed is taken or refused, and never throws', async () => {
    const archive = zipOf([{ name: 'a.txt', extra: nameField('a.txt') }, { name: 'b.txt' }]);
    await fc.assert(
      fc.asyncProperty(fc.nat(archive.length - 1), fc.nat(255), async (at, octet) => {
        const changed = Buffer.from(archive);
        changed[at] = octet;
        const type = await typeIn(changed);
        assert.ok(type === undefined || type === 'application/zip');
      }),
    );
  });

  it('a file that ends as an archive is one, whatever it begins as', () => {
    const ends = (...parts: Buffer[]) => endsAsZip(contentOf(Buffer.concat(parts)));
    assert.ok(ends(PNG, FINE));
    assert.ok(ends(PNG, zipOf([])));
    assert.ok(ends(PNG, zipOf([{ name: 'a.txt' }], { comment: 'PK\x05\x06, as they say' })));
    assert.ok(!ends(PNG, FINE, latin('more')));
    assert.ok(!ends(PNG));
    assert.ok(!ends(latin('PK\x05\x06')));
  });
});
