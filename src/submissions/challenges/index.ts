import { hash, randomBytes } from 'node:crypto';
import { LIMITS } from '../../contract/limits.ts';
import type { Challenge } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Context } from '../../platform/context.ts';
import { keyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Hit, PeekableRateLimiter } from '../../inboxes/rate-limit.ts';
import { challengeOf, type Route } from '../../forms/route.ts';
import { issueChallenge, readSolution } from './challenge.ts';
import type { Pressure } from '../ports.ts';
import { Recent } from './recent.ts';

/** The solution of a challenge, or a right to a delivery without one: a delivery uses it up. */
export interface Solution {
  /** True if a challenge was solved. */
  isSolved: boolean;
  /**
   * Uses it up on all nodes. Throws `challenge_required` if it was used or none is left. The result
   * restores it if nothing was delivered.
   */
  useUp(): Promise<() => void | Promise<void>>;
  /** Throws like `useUp`, and changes nothing. */
  check(): Promise<void>;
}

/** A submission, as far as it decides about a challenge. */
interface Asked {
  route: Route;
  caller: string;
  /** Tests by our pages or the form's owner take no time to write, and servers fetch nothing. */
  isUntimed: boolean;
  /** The field `altcha`. */
  payload: string | undefined;
}

interface Judged extends Asked {
  /** It has a reason to be marked. */
  suspicious: boolean;
  /** A spam filter would reject it: it needs a solution even if the form asks for none. */
  isSpam?: boolean;
}

/** Keys in a span: clients that fetched or asked, and solutions that were used. */
const MOST = 20_000;

const CHALLENGE_SPAN = LIMITS.challengeMinutes * 60_000;

const NOT_VALID =
  'The solution in the field altcha is wrong, too old, of another form or was used before. Solve ' +
  '`challenge`, then send the submission again with its solution.';

/** Challenges of forms; docs/decisions/0042. */
export class Challenges {
  readonly #context: Context;
  readonly #limiter: PeekableRateLimiter;
  readonly #pressure: Pressure;
  readonly #salt = randomBytes(16).toString('base64url');
  /** How often each client has asked: each node makes it harder for those that it sees. */
  readonly #asked: Recent<number>;
  /** When clients last fetched something of a form that people do not send at once. */
  readonly #fetches: Recent<number>;
  /** Used solutions, refused before the form's rate: repeating them would use that up. */
  readonly #used: Recent<boolean>;

  constructor(context: Context, limiter: PeekableRateLimiter, pressure: Pressure) {
    this.#context = context;
    this.#limiter = limiter;
    this.#pressure = pressure;
    this.#asked = new Recent(context.now, CHALLENGE_SPAN, MOST);
    this.#fetches = new Recent(context.now, LIMITS.fastestPersonMilliseconds, MOST);
    this.#used = new Recent(context.now, CHALLENGE_SPAN, MOST);
  }

