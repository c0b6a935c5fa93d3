import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Counts } from '../../src/forms/counts/index.ts';
import { newFormId } from '../../src/forms/route.ts';
import type { FormId } from '../../src/contract/names.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { UNKNOWN } from '../contract/scenario.ts';
import { startCounted, watchAdditions } from '../support/counted-service.ts';
import { until } from '../support/until.ts';

const HELLO = { message: 'Hello' };
const DAY = 86_400_000;
/** The last hour of February. */
const FEBRUARY = Date.UTC(2028, 1, 29, 23);

it('an unknown form counts nothing, and nothing is written when nothing was counted', async (test) => {
  const { seen, wrapStore } = watchAdditions();
  const service = await startCounted(test, {}, { wrapStore });
  for (const id of [UNKNOWN, 'nonsense', newFormId()]) {
    assert.equal((await service.submit(id, HELLO)).status, 404);
  }
  assert.deepEqual(await service.readDays(), []);
  assert.deepEqual([seen.calls, seen.rows], [0, 0]);
});

it('500 submissions at once are counted exactly, and written as one row', async (test) => {
  const { seen, wrapStore } = watchAdditions();
  const env = { MONTHLY_LIMIT: '0' };
  const { formId, submit, readToday } = await startCounted(test, env, { wrapStore });
  const statuses: number[] = [];
  const lanes = Array.from({ length: 50 }, async () => {
    for (let at = 0; at < 10; at += 1) statuses.push((await submit(formId, HELLO)).status);
  });
  await Promise.all(lanes);
  const delivered = statuses.filter((status) => status === 200).length;
  assert.equal(statuses.length, 500);
  const today = await readToday();
  assert.deepEqual([today.delivered, today.delivered + today.failed], [delivered, 500]);
  assert.ok(seen.rows < 25, `${seen.rows} rows were written`);
});

it('days are those of UTC, oldest first, for 35 days', async (test) => {
  const clock = { now: FEBRUARY };
  const { formId, submit, readDays } = await startCounted(test, {}, { now: () => clock.now });
  await submit(formId, HELLO);
  clock.now = FEBRUARY + DAY / 24;
  await submit(formId, HELLO);
  await submit(formId, { message: '' });
  const datesOf = async () => (await readDays()).map(({ date, delivered }) => [date, delivered]);
  const both = [
    ['2028-02-29', 1],
    ['2028-03-01', 1],
  ];
  assert.deepEqual(await datesOf(), both);
  clock.now = FEBRUARY + 34 * DAY;
  assert.deepEqual(await datesOf(), both);
  clock.now = FEBRUARY + 35 * DAY;
  assert.deepEqual(await datesOf(), both.slice(1));
  clock.now = FEBRUARY + 36 * DAY;
  assert.deepEqual(await datesOf(), []);
});

it('counts that the store does not take are written later', async (test) => {
  const { seen, wrapStore } = watchAdditions();
  const { formId, submit, readToday, logText } = await startCounted(test, {}, { wrapStore });
  seen.failing = true;
  await submit(formId, HELLO);
  assert.equal((await readToday()).delivered, 0);
  assert.match(logText(), /"event":"counts_not_written"/);
  await submit(formId, HELLO);
  seen.failing = false;
  assert.equal((await readToday()).delivered, 2);
});

it('a stop writes the counts that are in memory', async (test) => {
  const { seen, wrapStore } = watchAdditions();
  const { formId, submit, close } = await startCounted(test, {}, { wrapStore });
  await submit(formId, HELLO);
  await close();
  assert.ok(seen.rows > 0);
});

it('counts are kept as long as they are shown, and a day more', async (test) => {
  const swept: number[] = [];
  const wrapStore = (store: Store): Store => ({
    ...store,
    counts: {
      ...store.counts,
      removeBefore(day) {
        swept.push(day);
        return store.counts.removeBefore(day);
      },
    },
  });
  await startCounted(test, {}, { wrapStore, now: () => FEBRUARY });
  await until('the sweep', () => swept.length > 0);
  assert.deepEqual(swept, [Math.floor(FEBRUARY / DAY) - 35]);
});

it('counts go with their form', async (test) => {
  let kept: Store | undefined;
  const wrapStore = (store: Store) => (kept = store);
  const { formId, headers, submit, request, readDays } = await startCounted(
    test,
    {},
    { wrapStore },
  );
  await submit(formId, HELLO);
  assert.equal((await readDays()).length, 1);
  const removed = await request(`/v1/routes/${formId}`, { method: 'DELETE', headers });
  assert.equal(removed.status, 200);
  assert.equal((await request(`/v1/routes/${formId}/counts`, { headers })).status, 404);
  assert.deepEqual(await kept?.counts.listSince(formId as FormId, 0), []);
});

it('the sums of the month leave out the month before', async (test) => {
  const clock = { now: FEBRUARY };
  let kept: Store | undefined;
  const wrapStore = (store: Store) => (kept = store);
  const { formId, submit, readDays, service } = await startCounted(
    test,
    {},
    { now: () => clock.now, wrapStore },
  );
  await submit(formId, HELLO);
  clock.now = FEBRUARY + DAY;
  await submit(formId, HELLO);
  await submit(formId, { ...HELLO, _gotcha: 'on' });
  await readDays();
  const store = kept ?? assert.fail('no store was opened');
  const counts = new Counts({ store, log: service.log, now: () => clock.now });
  test.after(() => counts.close());
  const [own, other] = [formId as FormId, newFormId()];
  const many = Array.from({ length: 150 }, newFormId);
  const sums = await counts.ofMonth([own, ...many, other]);
  const lastDelivered = Math.floor(clock.now / DAY);
  const counted = { formId, delivered: 1, failed: 0, refused: 1, lastDelivered };
  assert.deepEqual(Array.from(sums), [[formId, counted]]);
});
