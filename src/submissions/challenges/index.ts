import { LIMITS } from '../../contract/limits.ts';
import type { Challenge } from '../../contract/schemas.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { keyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { CounterStore } from '../../platform/stores/counter-tables.ts';
import type { RateLimiter } from '../../inboxes/rate-limit.ts';
import { challengeOf, type Route } from '../../forms/route.ts';
import { issueChallenge, readSolution, createDifficulty } from './challenge.ts';
import { createRecent } from './recent.ts';

/** Port: what comes to a form at the moment. */
export interface Pressure {
  /** Whether even a submission without a mark needs a solution now. Asked where `challenge` is `suspicious`. */
  needsSolution(route: Route): boolean;
  /**
   * Takes one of the deliveries without a solution that such a form may have today, on all nodes; undefined
   * when there is none left. The result gives it back.
   */
  takeUnsolved(route: Route): Promise<(() => void) | undefined>;
  /** How many more times the cost of its challenges is doubled; 0 in calm times. Reads memory alone. */
  doublings(route: Route): number;
}

/** What a delivery uses up: the solution of a challenge, or a right to one without. */
export interface Solution {
  /** Whether a challenge was solved. */
  isSolved: boolean;
  /** Uses it up, on all nodes. Throws `challenge_required` when it was used before, or none is left. */
  useUp(): Promise<void>;
  /** Makes it valid again: nothing was delivered. */
  giveBack(): Promise<void>;
  /** Throws like `useUp`, and changes nothing. */
  look(): Promise<void>;
}

/** A submission, as far as it decides about a challenge. */
interface Asked {
  route: Route;
  caller: string;
  /** A test of this service's pages or of who holds the form, which takes no time to write. */
  isOwnTest: boolean;
  /** The field `altcha`. */
  payload: string | undefined;
}

/** What was found of a submission. */
interface Judgement {
  /** It has a reason to be marked. */
  suspicious: boolean;
  /** A spam filter would reject it: it needs a solution even where the form asks for none. */
  isSpam?: boolean;
}

/** Challenges of forms; docs/decisions/0042. */
export interface Challenges {
  /** A challenge for a page of the form. Throws `rate_limited` when the client asks too often. */
  fetch(route: Route, caller: string): Promise<Challenge>;
  /** Notes that a client has fetched the form's code, from when on a person needs a while. */
  noteCode(route: Pick<Route, 'formId'>, caller: string): void;
  /**
   * Whether a submission comes sooner than people write after its client fetched a challenge or the code of
   * the form. One with a valid solution never does, nor one to a form that asks for no challenges.
   */
  isTooFast(asked: Asked): boolean;
  /**
   * What the delivery of a submission has to use up, undefined if the form never asks. Throws `challenge_required`,
   * with a new challenge, when a needed one is missing, wrong, of another form or too old.
   */
  check(asked: Asked & Judgement): Promise<Solution | undefined>;
}

interface Parts {
  store: { counters: CounterStore };
  keyring: Keyring;
  limiter: RateLimiter;
  /** SUBMIT_RATE_PER_MINUTE. */
  ratePerMinute: { client: number };
  pressure?: Pressure;
  /** Milliseconds since the epoch. */
  now: () => number;
}

const CALM: Pressure = {
  needsSolution: () => false,
  takeUnsolved: () => Promise.resolve(() => undefined),
  doublings: () => 0,
};

/** Clients that are remembered for as long as they would be too fast. */
const MOST_FETCHES = 20_000;

const NOT_VALID =
  'The solution in the field altcha is wrong, too old, of another form or was used before. Solve ' +
  '`challenge`, then send the submission again with its solution.';

type Refuse = (route: Route, caller: string, message?: string) => ServiceError;

/** Solutions that are remembered as used. */
const MOST_USED = 20_000;

