import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Delivery } from '../../submissions/delivery.ts';
import { ReceiverBreaker } from './receiver-breaker.ts';
import { HttpCalls, type HttpCall } from './http-channel.ts';
import type { Route } from '../../forms/route.ts';
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
  const context: ConstructorParameters<typeof HttpCalls>[0] = {
    log: {
      webhooksPaused: ({ formId, seconds }) => void events.push(`${formId} paused ${seconds}`),
      webhooksResumed: ({ formId }) => void events.push(`${formId} resumed`),
    },
    now: () => 0,
  };
  const receivers = {
    async post() {
      if (typeof answer === 'number') return { status: answer };
      throw new Unanswered(answer.stage, Object.assign(new Error('x'), { code: answer.code }));
    },
  };
  const breaker = new ReceiverBreaker(() => clock.now);
  const calls = new HttpCalls(context, receivers, { breaker, retriesOf: () => [] });
  const http: HttpCall = { urlOf: ({ url }) => url, compose: () => '{}' };
  const admit = (form: Form, awaited: boolean) =>
    calls.admit(http, form, { channel: 'webhook', config: { url: form.url, secret: '' }, awaited });
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
  for (const [name, answer, tried] of ENDS)
    it(`calls to a receiver that ${name} are made ${tried} times of 12`, async () => {
      const { call, events } = startChannel();
      assert.equal(await call(answer, 12), tried);
      assert.deepEqual(events, tried === 5 ? ['a paused 30'] : []);
    });

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
    assert.equal(
      admitted(startChannel().admit, 100, () => 'dead.com'),
      256,
      'half for one domain',
    );
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
