import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { createLog } from '../../platform/log/log.ts';
import { newFormId } from '../route.ts';
import type { FormCount } from '../../platform/stores/count-table.ts';
import { Gatherer } from './index.ts';

const FORM = newFormId();

const row = (day: number, count = 1): FormCount => ({
  formId: FORM,
  day,
  outcome: 'delivered',
  count,
});

/** A gatherer, and what it has written: the days and sums of each statement. */
function gather(test: TestContext, admit: (statement: number) => void | Promise<void> = () => {}) {
  const written: [day: number, count: number][][] = [];
  let statements = 0;
  const counts = {
    async add(rows: readonly FormCount[]) {
      await admit((statements += 1));
      written.push(rows.map(({ day, count }) => [day, count]));
    },
  };
  const gatherer = new Gatherer(counts, createLog('silent'));
  test.after(() => gatherer.close());
  return { gatherer, written };
}

it('counts in memory are added up and written 50 sums at a time, once', async (test) => {
  const { gatherer, written } = gather(test);
  for (const count of [1, 2]) {
    for (let day = 0; day < 120; day += 1) gatherer.add(row(day, count));
  }
  await gatherer.write();
  await gatherer.write();
  assert.deepEqual(
    written.map((rows) => rows.length),
    [50, 50, 20],
  );
  assert.ok(written.flat().every(([, count]) => count === 3));
});

it('a write ends when all that was counted before it is written', async (test) => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { gatherer, written } = gather(test, () => opened);
  gatherer.add(row(1));
  const first = gatherer.write();
  gatherer.add(row(1));
  const second = gatherer.write();
  open();
  await first;
  await second;
  assert.deepEqual(written, [[[1, 1]], [[1, 1]]]);
});

it('after a failure only what was not written is written again, with what came since', async (test) => {
  const { gatherer, written } = gather(test, (statement) => {
    if (statement === 2) throw new Error('the disk is full');
  });
  for (let day = 0; day < 60; day += 1) gatherer.add(row(day));
  await gatherer.write();
  gatherer.add(row(59));
  await gatherer.write();
  const again = written[1]?.map(([day, count]) => `${day} ${count}`);
  assert.deepEqual(again, [
    ...[50, 51, 52, 53, 54, 55, 56, 57, 58].map((day) => `${day} 1`),
    '59 2',
  ]);
});

it('counts in memory are bounded while the store fails', async (test) => {
  let failing = true;
  const { gatherer, written } = gather(test, () => {
    if (failing) throw new Error('the disk is full');
  });
  for (let day = 0; day < 100_001; day += 1) gatherer.add(row(day));
  await gatherer.write();
  gatherer.add(row(0));
  failing = false;
  await gatherer.write();
  const rows = written.flat();
  assert.equal(rows.length, 100_000);
  assert.deepEqual(rows[0], [0, 2]);
});
