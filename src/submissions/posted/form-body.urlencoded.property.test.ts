import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { it } from 'node:test';
import fc from 'fast-check';
import { Charsets } from './charsets.ts';
import { FormReader } from './form-body.ts';

const TYPE = 'application/x-www-form-urlencoded';

type Pair = [name: string, value: string];

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** A decoded name or value (WHATWG URL Standard, 5.1); other tests cover invalid UTF-8. */
function decodeBytes(bytes: Buffer): string {
  const decoded: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const hex = bytes.toString('latin1', at + 1, at + 3);
    if (bytes[at] === 0x25 && /^[\da-f]{2}$/i.test(hex)) {
      decoded.push(Number.parseInt(hex, 16));
      at += 2;
    } else decoded.push(bytes[at] === 0x2b ? 0x20 : (bytes[at] ?? 0));
  }
  const octets = Buffer.from(decoded);
  return isUtf8(octets) ? decoder.decode(octets) : new Charsets().decode(octets);
}

/** The parser of the URL Standard, word for word, on bytes. */
function readByStandard(body: Buffer): Pair[] {
  const pairs: Pair[] = [];
  // Latin-1 keeps one character per byte, so that text functions cut bytes.
  for (const sequence of body.toString('latin1').split('&')) {
    if (sequence === '') continue;
    const equals = sequence.includes('=') ? sequence.indexOf('=') : sequence.length;
    const [name, value] = [sequence.slice(0, equals), sequence.slice(equals + 1)];
    pairs.push([
      decodeBytes(Buffer.from(name, 'latin1')),
      decodeBytes(Buffer.from(value, 'latin1')),
    ]);
  }
  return pairs;
}

function toEntries(pairs: Pair[]): [string, string[]][] {
  const grouped = Map.groupBy(pairs, ([name]) => name);
  return Array.from(grouped, ([name, same]) => [name, same.map(([, value]) => value)]);
}

async function read(body: Buffer) {
  return Array.from(new FormReader(TYPE).read(body), ([name, values]) => [
    name,
    Array.from(values),
  ]);
}

it('a urlencoded body is read as the URL Standard reads its bytes, in order, repeated keys together', async () => {
  const pieces = ['&', '=', '+', '%', '?', 'a', 'b', '%C3', '%A9', '%00', '%zz', '%e2%82'];
  const texts = ['é', '😀', '\ufeff', '\0', 'a=1', '__proto__=x', '100%'];
  const bytes = fc.oneof(
    fc.constantFrom(...pieces, ...texts).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 3 }).map((octets) => Buffer.from(octets)),
  );
  const bodies = fc.array(bytes, { maxLength: 20 }).map((parts) => Buffer.concat(parts));
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      assert.deepEqual(await read(body), toEntries(readByStandard(body)));
    }),
    { numRuns: 5_000 },
  );
});

it('a urlencoded body keeps an unescaped letter after a percent sign that escapes nothing', async () => {
  const body = Buffer.from('message=Gr%C3%B6%C3%9Fe%20😀%20100%überüber%C3&a=b');
  assert.deepEqual(await read(body), [
    ['message', ['Größe 😀 100%überüberÃ']],
    ['a', ['b']],
  ]);
});
