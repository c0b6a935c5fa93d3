import { gzipSync } from 'node:zlib';
import { nameField, zipEnd, zipOf, type ZipFile } from './zip-file.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

const fill = (start: string, unit: string, size: number) =>
  latin(start + unit.repeat(Math.max(1, (size - start.length) / unit.length)));

/** An archive of as many files as fit. */
function archiveOf(size: number, file: (at: number) => ZipFile): Buffer {
  const { length } = zipOf([file(0)]);
  const count = Math.max(1, Math.floor(size / length));
  return zipOf(Array.from({ length: count }, (_, at) => file(at)));
}

/** Entries that all say the same of one file, whose local header has long fields. */
function sharedHeader(size: number): Buffer {
  const one = zipOf([{ name: 'a.txt' }]);
  const start = one.readUInt32LE(one.length - 6);
  const local = Buffer.concat([one.subarray(0, start), Buffer.alloc(65_535)]);
  local.writeUInt16LE(65_535, 28);
  const entry = one.subarray(start, one.length - 22);
  const count = Math.min(65_535, Math.floor((size - local.length) / entry.length));
  const directory = Buffer.concat(Array.from({ length: count }, () => entry));
  return Buffer.concat([local, directory, zipEnd(count, directory.length, local.length)]);
}

/** Files of about `size` octets with every length, count and level at its maximum. */
export function* hostileFiles(size: number): Generator<readonly [name: string, bytes: Buffer]> {
  const name = (at: number) => `${at}.txt`;
  const long = (at: number, unit: string) => name(at) + unit.repeat(4_000 / unit.length);
  yield ['a zip of small files', archiveOf(size, (at) => ({ name: name(at) }))];
  for (const unit of [':', '.', '. ', '\0', '/', '.exe:.', '\xef\xb7\xba', '\xcc\x81\xcc\xa3']) {
    const what = `a zip with names of ${JSON.stringify(unit)}`;
    yield [what, archiveOf(size, (at) => ({ name: long(at, unit) }))];
  }
  const longest = 'a'.repeat(65_535);
  yield ['a zip with names of 64 KB', archiveOf(size, () => ({ name: longest }))];
  const second = nameField('a'.repeat(65_000));
  yield ['a zip with second names of 64 KB', archiveOf(size, () => ({ name: 'a', extra: second }))];
  const extra = Buffer.alloc(65_532);
  yield ['a zip with extra fields', archiveOf(size, (at) => ({ name: name(at), extra }))];
  const names = latin('\x75\x70\0\0'.repeat(16_000));
  yield ['a zip with second names', archiveOf(size, (at) => ({ name: name(at), extra: names }))];
  yield ['a zip whose files share a header', sharedHeader(size)];
  yield ['a zip that ends everywhere', fill('PK\x03\x04', 'PK\x05\x06', size)];
  yield ['a zip in a zip', archiveOf(size, () => ({ name: 'a.zip', content: zipOf([]) }))];
  yield ['ends of zips', fill('\x01', 'PK\x05\x06', size)];
  yield ['ends of zips with a long comment', fill('\x01', 'PK\x05\x06\xff\xff', size)];
  const named = fill('\x1f\x8b\x08\x08\0\0\0\0\0\x03', ':', size - 1);
  yield ['a gzip with a long name', Buffer.concat([named, Buffer.alloc(1)])];
  yield ['a gzip of zeros', gzipSync(Buffer.alloc(size * 10))];
  yield [
    'a gzip of zeros behind a mark',
    Buffer.concat([latin('\xef\xbb\xbf'), gzipSync(Buffer.alloc(size * 10))]),
  ];
  yield [
    'a RAR of version 5',
    fill('Rar!\x1a\x07\x01\0', '\0\0\0\0\x0c\x02\0\0\0\0\0\0\xff\xff\xff\xff\x7f', size),
  ];
  const older = `\0\0\x74\0\0\x20${'\0'.repeat(20)}\xff\xff\0\0\0\0`;
  yield ['a RAR of version 4', fill('Rar!\x1a\x07\0', older, size)];
  yield ['a tar', fill(`a${'\0'.repeat(256)}ustar\x0000`, '7', size)];
  yield ['a 7z', fill("7z\xbc\xaf'\x1c\0\x04", '\xff', size)];
  yield [
    'a PNG of small chunks',
    fill('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', '\0\0\0\0abcd\0\0\0\0', size),
  ];
  yield ['a PNG of large chunks', fill('\x89PNG\r\n\x1a\n', '\x7f\xff\xff\xffIHDR', size)];
  yield ['a TIFF', fill('II*\0\x08\0\0\0\xff\xff', '\xff', size)];
  yield ['a Matroska', fill('\x1aE\xdf\xa3\x01\xff\xff\xff\xff\xff\xff\xff', '\xec\x80', size)];
  yield [
    'an ASF',
    fill(
      '\x30\x26\xb2\x75\x8e\x66\xcf\x11\xa6\xd9',
      `${'\x01'.repeat(16)}\x18\0\0\0\0\0\0\0`,
      size,
    ),
  ];
  yield ['an MP3 of tags', fill('', 'ID3\x04\0\0\0\0\0\0', size)];
  yield ['an MP3 with a long tag', fill('ID3\x04\0\0\x7f\x7f\x7f\x7f', '\0', size)];
  yield ['an Ogg', fill('OggS\0', '\xff', size)];
  yield ['an ASAR', fill('\x04\0\0\0\xff\x0f\0\0\xff\x0f\0\0\xd0\x0f\0\0', '[', size)];
  yield ['a compound file', fill('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '\xff', size)];
  for (const unit of ['<', '<a', '<svg', '\ufffd', '<?xml ', '\n', '.', 'BEGIN:']) {
    yield [`a text of ${JSON.stringify(unit)}`, Buffer.from(unit.repeat(size / unit.length))];
  }
}
