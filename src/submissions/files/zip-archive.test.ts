import assert from 'node:assert/strict';
import { it } from 'node:test';
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

/** The record of 64 bits about a directory. */
function recordOf(count: number, octets: number, start: number): Buffer {
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 0, 'latin1');
  record.writeBigUInt64LE(44n, 4);
  [count, count, octets, start].forEach((number, at) =>
    record.writeBigUInt64LE(BigInt(number), 24 + at * 8),
  );
  return record;
}

/** An archive of two files with an end of 64 bits too. */
function wideOf(start = ITS_FILES.length): Buffer {
  const record = recordOf(2, ITS_DIRECTORY.length, start);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 0, 'latin1');
  locator.writeUInt32LE(ITS_FILES.length + ITS_DIRECTORY.length, 8);
  const end = zipEnd(0xffff, 0xffff_ffff, 0xffff_ffff);
  return Buffer.concat([ITS_FILES, ITS_DIRECTORY, record, locator, end]);
}

const REFUSED: [what: string, bytes: Buffer][] = [
  ['an archive behind another one', Buffer.concat([WITH_PROGRAM, FINE])],
  ['an archive before another one', Buffer.concat([FINE, WITH_PROGRAM])],
  ['an archive with something behind it', Buffer.concat([FINE, latin('\n')])],
  [
    'an archive whose comment holds another end',
    zipOf([], { comment: `${zipEnd(0, 0, 0).toString('latin1')}xx` }),
  ],
  [
    'a directory with fewer files than its end says',
    Buffer.concat([ITS_FILES, ITS_DIRECTORY, zipEnd(3, ITS_DIRECTORY.length, ITS_FILES.length)]),
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
  ['an end of 64 bits that says another start', wideOf(ITS_FILES.length + 1)],
  ['a name of more than 4 KB', zipOf([{ name: 'a'.repeat(4_097) }])],
  [
    'a file with 65 extra fields',
    zipOf([{ name: 'a.txt', extra: Buffer.concat(Array(65).fill(nameField('a.txt'))) }]),
  ],
  [
    'a second name of more than 4 KB',
    zipOf([{ name: 'a.txt', extra: nameField('a'.repeat(4_097)) }]),
  ],
  [
    'a program by the directory, whatever the file says',
    zipOf([{ name: 'a.exe', localName: 'a.txt' }]),
  ],
];

const TAKEN: [what: string, bytes: Buffer][] = [
  ['an archive', FINE],
  ['an empty archive', zipOf([])],
  ['an archive with an end of 64 bits', wideOf()],
  [
    'another name before a file than in the directory',
    zipOf([{ name: 'a.txt', localName: 'b.txt' }]),
  ],
  ['an archive with a comment', zipOf([{ name: 'a.txt' }], { comment: 'made by hand' })],
  ['an archive with a password', zipOf([{ name: 'a.txt', isEncrypted: true }])],
  ['an archive with an archive', zipOf([{ name: 'b.zip', content: WITH_PROGRAM }])],
  ['an archive with scripts of Unix', zipOf([{ name: 'a.sh', content: '#!/bin/sh\n' }])],
  ['an archive with a name of 4 KB', zipOf([{ name: 'a'.repeat(4_096) }])],
];

for (const [what, bytes] of REFUSED)
  it(`${what} is refused`, async () => assert.equal(await typeIn(bytes), undefined));

for (const [what, bytes] of TAKEN)
  it(`${what} is taken`, async () => assert.equal(await typeIn(bytes), 'application/zip'));

it('the archives of an upload share one budget of entries and of octets', async () => {
  const entries = { ...newZipBudget(), entries: 5 };
  assert.equal(await typeIn(FINE, entries), 'application/zip');
  assert.equal(await typeIn(FINE, entries), 'application/zip');
  assert.equal(await typeIn(FINE, entries), undefined);
  const octets = { ...newZipBudget(), octets: 150 };
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
