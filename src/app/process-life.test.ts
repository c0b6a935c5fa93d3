import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { START_FLAGS } from '../../test/support/start-flags.ts';

/** MiB to which the flags bound the two semi-spaces of the young generation. */
const BOUND = 2 * Number(/--max-semi-space-size=(\d+)/.exec(START_FLAGS.join(' '))?.[1]);

/** Works like a start, then idles; prints the MiB of V8's young generation at both points. */
const LIFE = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
  import { collectAfterStart } from ${JSON.stringify(join(import.meta.dirname, 'process-life.ts'))};
  const young = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 1048576;
  let alive = [];
  for (let round = 0; round < 600 || (round < 20_000 && young() < ${BOUND}); round += 1) {
    for (let count = 0; count < 2000; count += 1) alive.push({ round, text: 'x' + count });
    if (alive.length > 20_000) alive = [];
    await turn();
  }
  const busy = young();
  collectAfterStart();
  for (let looks = 0; looks < 200 && young() >= 8; looks += 1) await wait(50);
  console.log(JSON.stringify([busy, young()]));
`;

it('the flags of npm start bound the young generation, and its memory is freed after a start', () => {
  const args = [...START_FLAGS, '--input-type=module', '--eval', LIFE];
  const output = execFileSync(process.execPath, args, { encoding: 'utf8' });
  const [busy = 0, idle = BOUND] = JSON.parse(output) as number[];
  assert.ok(busy === BOUND && idle < 8, output);
});
