import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { contentOf } from './file-content.ts';
import { lookInside } from './look-inside.ts';
import { rarNames } from './rar-names.ts';
import { newRoom } from './unpack.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');

/** A number in octets of 7 bits. */
function number(value: number): Buffer {
  const rest = Math.floor(value / 128);
  const head = Buffer.from([(value % 128) + (rest > 0 ? 128 : 0)]);
  return rest > 0 ? Buffer.concat([head, number(rest)]) : head;
}

/** A header of RAR 5 with its sum left out. */
function header(body: Buffer[], content = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.concat(body);
  return Buffer.concat([Buffer.alloc(4), number(bytes.length), bytes, content]);
}

/** An archive of RAR 5; each file has some content, a time and a sum. */
function rarOf(names: readonly string[]): Buffer {
  const content = Buffer.alloc(300);
  const file = (name: string) => [
    ...[2, 3, 5, content.length, 6, 1, 32].map(number),
    Buffer.alloc(8),
    ...[0, 1, name.length].map(number),
    latin(name),
    Buffer.alloc(5),
  ];
  return Buffer.concat([
    latin('Rar!\x1a\x07\x01\0'),
    header([1, 0, 0].map(number)),
    ...names.map((name) => header(file(name), content)),
    header([5, 0, 0].map(number)),
  ]);
}

/** An archive of RAR 4, as `rar` writes it: its header, and that of a file without content. */
const olderOf = (name: string, more = '') =>
  Buffer.concat([
    latin('Rar!\x1a\x07\0'),
    Buffer.from('cf907300000d00000000000000', 'hex'),
    ...['first.txt', name].map((each) => {
      const head = Buffer.from(
        '8c1d7402902600000000000000000003000000000000000014300600200000000000',
        'hex',
      ).subarray(0, 32);
      const text = latin(each + more);
      head.writeUInt16LE(32 + text.length, 5);
      head.writeUInt16LE(text.length, 26);
      return Buffer.concat([head, text]);
    }),
  ]);

const isRefused = (bytes: Buffer) =>
  lookInside(contentOf(bytes), bytes.toString('latin1'), newRoom()) === undefined;

describe('RAR archives', () => {
  it('the names in a RAR archive are read in both versions', () => {
    assert.deepEqual(rarNames(rarOf(['a.txt', 'd/b.pdf'])), ['a.txt', 'd/b.pdf']);
    assert.deepEqual(rarNames(olderOf('d\\b.pdf')), ['first.txt', 'd\\b.pdf']);
  });

  it('a RAR archive with a program is refused, whatever stands before it', () => {
    for (const name of ['a.txt', 'a.exe', 'd/a.EXE']) {
      const isProgram = name !== 'a.txt';
      assert.equal(isRefused(rarOf(['b.txt', name])), isProgram, name);
      assert.equal(isRefused(olderOf(name)), isProgram, name);
      assert.equal(isRefused(olderOf(name, '\0\x01\x02')), isProgram, name);
    }
  });

  it('any octets end as a list of names', () => {
    const start = fc.constantFrom('Rar!\x1a\x07\0', 'Rar!\x1a\x07\x01\0');
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 300 }), (mark, rest) => {
        assert.ok(Array.isArray(rarNames(Buffer.concat([latin(mark), rest]))));
      }),
    );
  });
});
