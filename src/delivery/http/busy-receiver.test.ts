import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Route } from '../../forms/route.ts';
import type { Delivery } from '../../submissions/delivery.ts';
import { HttpCalls, type HttpCall } from './http-channel.ts';
import { ReceiverBreaker } from './receiver-breaker.ts';

const RECEIVER = { url: 'https://hooks.example.com/x', secret: '' };
const FORM = { formId: 'a', inbox: { quota: 'o' } } as Route;

const CONTEXT = {
  log: { webhooksPaused: () => undefined, webhooksResumed: () => undefined },
  now: () => 0,
};

const CALL: HttpCall = { urlOf: ({ url }) => url, compose: () => '{}' };

/** Delivers from a queue to a receiver with these answers; returns the number of calls. */
async function deliverTo(answers: { status: number; retryAfter?: string }[], awaited = false) {
  const left = [...answers];
  const clock = { now: 0 };
  const post = async () => left.shift() ?? { status: 500 };
  const breaker = new ReceiverBreaker(() => clock.now);
  const overrides = { breaker, retriesOf: () => [1, 1], deadline: 5_000 };
  const calls = new HttpCalls(CONTEXT, { post }, overrides);
  const target = { channel: 'slack', config: RECEIVER, awaited } as const;
  const room = calls.admit(CALL, FORM, target);
  const outcome = await room.deliver({} as Delivery).then(
    () => 'delivered',
    ({ kind }) => kind as string,
  );
  room.leave();
  const isOpen = () => {
    try {
      calls.admit(CALL, FORM, target).leave();
      return true;
    } catch {
      return false;
    }
  };
  return { outcome, calls: answers.length - left.length, isOpen, clock };
}

it('a receiver that says when to come back is called then, if there is time for it', async () => {
  const later = new Date(1_000).toUTCString();
  const cases = [
    [429, '0', 0],
    [503, '0', 0],
    [429, '1', 1_000],
    [503, later, 1_000],
  ] as const;
  const began = performance.now();
  const deliver = async ([status, retryAfter, least]: (typeof cases)[number]) => {
    const { outcome, isOpen } = await deliverTo([{ status, retryAfter }, { status: 200 }]);
    assert.deepEqual([outcome, isOpen()], ['delivered', true]);
    assert.ok(performance.now() - began > least - 20, `sooner than ${retryAfter}`);
  };
  await Promise.all(cases.map(deliver));
});

it('a receiver that says when to come back is not called before, and for 8 minutes at most', async () => {
  const later = new Date(86_400_000).toUTCString();
  const soon = new Date(30_000).toUTCString();
  for (const retryAfter of ['30', soon, later, '10000000000', '9'.repeat(400)]) {
    const tried = await deliverTo([{ status: 429, retryAfter }, { status: 200 }]);
    assert.deepEqual([tried.outcome, tried.calls, tried.isOpen()], ['refused', 1, false]);
    tried.clock.now += (retryAfter === '30' || retryAfter === soon ? 30_000 : 480_000) - 1;
    assert.equal(tried.isOpen(), false, retryAfter);
    tried.clock.now += 1;
    assert.ok(tried.isOpen(), retryAfter);
  }
});

it('a receiver that says when to come back keeps a visitor for 2 seconds at most', async () => {
  for (const retryAfter of ['3', new Date(3_000).toUTCString()]) {
    const { calls } = await deliverTo([{ status: 503, retryAfter }, { status: 200 }], true);
    assert.equal(calls, 1);
  }
});

it('a receiver that says when to come back is waited for by the queue, which lets others run', async () => {
  const left = [{ status: 503, retryAfter: '3' }, { status: 200 }];
  const post = async () => left.shift() ?? { status: 500 };
  const calls = new HttpCalls(CONTEXT, { post }, { retriesOf: () => [1] });
  const room = calls.admit(CALL, FORM, { channel: 'slack', config: RECEIVER, awaited: false });
  const pauses: number[] = [];
  await room.deliver({} as Delivery, async (milliseconds) => void pauses.push(milliseconds));
  assert.deepEqual([pauses, left], [[3_000], []]);
});

it('a receiver that says something else is called as without it', async () => {
  for (const retryAfter of ['soon', '-1', '']) {
    const { outcome, calls } = await deliverTo([{ status: 503, retryAfter }, { status: 200 }]);
    assert.deepEqual([outcome, calls], ['delivered', 2]);
  }
});
