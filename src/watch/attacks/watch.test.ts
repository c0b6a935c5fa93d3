import assert from 'node:assert/strict';
import { it } from 'node:test';
import { LIMITS } from '../../contract/limits.ts';
import { newFormId } from '../../forms/route.ts';
import type { Arrival } from '../../submissions/delivery.ts';
import { Watch } from './watch.ts';

const MINUTE = 60_000;
const formId = newFormId();

function watchAt(start: number) {
  let now = start;
  const watch = new Watch(() => now);
  return {
    watch,
    pass: (time: number) => void (now += time),
    come(arrival: Arrival, count: number, id = formId) {
      for (let at = 0; at < count; at += 1) watch.note(id, arrival);
    },
  };
}

const tooMany: [arrival: Arrival, count: number][] = [
  ['plain', LIMITS.peopleSubmit],
  ['marked', LIMITS.peopleSubmitOddly],
  ['trapped', LIMITS.peopleSubmitOddly],
  ['held_back', LIMITS.peopleSubmitOddly],
];
for (const [arrival, count] of tooMany)
  it(`an attack begins with the ${count}th submission that is ${arrival}, in a minute`, () => {
    const { watch, come } = watchAt(MINUTE);
    come(arrival, count - 1);
    assert.equal(watch.attackOn(formId), undefined);
    come(arrival, 1);
    assert.ok(watch.attackOn(formId));
    assert.equal(watch.attackOn(newFormId()), undefined);
  });

it('an attack is not seen if the same submissions come slowly, or solved', () => {
  const { watch, come, pass } = watchAt(MINUTE);
  for (let minutes = 0; minutes < 100; minutes += 1) {
    come('plain', LIMITS.peopleSubmit / 2 - 5);
    come('marked', LIMITS.peopleSubmitOddly / 2 - 1);
    come('solved', 100);
    pass(MINUTE);
  }
  assert.equal(watch.attackOn(formId), undefined);
});

it('an attack over the edge of a minute is seen', () => {
  const { watch, come, pass } = watchAt(MINUTE);
  pass(59_000);
  come('plain', LIMITS.peopleSubmit / 2);
  pass(2_000);
  come('plain', LIMITS.peopleSubmit / 2);
  assert.ok(watch.attackOn(formId));
});

it('an attack goes on while much comes, and ends by itself once it is calm', () => {
  const { watch, come, pass } = watchAt(MINUTE);
  for (let minutes = 0; minutes < 30; minutes += 1) {
    come('held_back', LIMITS.peopleSubmitOddly);
    assert.deepEqual(watch.sweep(), []);
    pass(MINUTE);
  }
  pass((LIMITS.attackMinutes - 2) * MINUTE);
  assert.ok(watch.attackOn(formId));
  pass(2 * MINUTE);
  assert.equal(watch.attackOn(formId), undefined);
  assert.deepEqual(watch.sweep(), [formId]);
  assert.deepEqual(watch.sweep(), []);
});

it('solutions do not hide an attack: they take back only what their first attempt counted', () => {
  const { watch, come } = watchAt(MINUTE);
  come('solved', 1_000);
  come('held_back', LIMITS.peopleSubmitOddly);
  assert.ok(watch.attackOn(formId));
});

it('attacks on more forms than memory has room for are not remembered', () => {
  const { watch, come } = watchAt(MINUTE);
  const ids = Array.from({ length: 10_010 }, newFormId);
  for (const id of ids) come('marked', LIMITS.peopleSubmitOddly, id);
  assert.equal(ids.filter((id) => watch.attackOn(id)).length, 10_000);
});
