import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { it } from 'node:test';
import { openStandardOutput } from './standard-output.ts';

/** A stream that accepts one write whenever the test says so. */
function openSlowStream() {
  const taken: string[] = [];
  let take = (): void => undefined;
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      taken.push(chunk);
      take = done;
    },
  });
  return { stream, taken, take: () => take() };
}

it('a log reader that does not read costs bounded memory, and later gets the number of dropped lines', async () => {
  const { stream, taken, take } = openSlowStream();
  const told: number[] = [];
  const output = openStandardOutput((count) => void told.push(count), stream);
  const lines = 'x'.repeat(1_000);
  for (let count = 0; count < 2_000; count += 1) output.write(lines);
  assert.ok(stream.writableLength <= 1_048_576);
  assert.deepEqual(told, []);
  const waiting = stream.writableLength / lines.length;
  const takeUntil = async (count: number) => {
    while (taken.length < count) {
      take();
      await new Promise(setImmediate);
    }
  };
  await takeUntil(waiting / 4);
  output.write('too early');
  assert.deepEqual(told, []);
  await takeUntil(waiting);
  output.write('at last');
  assert.deepEqual(told, [2_001 - waiting]);
  output.write('and again');
  assert.deepEqual(told, [2_001 - waiting], 'told once');
});