/** Reads the solution that a submission needs. */
function createReadNeeded({ store, keyring, now }: Parts, refuse: Refuse) {
  // A used one is refused before the rate of the form, which repeating it would use up.
  const span = LIMITS.challengeMinutes * 60_000;
  const used = createRecent<boolean>({ now, span, most: MOST_USED });
  return ({ route, caller, payload }: Asked): Solution => {
    if (payload === undefined) throw refuse(route, caller);
    const notValid = () => refuse(route, caller, NOT_VALID);
    const solved = readSolution(keyring, route.formId, payload, now());
    if (!solved) throw notValid();
    const { challenge, expiresAt } = solved;
    if (used.get(challenge).find((isUsed) => isUsed !== undefined)) throw notValid();
    const subject = keyedHash(keyring, 'used-solution', route.formId, challenge);
    return {
      isSolved: true,
      async useUp() {
        const count = await store.counters.take(subject, expiresAt, 1);
        used.set(true, challenge);
        if (count === undefined) throw notValid();
      },
      async giveBack() {
        await store.counters.giveBack(subject, expiresAt);
        used.set(false, challenge);
      },
      async look() {
        if ((await store.counters.read(subject, expiresAt)) > 0) throw notValid();
      },
    };
  };
}

/** A delivery without a solution, where the form asks for one only now and then. */
function createUnsolved(pressure: Pressure, refuse: Refuse) {
  return ({ route, caller }: Asked): Solution => {
    let undo: (() => void) | undefined;
    return {
      isSolved: false,
      async useUp() {
        undo = await pressure.takeUnsolved(route);
        if (!undo) throw refuse(route, caller);
      },
      giveBack: async () => undo?.(),
      // The check has just asked whether one is left.
      look: () => Promise.resolve(),
    };
  };
}

/** When clients last fetched something of a form that people do not send at once. */
function createFetches(now: () => number) {
  const span = LIMITS.fastestPersonMilliseconds;
  const fetches = createRecent<number>({ now, span, most: MOST_FETCHES });
  return {
    note: (formId: string, caller: string) => fetches.set(now(), formId, caller),
    isRecent: (formId: string, caller: string) =>
      fetches.get(formId, caller).some((at) => at !== undefined && now() - at < span),
  };
}

export function createChallenges(parts: Parts): Challenges {
  const { keyring, limiter, ratePerMinute, pressure = CALM, now } = parts;
  const difficulty = createDifficulty(now);
  const fetches = createFetches(now);

  function issue(route: Route, caller: string): Challenge {
    const maxnumber = difficulty.next(caller, pressure.doublings(route));
    const expiresAt = Math.floor(now() / 1_000) + LIMITS.challengeMinutes * 60;
    return issueChallenge(keyring, route.formId, { maxnumber, expiresAt });
  }

  const refuse: Refuse = (route, caller, message) => {
    const wording = message === undefined ? {} : { message };
    return new ServiceError('challenge_required', { challenge: issue(route, caller) }, wording);
  };
  const readNeeded = createReadNeeded(parts, refuse);
  const unsolved = createUnsolved(pressure, refuse);

  const isFast = ({ route, caller, isOwnTest }: Asked) =>
    !isOwnTest && !route.relaxed?.includes('too_fast') && fetches.isRecent(route.formId, caller);

  function isNeeded(asked: Asked & Judgement): boolean {
    const { suspicious, isSpam = false } = asked;
    if (isSpam) return true;
    const policy = challengeOf(asked.route);
    if (policy !== 'suspicious') return policy === 'always';
    return suspicious || isFast(asked) || pressure.needsSolution(asked.route);
  }

  return {
    async fetch(route, caller) {
      const limit = ratePerMinute.client * LIMITS.challengesPerSubmission;
      await limiter.take({ key: `challenge ${caller}`, limit });
      fetches.note(route.formId, caller);
      return issue(route, caller);
    },
    noteCode: ({ formId }, caller) => fetches.note(formId, caller),
    isTooFast(asked) {
      const { route, payload } = asked;
      if (challengeOf(route) === 'off' || !isFast(asked)) return false;
      return payload === undefined || !readSolution(keyring, route.formId, payload, now());
    },
    async check(asked) {
      if (isNeeded(asked)) return readNeeded(asked);
      return challengeOf(asked.route) === 'suspicious' ? unsolved(asked) : undefined;
    },
  };
}
