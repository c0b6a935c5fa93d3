import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Delivery } from '../../domain/submissions/delivery.ts';
import { ReceiverBreaker } from './receiver-breaker.ts';
import { createHttpChannels } from './http-channel.ts';
import type { Route } from '../../domain/routes/route.ts';
import { Unanswered, type Stage } from './call.ts';

type Answer = number | { stage: Stage; code: string };

const formOf = (formId: string, url = 'https://hooks.example.com/x', owner = 'o') =>
  ({ formId, url, inbox: { quota: owner } }) as Form;

type Form = Pick<Route, 'formId' | 'inbox'> & { url: string };

/** A channel with a scripted receiver, without retries. */
function startChannel() {
  const clock = { now: 0 };
  const events: string[] = [];
  let answer: Answer = 204;
  const overHttp = createHttpChannels({
    async post() {
      if (typeof answer === 'number') return { status: answer };
      throw new Unanswered(answer.stage, Object.assign(new Error('x'), { code: answer.code }));
    },
    log: {
      webhooksPaused: ({ formId, seconds }) => void events.push(`${formId} paused ${seconds}`),
      webhooksResumed: ({ formId }) => void events.push(`${formId} resumed`),
    },
    breaker: new ReceiverBreaker(() => clock.now),
    now: () => 0,
    retriesOf: () => [],
  });
  const channel = overHttp<string>({ urlOf: (url) => url, compose: () => '{}' });
  const admit = (form: Form, awaited: boolean) =>
    channel.admit(form, { channel: 'webhook', config: form.url, awaited });
  const deliver = async (form: Form, awaited: boolean) => {
    const room = admit(form, awaited);
    await room.deliver({} as Delivery).finally(room.leave);
  };
  /** Delivers `times` times with this answer; returns how often it was tried. */
  const call = async (next: Answer, times: number, form = formOf('a')) => {
    answer = next;
    let tried = 0;
    for (let time = 0; time < times; time += 1) {
      await deliver(form, time % 2 === 0).then(
        () => (tried += 1),
        ({ kind }) => (tried += Number(kind !== 'overloaded')),
      );
    }
    return tried;
  };
  return { admit, clock, events, call };
}

type Admit = ReturnType<typeof startChannel>['admit'];

const unsent = (code: string): Answer => ({ stage: 'unsent', code });

describe('calls to a receiver', () => {
  const ENDS: [name: string, answer: Answer, tried: number][] = [
    ['answers 204', 204, 12],
    ['refuses', 410, 12],
    ['redirects', 302, 12],
    ['is asked too often', 429, 12],
    ['has a fault', 500, 5],
    ['hangs up', { stage: 'sent', code: 'UND_ERR_SOCKET' }, 5],
    ['never answers', { stage: 'sent', code: 'TimeoutError' }, 5],
    ['answers what cannot be read', { stage: 'answering', code: 'UND_ERR_HEADERS_OVERFLOW' }, 5],
    ['takes no connection', unsent('ECONNREFUSED'), 5],
    ['has no address', unsent('ENOTFOUND'), 5],
    ['has an address inside', unsent('EFORBIDDENADDRESS'), 5],
    ['is not reached because this process has no descriptor left', unsent('EMFILE'), 12],
  ];
  for (const [name, answer, tried] of ENDS) {
    it(`calls to a receiver that ${name} are made ${tried} times of 12`, async () => {
      const { call, events } = startChannel();
      assert.equal(await call(answer, 12), tried);
      assert.deepEqual(events, tried === 5 ? ['a paused 30'] : []);
    });
  }

  it('calls to a receiver resume when one trial call after the pause is answered', async () => {
    const { call, clock, events } = startChannel();
    await call(500, 5);
    clock.now += 30_000;
    assert.equal(await call(500, 3), 1);
    clock.now += 60_000;
    assert.equal(await call(404, 3), 3, 'an answer that refuses is an answer');
    assert.deepEqual(events, ['a paused 30', 'a paused 60', 'a resumed']);
  });

  it('calls to a receiver pause for the form if it answers, for host and port if it is unreachable', async () => {
    const { call } = startChannel();
    const [other, port] = [formOf('b'), formOf('c', 'https://hooks.example.com:8443/')];
    await call(500, 5);
    assert.deepEqual([await call(204, 1), await call(204, 1, other)], [0, 1]);
    await call(unsent('ECONNREFUSED'), 5, other);
    assert.deepEqual([await call(204, 1, other), await call(204, 1, port)], [0, 1]);
  });
});

