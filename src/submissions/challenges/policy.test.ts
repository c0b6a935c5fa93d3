import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { Keyring } from '../../platform/secrets/keyring.ts';
import type { Route } from '../../forms/route.ts';
import type { Pressure } from '../ports.ts';
import { Challenges } from './index.ts';

const KEYRING = new Keyring([{ id: 'k1', secret: Buffer.alloc(32, 1) }], Buffer.alloc(32, 2));

const routeWith = (settings: FormSettings) =>
  ({ formId: 'cfm_AAAAAAAAAAAAAAAA', settings }) as Route;

const CALM: Pressure = {
  note: () => undefined,
  needsSolution: () => false,
  takeUnsolved: () => Promise.resolve(() => undefined),
  doublings: () => 0,
};

const NO_LIMITS = {
  take: () => Promise.resolve(),
  isLeft: () => true,
  expectLeft: () => undefined,
};

/** Challenges of a deployment whose forms are under this pressure. */
function start(pressure: Pressure = CALM) {
  const none = () => Promise.reject(new Error('nothing is counted'));
  const context = {
    store: { counters: { take: none, read: none, giveBack: none } },
    settings: { SUBMIT_RATE_PER_MINUTE: { client: 20 } },
    keyring: KEYRING,
    now: () => 1_800_000_000_000,
  } as never;
  const challenges = new Challenges(context, NO_LIMITS, pressure);
  const costFor = async (caller: string) =>
    (await challenges.fetch(routeWith({}), caller)).maxnumber;
  const isAsked = (challenge: FormSettings['challenge'], suspicious = false) => {
    const route = routeWith(challenge === undefined ? {} : { challenge });
    const judged = { route, caller: 'c', suspicious, isUntimed: false, payload: undefined };
    try {
      challenges.check(judged);
      return false;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'challenge_required') return true;
      throw error;
    }
  };
  return { costFor, isAsked };
}

const under = (doublings: number): Pressure => ({
  ...CALM,
  needsSolution: () => true,
  takeUnsolved: () => Promise.resolve(() => undefined),
  doublings: () => doublings,
});

describe('which submissions are asked for a solution', () => {
  const KINDS = ['plain', 'suspicious', 'under pressure'];
  const cases: [challenge: FormSettings['challenge'], ...asked: boolean[]][] = [
    [undefined, false, false, false],
    ['off', false, false, false],
    ['suspicious', false, true, true],
    ['always', true, true, true],
  ];
  for (const [challenge, ...asked] of cases) {
    for (const [at, kind] of KINDS.entries()) {
      const expected = asked[at];
      const name = `${expected ? 'is' : 'is not'} asked where "challenge" is ${challenge ?? 'not set'}`;
      it(`a ${kind} submission ${name}`, () => {
        const { isAsked } = start(kind === 'under pressure' ? under(0) : undefined);
        assert.equal(isAsked(challenge, kind === 'suspicious'), expected);
      });
    }
  }
});

describe('the cost of a challenge', () => {
  const { challengeNumber, challengeDoublings, easyChallenges } = LIMITS;

  it('a challenge of a form under pressure is harder for every client', async () => {
    const { costFor } = start(under(2));
    assert.equal(await costFor('a'), challengeNumber * 4);
    assert.equal(await costFor('b'), challengeNumber * 4);
  });

  it('a challenge never costs more than its limit', async () => {
    const { costFor } = start(under(2));
    const costs: number[] = [];
    for (let count = 0; count < easyChallenges * 40; count += 1) costs.push(await costFor('a'));
    assert.equal(Math.max(...costs), challengeNumber * 2 ** challengeDoublings);
  });

  it('clients beyond the number that is remembered get easy challenges, and those before stay known', async () => {
    const { costFor } = start();
    for (let count = 0; count < easyChallenges; count += 1) await costFor('first');
    for (let client = 0; client < 20_000; client += 1) await costFor(`client ${client}`);
    assert.equal(await costFor('last'), challengeNumber);
    assert.equal(await costFor('first'), challengeNumber * 2);
  });
});
