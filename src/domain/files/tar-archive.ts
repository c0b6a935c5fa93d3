/** A file in a tar archive. */
export interface TarFile {
  name: string;
  content: Buffer;
}

const BLOCK = 512;

/** Text up to its first NUL, in Latin-1. */
const textAt = (block: Buffer, at: number, length: number): string =>
  block.toString('latin1', at, at + length).replace(/\0[^]*/, '');

const octalAt = (block: Buffer, at: number, length: number): number =>
  Number.parseInt(textAt(block, at, length).trim() || '0', 8);

/** A size; GNU tar writes a large one in 64 bits, marked by the first bit of its field. */
function sizeIn(block: Buffer): number {
  if (((block[124] ?? 0) & 0x80) !== 0) return Number(block.readBigUInt64BE(128));
  return octalAt(block, 124, 12);
}

/** Whether a block is a header of tar, old ones included: by its sum, with the field of the sum as spaces. */
function isHeader(block: Buffer): boolean {
  if (block.length < BLOCK || block[0] === 0) return false;
  const said = octalAt(block, 148, 8);
  if (Number.isNaN(said)) return false;
  let sum = 8 * 0x20;
  // An iterator would take ten times as long.
  for (let at = 0; at < BLOCK; at += 1) if (at < 148 || at >= 156) sum += block[at] ?? 0;
  return sum === said;
}

/** The name that a header for the next file gives (POSIX, pax, "path"; GNU, type L). */
const longName = (type: string, content: Buffer): string | undefined => {
  if (type === 'L') return textAt(content, 0, content.length);
  if (type !== 'x') return undefined;
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(content.toString('latin1'))?.[1];
};

export const isTar = (start: Buffer): boolean => isHeader(start.subarray(0, BLOCK));

/** The files of a tar archive, at most `most`, as far as it can be read. */
export function readTar(bytes: Buffer, most: number): TarFile[] {
  const files: TarFile[] = [];
  let next: string | undefined;
  for (let at = 0, count = 0; at + BLOCK <= bytes.length && count < most;) {
    const block = bytes.subarray(at, at + BLOCK);
    at += BLOCK;
    // Blocks of zeros end an archive; another may follow.
    if (!isHeader(block)) {
      if (block[0] === 0) continue;
      return files;
    }
    count += 1;
    const size = sizeIn(block);
    if (!(size >= 0 && size <= bytes.length)) return files;
    const content = bytes.subarray(at, at + size);
    at += Math.ceil(size / BLOCK) * BLOCK;
    const type = textAt(block, 156, 1);
    if (type === 'L' || type === 'x') {
      next = longName(type, content) ?? next;
      continue;
    }
    files.push({ name: next ?? textAt(block, 0, 100), content });
    next = undefined;
  }
  return files;
}
