import { crc32, deflateRawSync } from 'node:zlib';

/** One file of an archive, and where its two headers tell different things. */
export interface ZipFile {
  name: string;
  content?: string | Buffer;
  isDeflated?: boolean;
  isEncrypted?: boolean;
  /** In the local header, where it is another one. */
  localName?: string;
  /** Extra fields of the directory's entry. */
  extra?: Buffer;
}

const bytes = (content: string | Buffer) =>
  typeof content === 'string' ? Buffer.from(content, 'latin1') : content;

/** Little-endian numbers: `[octets, value]`. */
function pack(mark: string, fields: readonly (readonly [2 | 4, number])[]): Buffer {
  const parts = fields.map(([octets, value]) => {
    const part = Buffer.alloc(octets);
    part.writeUIntLE(value, 0, octets);
    return part;
  });
  return Buffer.concat([Buffer.from(mark, 'latin1'), ...parts]);
}

/** The numbers that both headers of a file have. */
const shared = (file: ZipFile, packed: Buffer, content: Buffer) =>
  [
    [2, file.isEncrypted ? 1 : 0],
    [2, file.isDeflated ? 8 : 0],
    [4, 0],
    [4, crc32(content)],
    [4, packed.length],
    [4, content.length],
  ] as const;

/** The end of a directory (APPNOTE, 4.3.16). */
export const zipEnd = (count: number, octets: number, offset: number, comment = ''): Buffer =>
  Buffer.concat([
    pack('PK\x05\x06', [
      [4, 0],
      [2, count],
      [2, count],
      [4, octets],
      [4, offset],
      [2, comment.length],
    ]),
    Buffer.from(comment, 'latin1'),
  ]);

/** A zip archive. */
export function zipOf(files: readonly ZipFile[], { comment = '' } = {}): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const content = bytes(file.content ?? '');
    const contentPacked = file.isDeflated ? deflateRawSync(content) : content;
    // Encrypted content has a header of 12 octets (APPNOTE, 6.1.3).
    const packed = Buffer.concat([Buffer.alloc(file.isEncrypted ? 12 : 0), contentPacked]);
    const [name, localName] = [bytes(file.name), bytes(file.localName ?? file.name)];
    const { extra = Buffer.alloc(0) } = file;
    const numbers = shared(file, packed, content);
    const local = Buffer.concat([
      pack('PK\x03\x04', [[2, 20], ...numbers, [2, localName.length], [2, 0]]),
      localName,
      packed,
    ]);
    entries.push(
      pack('PK\x01\x02', [
        [4, 20],
        ...numbers,
        [2, name.length],
        [2, extra.length],
        [4, 0],
        [2, 0],
        [4, 0],
        [4, offset],
      ]),
      name,
      extra,
    );
    offset += local.length;
    locals.push(local);
  }
  const directory = Buffer.concat(entries);
  return Buffer.concat([
    ...locals,
    directory,
    zipEnd(files.length, directory.length, offset, comment),
  ]);
}

/** An extra field with the name in UTF-8 (APPNOTE, 4.6.9). */
export function nameField(name: string): Buffer {
  const head = bytes('\x75\x70\0\0\x01\0\0\0\0');
  head.writeUInt16LE(name.length + 5, 2);
  return Buffer.concat([head, bytes(name)]);
}