describe('a receiver that says when to come back', () => {
  /** A queued delivery to a receiver with these answers, in their order; how often it was called. */
  async function deliverTo(answers: { status: number; retryAfter?: string }[], awaited = false) {
    const left = [...answers];
    const clock = { now: 0 };
    const overHttp = createHttpChannels({
      post: async () => left.shift() ?? { status: 500 },
      log: { webhooksPaused: () => undefined, webhooksResumed: () => undefined },
      breaker: new ReceiverBreaker(() => clock.now),
      now: () => 0,
      retriesOf: () => [1, 1],
      deadline: 5_000,
    });
    const channel = overHttp<string>({ urlOf: (url) => url, compose: () => '{}' });
    const target = { channel: 'slack', config: 'https://hooks.example.com/x', awaited } as const;
    const room = channel.admit(formOf('a'), target);
    const outcome = await room.deliver({} as Delivery).then(
      () => 'delivered',
      ({ kind }) => kind as string,
    );
    room.leave();
    const isOpen = () => {
      try {
        channel.admit(formOf('a'), target).leave();
        return true;
      } catch {
        return false;
      }
    };
    return { outcome, calls: answers.length - left.length, isOpen, clock };
  }

  it('a receiver that says when to come back is called then, where there is time for it', async () => {
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

  it('a receiver that says something else is called as without it', async () => {
    for (const retryAfter of ['soon', '-1', '']) {
      const { outcome, calls } = await deliverTo([{ status: 503, retryAfter }, { status: 200 }]);
      assert.deepEqual([outcome, calls], ['delivered', 2]);
    }
  });
});

describe('visitors who wait for a receiver', () => {
  /** How many visitors may wait, where every owner's form calls the same or each its own domain. */
  const admitted = (
    admit: Admit,
    owners: number,
    domain: (owner: number, at: number) => string,
  ) => {
    let count = 0;
    for (let owner = 0; owner < owners; owner += 1) {
      for (let at = 0; at < 100; at += 1) {
        const form = formOf(`f${at}`, `https://h${at}.${domain(owner, at)}/`, `o${owner}`);
        try {
          admit(form, true);
          count += 1;
        } catch {
          // There is no room.
        }
      }
    }
    return count;
  };

  it('visitors who wait for a receiver are limited by owner, by owner and domain, and in total', () => {
    const same = () => 'example.com';
    const { admit } = startChannel();
    assert.equal(admitted(admit, 1, same), 32);
    assert.equal(
      admitted(admit, 1, (_owner, at) => `example${at}.com`),
      32,
      '64 of one owner',
    );
    assert.equal(admitted(startChannel().admit, 3, same), 96, 'each owner has a part of a domain');
    const every = startChannel();
    assert.equal(
      admitted(every.admit, 100, (owner, at) => `d${at}-${owner}.com`),
      512,
    );
  });

  it('visitors who wait for the receivers of twenty owners leave room to others', () => {
    for (const domain of [() => 'dead.com', (owner: number, at: number) => `d${at}-${owner}.com`]) {
      const { admit } = startChannel();
      admitted(admit, 20, domain);
      const innocent = formOf('f', 'https://hooks.example.com/', 'innocent');
      for (let visitor = 0; visitor < 8; visitor += 1) admit(innocent, true);
    }
  });

  it('visitors who wait for a receiver free their room when they are answered', () => {
    const { admit } = startChannel();
    for (let time = 0; time < 1_000; time += 1) admit(formOf('a'), true).leave();
    assert.equal(
      admitted(admit, 1, () => 'example.com'),
      32,
    );
  });
});
