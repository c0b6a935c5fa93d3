import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const TINY = ['--runs', '1', '--seconds', '0.2', '--routes', '20', '--connections', '4'];

/** The last column of the goals that a run of the benchmark prints. */
async function verdictsOf(...options: string[]): Promise<(string | undefined)[]> {
  const args = [join(ROOT, 'bench', 'run.ts'), ...TINY, ...options];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 240_000 });
  const [, goals = ''] = stdout.split('Goals:\n');
  return goals.split('\n').map((line) => line.split(' | ').at(-1)?.replace(' |', ''));
}

const measured = (verdict: string | undefined) => /^(?:not )?reached$/.test(verdict ?? '');

it('npm run bench measures what its options ask for, next to another checkout', async () => {
  const verdicts = await verdictsOf('--before', ROOT, '--only', 'submissions,marked,start');
  assert.equal(verdicts.filter(measured).length, 9);
});

it('npm run bench measures only the parts that are asked for', async () => {
  const verdicts = await verdictsOf('--only', 'polls');
  assert.equal(verdicts.filter(measured).length, 1, 'what was lost and duplicated');
});

it('npm run bench -- --features loses no mail or webhook of any feature', async () => {
  const verdicts = await verdictsOf('--features');
  assert.equal(verdicts.filter(measured).length, 2, 'the features that are off, and what was lost');
});

it('npm run bench refuses a part that it does not have', async () => {
  await assert.rejects(verdictsOf('--only', 'polls,nothing'), /--only takes some of submissions,/);
});
