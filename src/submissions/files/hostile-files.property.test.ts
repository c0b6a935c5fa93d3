import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ServiceError } from '../../contract/service-error.ts';
import { hostileFiles } from '../../../test/support/hostile-files.ts';
import { nameField, zipOf } from '../../../test/support/zip-file.ts';
import { acceptFiles } from './accept-files.ts';

/** Counts the octets that are read. */
function fileOf(bytes: Buffer) {
  const count = { octets: 0 };
  const chunk = Buffer.from(bytes);
  const { subarray } = chunk;
  chunk.subarray = (start, end) => {
    const part = subarray.call(chunk, start, end);
    count.octets += part.length;
    return part;
  };
  const file = { field: 'file', name: 'x.bin', type: '', chunks: [chunk], size: bytes.length };
  return { file: { ...file, sha256: '' }, count };
}

/** The type, or `refused`; any other error fails. */
async function verdictOf(bytes: Buffer): Promise<{ verdict: string; read: number }> {
  const { file, count } = fileOf(bytes);
  try {
    const [accepted] = await acceptFiles([file], undefined);
    return { verdict: accepted?.type ?? '', read: count.octets };
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    assert.equal(error.code, 'file_type_refused');
    return { verdict: 'refused', read: count.octets };
  }
}

/** Octets read of any file: its start, its end, and the headers of an archive. */
const MOST_READ = 3_145_728;

for (const [what, bytes] of hostileFiles(2_500_000))
  it(`${what} is taken or refused after little of it was read`, async () => {
    const { verdict, read } = await verdictOf(bytes);
    assert.match(verdict, /^(?:refused|[a-z]+\/[\w.+-]+)$/);
    assert.ok(read < MOST_READ, `${read} octets were read`);
  });

it('an archive with any length or count at its maximum is taken or refused', async () => {
  const archive = zipOf(
    [
      { name: 'a.txt', content: 'hello', extra: nameField('a.txt') },
      { name: 'b.txt', content: 'hello', isDeflated: true },
    ],
    { comment: 'made by hand' },
  );
  for (const octets of [1, 2, 4, 8]) {
    for (let at = 4; at + octets <= archive.length; at += 1) {
      const changed = Buffer.from(archive).fill(0xff, at, at + octets);
      const { read } = await verdictOf(changed);
      assert.ok(read < 10_000, `${read} octets were read with ${octets} changed at ${at}`);
    }
  }
});

it('others get turns while the largest archives are read', async () => {
  const archive = zipOf(Array.from({ length: 9_999 }, (_, at) => ({ name: `${at}.txt` })));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const { verdict } = await verdictOf(archive);
  isOver = true;
  assert.equal(verdict, 'application/zip');
  assert.ok(turns > 20, `${turns} turns`);
});