  #hitOf(caller: string): Hit {
    const { client } = this.#context.settings.SUBMIT_RATE_PER_MINUTE;
    return { key: `challenge ${caller}`, limit: client * LIMITS.challengesPerSubmission };
  }

  /** Throws `rate_limited` when the client asks too often, whatever the form. */
  expectLeft(caller: string): void {
    this.#limiter.expectLeft(this.#hitOf(caller));
  }

  /** A challenge for a page of the form. Throws like `expectLeft`. */
  async fetch(route: Route, caller: string): Promise<Challenge> {
    await this.#limiter.take(this.#hitOf(caller));
    this.noteCode(route, caller);
    return this.#issue(route, caller);
  }

  /** Notes that a client has fetched the form's code: from then on a person needs a while. */
  noteCode({ formId }: Pick<Route, 'formId'>, caller: string): void {
    this.#fetches.set(this.#keyOf(formId, caller), this.#context.now());
  }

  /**
   * True for a submission faster than people write after fetching a challenge or the form's code;
   * never with a valid solution or for a form without challenges.
   */
  isTooFast(asked: Asked): boolean {
    if (challengeOf(asked.route) === 'off' || !this.#isFast(asked)) return false;
    return this.#read(asked) === undefined;
  }

  /**
   * The solution that a delivery uses up; undefined if the form never asks. Throws
   * `challenge_required`, with a new challenge, if it is missing, wrong, foreign or expired.
   */
  check(asked: Judged): Solution | undefined {
    if (this.#isNeeded(asked)) return this.#solutionOf(asked);
    return challengeOf(asked.route) === 'suspicious' ? this.#unsolved(asked) : undefined;
  }

  #isNeeded(asked: Judged): boolean {
    if (asked.isSpam) return true;
    const policy = challengeOf(asked.route);
    if (policy !== 'suspicious') return policy === 'always';
    return asked.suspicious || this.#isFast(asked) || this.#pressure.needsSolution(asked.route);
  }

  #isFast({ route, caller, isUntimed }: Asked): boolean {
    if (isUntimed || route.relaxed?.includes('too_fast')) return false;
    const { now } = this.#context;
    const times = this.#fetches.get(this.#keyOf(route.formId, caller));
    return times.some((at) => at !== undefined && now() - at < LIMITS.fastestPersonMilliseconds);
  }

  #read({ route, payload }: Asked) {
    const { keyring, now } = this.#context;
    return payload === undefined ? undefined : readSolution(keyring, route.formId, payload, now());
  }

  /** The solution that a submission needs. */
  #solutionOf(asked: Asked): Solution {
    if (asked.payload === undefined) throw this.#refusal(asked);
    const solved = this.#read(asked);
    if (!solved) throw this.#refusal(asked, NOT_VALID);
    const { challenge, expiresAt } = solved;
    const isUsed = this.#used.get(challenge).find((used) => used !== undefined);
    if (isUsed) throw this.#refusal(asked, NOT_VALID);
    const { keyring, store } = this.#context;
    const subject = keyedHash(keyring, 'used-solution', asked.route.formId, challenge);
    return {
      isSolved: true,
      useUp: async () => {
        const count = await store.counters.take(subject, expiresAt, 1);
        this.#used.set(challenge, true);
        if (count === undefined) throw this.#refusal(asked, NOT_VALID);
        return async () => {
          await store.counters.giveBack(subject, expiresAt);
          this.#used.set(challenge, false);
        };
      },
      check: async () => {
        const count = await store.counters.read(subject, expiresAt);
        if (count > 0) throw this.#refusal(asked, NOT_VALID);
      },
    };
  }

  /** A delivery without a solution, for a form that asks for one only now and then. */
  #unsolved(asked: Asked): Solution {
    return {
      isSolved: false,
      useUp: async () => {
        const giveBack = await this.#pressure.takeUnsolved(asked.route);
        if (!giveBack) throw this.#refusal(asked);
        return giveBack;
      },
      // It was asked just now whether one is left.
      check: () => Promise.resolve(),
    };
  }

  #refusal({ route, caller }: Asked, message?: string): ServiceError {
    const wording = message === undefined ? {} : { message };
    return new ServiceError(
      'challenge_required',
      { challenge: this.#issue(route, caller) },
      wording,
    );
  }

  /** `maxnumber` doubles whenever the client's requests double within ten to twenty minutes. */
  #issue(route: Route, caller: string): Challenge {
    const { keyring, now } = this.#context;
    const key = this.#keyOf(caller);
    const [current = 0, former = 0] = this.#asked.get(key);
    this.#asked.set(key, current + 1);
    const often = (current + former) / LIMITS.easyChallenges;
    const steps = often < 1 ? 0 : Math.floor(Math.log2(often)) + 1;
    const doublings = Math.min(steps + this.#pressure.doublings(route), LIMITS.challengeDoublings);
    return issueChallenge(keyring, route.formId, {
      maxnumber: LIMITS.challengeNumber * 2 ** doublings,
      expiresAt: Math.floor(now() / 1_000) + LIMITS.challengeMinutes * 60,
    });
  }

  /** Clients are remembered as digests, with a salt that is never stored. */
  #keyOf(...names: readonly string[]): string {
    return hash('sha256', JSON.stringify([this.#salt, ...names]), 'base64url');
  }
}
