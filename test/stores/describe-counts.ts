import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type FormCount,
  type Outcome,
  MOST_FORMS,
  MOST_ROWS,
} from '../../src/platform/stores/count-table.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { newFormId } from '../../src/forms/route.ts';
import type { AccessKeyId, FormId } from '../../src/contract/names.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import type { OpenStore } from './open-store.ts';
import { addRoute, newRoute } from './route-rows.ts';

const DAY = 20_000;

const row = (formId: FormId, outcome: Outcome | AccessKeyId, count = 1, day = DAY): FormCount => ({
  formId,
  day,
  outcome,
  count,
});

async function addForm(store: Store, changes: Parameters<typeof newRoute>[1] = {}) {
  const route = newRoute('jo@example.com', changes);
  await addRoute(store, route);
  return route.formId;
}

/** What a form has counted, as `day outcome count`. */
async function listed({ counts }: Store, formId: FormId, since = 0): Promise<string[]> {
  const rows = await counts.listSince(formId, since);
  return rows.map(({ day, outcome, count }) => `${day - DAY} ${outcome} ${count}`);
}

export function describeCounts(open: OpenStore): void {
  it('counts of submissions are added up by form, day and outcome', async (test) => {
    const { store, reopen } = await open(test);
    const [form, other] = [await addForm(store), await addForm(store)];
    await store.counts.add([row(form, 'delivered', 2), row(other, 'delivered', 5)]);
    await store.counts.add([row(form, 'trap', 1, DAY + 1), row(form, 'rate_limited', 7)]);
    await store.counts.add([row(form, 'delivered', 3), row(form, 'failed', 1)]);
    const rows = ['0 delivered 5', '0 failed 1', '0 rate_limited 7', '1 trap 1'];
    assert.deepEqual(await listed(store, form), rows);
    assert.deepEqual(await listed(store, form, DAY + 1), ['1 trap 1']);
    assert.deepEqual(await listed(store, other), ['0 delivered 5']);
    assert.deepEqual(await listed(await reopen(), form), rows);
  });

  it('counts of submissions are exact when many writers add to the same rows', async (test) => {
    const { store } = await open(test);
    const forms = await Promise.all(Array.from({ length: MOST_ROWS }, () => addForm(store)));
    const additions = Array.from({ length: 40 }, (_, at) => {
      const rows = forms.map((form) => row(form, 'delivered'));
      return store.counts.add(at % 2 === 0 ? rows : rows.toReversed());
    });
    await Promise.all(additions);
    for (const form of forms) assert.deepEqual(await listed(store, form), ['0 delivered 40']);
  });

  it('silent forms are found by the days of their deliveries', async (test) => {
    const { store } = await open(test);
    const days = [DAY, DAY + 1, DAY + 2];
    const deliver = (form: FormId, of: number[], outcome: Outcome = 'delivered') =>
      store.counts.add(of.map((day) => row(form, outcome, 1, day)));
    const [silent, lively, rare, refused] = await Promise.all(
      days.concat(0).map(() => addForm(store)),
    );
    assert.ok(silent && lively && rare && refused);
    await deliver(silent, days);
    await deliver(silent, [DAY + 9], 'trap');
    await deliver(lively, [...days, DAY + 9]);
    await deliver(rare, [DAY - 5, DAY - 4, DAY + 2]);
    await deliver(refused, days, 'failed');
    const ids = [silent, lively, rare, refused].toSorted();
    const of = { since: DAY, lastDays: { from: DAY + 1, to: DAY + 2 }, leastDays: 3 };
    const [first, last] = [ids[0] ?? silent, ids.at(-1) ?? silent];
    assert.deepEqual(await store.counts.listSilent({ first, last }, of), [silent]);
    const later = { ...of, lastDays: { from: DAY + 3, to: DAY + 9 }, leastDays: 4 };
    assert.deepEqual(await store.counts.listSilent({ first, last }, later), [lively]);
    const after = ids.find((id) => id > silent);
    if (after) assert.deepEqual(await store.counts.listSilent({ first: after, last }, of), []);
  });

  it('nothing is counted for a form that does not exist, and the others of the batch are', async (test) => {
    const { store } = await open(test);
    const [form, unknown] = [await addForm(store), newFormId()];
    await store.counts.add([row(unknown, 'delivered'), row(form, 'delivered')]);
    assert.deepEqual(await listed(store, unknown), []);
    assert.deepEqual(await listed(store, form), ['0 delivered 1']);
  });

  it('counts go with their form, whichever way it is removed', async (test) => {
    const { store } = await open(test);
    const forms = [await addForm(store), await addForm(store), await addForm(store)] as const;
    const kept = await addForm(store, { createdAt: Date.UTC(2025, 5, 1) });
    const rows = [...forms, kept].map((form) => row(form, 'inbox_not_verified'));
    await store.counts.add(rows);
    await store.routes.remove(forms[0]);
    await store.routes.removeUnconfirmed(forms[1]);
    await store.routes.removeUnverifiedBefore(Date.UTC(2025, 5, 1));
    await store.counts.add(rows);
    for (const form of forms) assert.deepEqual(await listed(store, form), []);
    assert.deepEqual(await listed(store, kept), ['0 inbox_not_verified 2']);
  });

  it('a form can be removed while its submissions are counted', async (test) => {
    const { store } = await open(test);
    const forms = await Promise.all(Array.from({ length: 20 }, () => addForm(store)));
    const work = forms.flatMap((form, at) => {
      const rows = forms.map((each) => row(each, 'delivered'));
      return at % 2 === 0 ? [store.counts.add(rows), store.routes.remove(form)] : [];
    });
    // A batch may meet the end of a form; then none of it is added.
    const results = await Promise.allSettled(work);
    const added = results.filter(({ status }, at) => at % 2 === 0 && status === 'fulfilled').length;
    assert.ok(results.every(({ status }, at) => at % 2 === 0 || status === 'fulfilled'));
    for (const [at, form] of forms.entries()) {
      assert.deepEqual(await listed(store, form), at % 2 === 0 ? [] : [`0 delivered ${added}`]);
    }
  });

  it('the sums of a page of forms leave out days before the first, which the latest delivery does not', async (test) => {
    const { store } = await open(test);
    const [form, other, empty] = [await addForm(store), await addForm(store), await addForm(store)];
    await store.counts.add([
      row(form, 'delivered', 9, DAY - 1),
      row(form, 'delivered', 2),
      row(form, 'delivered', 3, DAY + 4),
      row(form, 'failed', 4),
      row(form, 'trap', 5),
      row(form, 'rate_limited', 6),
      row(other, 'submission_empty', 7),
    ]);
    const rest = Array.from({ length: MOST_FORMS - 3 }, newFormId);
    const sums = await store.counts.sumSince([form, empty, ...rest, other], DAY, DAY);
    assert.deepEqual(
      new Map(sums.map(({ formId, ...counted }) => [formId, counted])),
      new Map([
        [form, { delivered: 5, failed: 4, refused: 11, lastDelivered: DAY + 4 }],
        [other, { delivered: 0, failed: 0, refused: 7, lastDelivered: null }],
      ]),
    );
    const [before] = await store.counts.sumSince([form], DAY + 5, DAY - 1);
    assert.deepEqual([before?.delivered, before?.lastDelivered], [0, DAY + 4]);
    assert.deepEqual(await store.counts.sumSince([empty], DAY, 0), []);
  });

  it('the sweep removes counts from before a day, and no others', async (test) => {
    const { store } = await open(test);
    const form = await addForm(store);
    await store.counts.add([row(form, 'delivered', 1, DAY - 1), row(form, 'delivered', 2)]);
    await store.counts.removeBefore(DAY);
    assert.deepEqual(await listed(store, form), ['0 delivered 2']);
    await store.counts.removeBefore(DAY + 1);
    assert.deepEqual(await listed(store, form), []);
  });

  it('uses of access keys are no outcome, and the last one of each is kept for longer', async (test) => {
    const { store } = await open(test);
    const [form, other] = [await addForm(store), await addForm(store)];
    const long = LIMITS.accessKeyUseDays - LIMITS.countedDays;
    await store.counts.add([
      row(form, 'delivered', 1, DAY - 1),
      row(form, 'key_A', 7, DAY - 2),
      row(form, 'key_A', 8, DAY - 1),
      row(form, 'key_B', 2, DAY),
      row(form, 'key_C', 2, DAY - long - 1),
      row(form, 'access_key_required', 3, DAY),
      row(other, 'key_D', 1, DAY - 1),
    ]);
    const [sums] = await store.counts.sumSince([form], DAY - 2, DAY - 2);
    assert.deepEqual([sums?.delivered, sums?.refused], [1, 3]);
    const uses = async () =>
      (await store.counts.lastKeyUses(form))
        .map(({ key, day }) => `${key} ${day - DAY}`)
        .toSorted();
    assert.deepEqual(await uses(), ['key_A -1', 'key_B 0', `key_C ${-long - 1}`]);
    await store.counts.removeBefore(DAY);
    assert.deepEqual(await listed(store, form), [
      '-1 key_A 8',
      '0 access_key_required 3',
      '0 key_B 2',
    ]);
    assert.deepEqual(await uses(), ['key_A -1', 'key_B 0']);
  });
}
