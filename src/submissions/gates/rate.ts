import { LIMITS } from '../../contract/limits.ts';
import type { Route } from '../../forms/route.ts';
import {
  addTo,
  type Hit,
  type LocalRateLimiter,
  type PeekableRateLimiter,
} from '../../inboxes/rate-limit.ts';
import type { Attempt, Gate, Passing, Purpose } from './gate.ts';

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

/** Throws `rate_limited` for a request that would be refused in the end, whatever it brings. */
type BeginAttempt = (route: Route, caller: string) => Attempt;

interface Parts {
  limiter: PeekableRateLimiter;
  /** Counts what was refused; each process for itself, so that a refusal costs the store nothing. */
  local: LocalRateLimiter;
  ratePerMinute: FormRates;
  /** Whether a filter may ask for a solution where the form does not. */
  hasFilter: boolean;
}

/** Looks at the rates of a client before anything of its request is read; docs/decisions/0009. */
function createBeginAttempt(parts: Parts, expectFormLeft: ExpectFormLeft): BeginAttempt {
  const { limiter, local, ratePerMinute, hasFilter } = parts;
  const refusedLimit = ratePerMinute.client * LIMITS.refusalsPerSubmission;
  /** Requests of each client to an inbox that are not counted yet: they could all look at once. */
  const underWay = new Map<string, number>();

  function solvedAt({ settings: { challenge } }: Route): Solved {
    if (challenge === 'always') return 'yes';
    return challenge === 'suspicious' || hasFilter ? 'maybe' : 'no';
  }

  return (route, caller) => {
    const refused: Hit = { key: `refused client ${caller}`, limit: refusedLimit };
    const [client] = formHits('submit', ratePerMinute, route, { caller });
    const { key } = client;
    local.expectLeft(refused);
    limiter.expectLeft(client, underWay.get(key));
    expectFormLeft('submit', route, { caller, solved: solvedAt(route) });
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

/** The rates of submissions: a look before the body is read and before neighbours work, the count after all checks. */
export function createRateGates(parts: Parts) {
  const { limiter, ratePerMinute } = parts;

  const expectFormLeft: ExpectFormLeft = (purpose, route, { caller, solved }) => {
    const [, unsolved] = formHits(purpose, ratePerMinute, route, { caller });
    if (solved !== 'yes' && limiter.isLeft(unsolved)) return;
    const isSolved = solved !== 'no';
    limiter.expectLeft(formHits(purpose, ratePerMinute, route, { caller, isSolved })[1]);
  };

  /** Submissions are looked at before they are read. */
  const looked: Gate = {
    name: 'client rate',
    at: () => (passing) => {
      const { purpose, route, caller } = passing;
      if (purpose === 'submit') return undefined;
      limiter.expectLeft(formHits(purpose, ratePerMinute, route, { caller })[0]);
    },
  };

  const counted: Gate = {
    name: 'rate',
    at: () => async (passing: Passing) => {
      const { purpose, route, caller, solution, attempt = limiter } = passing;
      const by = { caller, isSolved: solution?.isSolved };
      await attempt.take(...formHits(purpose, ratePerMinute, route, by));
    },
  };

  return {
    beginAttempt: createBeginAttempt(parts, expectFormLeft),
    expectFormLeft,
    looked,
    counted,
  };
}
