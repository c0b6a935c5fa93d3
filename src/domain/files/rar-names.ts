/** Headers that are read. */
const MOST_FILES = 10_000;

/** Types of headers that tell of a file, by version. */
const FILE = { four: 0x74, five: 2 };

/** Where the first header begins, after the mark of its version. */
const BEGIN = { four: 7, five: 8 };

/** Goes through numbers of 7 bits an octet, the last one without the eighth bit; NaN behind the end. */
class Numbers {
  at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  next(): number {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const octet = this.#bytes[this.at] ?? Number.NaN;
      this.at += 1;
      value += (octet & 0x7f) * 2 ** shift;
      if (Number.isNaN(octet)) return octet;
      if (octet < 0x80) return value;
    }
    return Number.NaN;
  }

  /** Those that are there only where a flag says so. */
  nextIf(flag: number): number {
    return flag === 0 ? 0 : this.next();
  }
}

interface Header {
  name?: string;
  /** Where the next one begins. */
  next: number;
}

/** RAR 5 (rarlab.com, "RAR 5.0 archive format"). */
function readFive(bytes: Buffer, at: number): Header {
  const numbers = new Numbers(bytes, at + 4);
  const size = numbers.next();
  const start = numbers.at;
  const [type, flags] = [numbers.next(), numbers.next()];
  numbers.nextIf(flags & 1);
  const next = start + size + numbers.nextIf(flags & 2);
  if (type !== FILE.five) return { next };
  const its = numbers.next();
  // Its size and its attributes; a time and a sum of four octets each; method and system.
  numbers.next();
  numbers.next();
  numbers.at += ((its & 2) === 0 ? 0 : 4) + ((its & 4) === 0 ? 0 : 4);
  numbers.next();
  numbers.next();
  const length = numbers.next();
  return { name: bytes.toString('latin1', numbers.at, numbers.at + length), next };
}

/** RAR of the versions before; a second name, in UTF-16, may stand behind a NUL. */
function readFour(bytes: Buffer, at: number): Header {
  const number = (from: number, octets: 2 | 4) =>
    at + from + octets > bytes.length ? Number.NaN : bytes.readUIntLE(at + from, octets);
  const [flags, size] = [number(3, 2), number(5, 2)];
  const hasContent = (flags & 0x8000) !== 0;
  const isLarge = bytes[at + 2] === FILE.four && (flags & 0x100) !== 0;
  const content = hasContent ? number(7, 4) + (isLarge ? number(32, 4) * 2 ** 32 : 0) : 0;
  const next = at + size + content;
  if (bytes[at + 2] !== FILE.four) return { next };
  const start = at + (isLarge ? 40 : 32);
  const name = bytes.toString('latin1', start, start + number(26, 2));
  return { name, next };
}

/** The names in a RAR archive, as far as its headers can be read: not where they are encrypted. */
export function rarNames(bytes: Buffer): string[] {
  const isFive = bytes[6] === 1;
  const names: string[] = [];
  let at = isFive ? BEGIN.five : BEGIN.four;
  for (let count = 0; at < bytes.length && count < MOST_FILES; count += 1) {
    const { name, next } = isFive ? readFive(bytes, at) : readFour(bytes, at);
    if (name !== undefined) names.push(name);
    if (!(next > at)) break;
    at = next;
  }
  return names;
}
