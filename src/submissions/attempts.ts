import type { NoteArrival } from './delivery.ts';
import { LIMITS } from '../contract/limits.ts';
import {
  addTo,
  type Hit,
  type LocalRateLimiter,
  type PeekableRateLimiter,
  type RateLimiter,
} from '../inboxes/rate-limit.ts';
import { challengeOf, type Route } from '../forms/route.ts';

/** What asks to be admitted; each kind has separate rates. */
export type Purpose = 'submit' | 'dry-run' | 'test';

/** Most submissions a minute: for one form, and for one client at all forms of an inbox. */
export interface FormRates {
  form: number;
  client: number;
}

/**
 * The counts of one submission: its client at this inbox, and the form. Anybody can create forms for
 * a confirmed inbox, so counting a client per form would not limit it. What was solved counts apart, so
 * that an attack without solutions leaves room for it.
 */
export const formHits = (
  purpose: Purpose | 'trapped',
  { form, client }: FormRates,
  { formId, inbox }: Pick<Route, 'formId' | 'inbox'>,
  { caller, isSolved = false }: { caller: string; isSolved?: boolean | undefined },
): [client: Hit, form: Hit] => [
  { key: `${purpose} client ${caller} ${inbox.quota}`, limit: client },
  { key: `${isSolved && purpose === 'submit' ? 'solved' : purpose} form ${formId}`, limit: form },
];

/** Whether a submission has solved a challenge, as far as it is known before it is counted. */
type Solved = 'no' | 'maybe' | 'yes';

/** Throws `rate_limited` where the rates of the form would refuse the submission in the end. */
export type ExpectFormLeft = (
  purpose: Purpose,
  route: Pick<Route, 'formId' | 'inbox'>,
  by: { caller: string; solved: Solved },
) => void;

export const createExpectFormLeft =
  (limiter: PeekableRateLimiter, ratePerMinute: FormRates): ExpectFormLeft =>
  (purpose, route, { caller, solved }) => {
    const [, unsolved] = formHits(purpose, ratePerMinute, route, { caller });
    if (solved !== 'yes' && limiter.isLeft(unsolved)) return;
    const isSolved = solved !== 'no';
    limiter.expectLeft(formHits(purpose, ratePerMinute, route, { caller, isSolved })[1]);
  };

/** One request to a form, from before its body is read until it is answered. */
export interface Attempt extends RateLimiter {
  /** It was answered. What was not taken by then counts as refused. */
  end(): void;
}

/** Throws `rate_limited` for a request that would be refused in the end, whatever it brings. */
export type BeginAttempt = (route: Route, asker: { caller: string; requestId: string }) => Attempt;

interface Parts {
  limiter: PeekableRateLimiter;
  /** Counts what was refused; each process for itself, so that a refusal costs the store nothing. */
  local: LocalRateLimiter;
  ratePerMinute: FormRates;
  /** Whether a filter may ask for a solution where the form does not. */
  hasFilter: boolean;
  attacks: { note: NoteArrival };
}

/** Looks at the rates of a client before anything of its request is read; docs/decisions/0009. */
export function createBeginAttempt(parts: Parts): BeginAttempt {
  const { limiter, local, ratePerMinute, hasFilter, attacks } = parts;
  const expectFormLeft = createExpectFormLeft(limiter, ratePerMinute);
  const refusedLimit = ratePerMinute.client * LIMITS.refusalsPerSubmission;
  /** Requests of each client to an inbox that are not counted yet: they could all look at once. */
  const underWay = new Map<string, number>();

  function solvedAt(route: Route): Solved {
    const policy = challengeOf(route);
    if (policy === 'always') return 'yes';
    return policy === 'suspicious' || hasFilter ? 'maybe' : 'no';
  }

  return (route, { caller, requestId }) => {
    const refused: Hit = { key: `refused client ${caller}`, limit: refusedLimit };
    const [client] = formHits('submit', ratePerMinute, route, { caller });
    const { key } = client;
    try {
      local.expectLeft(refused);
      limiter.expectLeft(client, underWay.get(key));
      expectFormLeft('submit', route, { caller, solved: solvedAt(route) });
    } catch (error) {
      if (route.status === 'active') attacks.note(route, 'held_back', requestId);
      throw error;
    }
    addTo(underWay, key, 1);
    let [isUnderWay, isTaken] = [true, false];
    const leave = () => {
      if (isUnderWay) addTo(underWay, key, -1);
      isUnderWay = false;
    };
    return {
      async take(...hits) {
        // In the same turn as the limiter counts it: no look sees it twice, or not at all.
        leave();
        await limiter.take(...hits);
        isTaken = true;
      },
      end() {
        leave();
        if (!isTaken) local.count(refused);
      },
    };
  };
}
