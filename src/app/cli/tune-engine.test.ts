import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { join } from 'node:path';
import { KNOWN } from './tune-engine.ts';

/** What the programs below begin with: MiB of the young generation, and work that makes it grow. */
const PRELUDE = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
  import { tuneEngine } from ${JSON.stringify(join(import.meta.dirname, 'tune-engine.ts'))};
  const young = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size / 1048576;
  async function work() {
    let alive = [];
    for (let round = 0; round < 600 || (round < 20_000 && young() < 16); round += 1) {
      for (let count = 0; count < 2000; count += 1) alive.push({ round, text: 'x' + count });
      if (alive.length > 20_000) alive = [];
      await turn();
    }
  }
  const seen = [];
`;

/** Busy, then collected as when idle, then busy again; prints the young generation at each. */
const LIFE = `${PRELUDE}
  tuneEngine();
  await work();
  seen.push(young());
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  seen.push(young());
  await work();
  seen.push(young());
  console.log(JSON.stringify(seen));
`;

/** Busy as a start is, and then idle; prints the young generation at each. */
const START = `${PRELUDE}
  await work();
  tuneEngine();
  seen.push(young());
  for (let looks = 0; looks < 200 && young() >= 8; looks += 1) await wait(50);
  seen.push(young());
  console.log(JSON.stringify(seen));
`;

function run(program: string, ...options: string[]): number[] {
  const args = [...options, '--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as number[];
}

/** Flags are set where they are known. */
const skip = !process.version.startsWith(KNOWN) && 'this is another V8';

describe('the young generation', () => {
  it('stops growing, and grows again after it shrank', { skip }, () => {
    const seen = run(LIFE, '--expose-gc');
    const [busy = 0, idle = 0, again = 0] = seen;
    assert.ok(busy >= 16 && busy <= 32, String(seen));
    assert.ok(idle < 16, String(seen));
    assert.ok(again >= 16 && again <= 32, String(seen));
  });

  it('is given back after a start', { skip }, () => {
    const [busy = 0, idle = 16] = run(START);
    assert.ok(busy >= 16 && idle < 8, `${busy} ${idle}`);
  });
});
