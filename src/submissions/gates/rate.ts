import type { Context } from '../../platform/context.ts';
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

/** The rates of submissions: a look before the body is read and before neighbours work, the count after all checks. */
export class Rates {
  readonly #perMinute: FormRates;
  readonly #limiter: PeekableRateLimiter;
  readonly #local: LocalRateLimiter;
  readonly #hasFilter: boolean;
  /** Requests of each client to an inbox that are not counted yet: they could all look at once. */
  readonly #underWay = new Map<string, number>();

  /**
   * `local` counts what was refused; each process for itself, so that a refusal costs the store nothing. `hasFilter`:
   * a filter may ask for a solution where the form does not.
   */
  constructor(
    { settings }: Pick<Context, 'settings'>,
    limiter: PeekableRateLimiter,
    local: LocalRateLimiter,
    hasFilter: boolean,
  ) {
    this.#perMinute = settings.SUBMIT_RATE_PER_MINUTE;
    this.#limiter = limiter;
    this.#local = local;
    this.#hasFilter = hasFilter;
  }

  /** Looks at the rates of a client before anything of its request is read; docs/decisions/0009. */
  readonly beginAttempt: BeginAttempt = (route, caller) => {
    const limit = this.#perMinute.client * LIMITS.refusalsPerSubmission;
    const refused: Hit = { key: `refused client ${caller}`, limit };
    const [client] = formHits('submit', this.#perMinute, route, { caller });
    const { key } = client;
    this.#local.expectLeft(refused);
    this.#limiter.expectLeft(client, this.#underWay.get(key));
    this.expectFormLeft('submit', route, { caller, solved: this.#solvedAt(route) });
    addTo(this.#underWay, key, 1);
    let [isUnderWay, isTaken] = [true, false];
    const leave = () => {
      if (isUnderWay) addTo(this.#underWay, key, -1);
      isUnderWay = false;
    };
    return {
      take: async (...hits) => {
        // In the same turn as the limiter counts it: no look sees it twice, or not at all.
        leave();
        await this.#limiter.take(...hits);
        isTaken = true;
      },
      end: () => {
        leave();
        if (!isTaken) this.#local.count(refused);
      },
    };
  };

  readonly expectFormLeft: ExpectFormLeft = (purpose, route, { caller, solved }) => {
    const [, unsolved] = formHits(purpose, this.#perMinute, route, { caller });
    if (solved !== 'yes' && this.#limiter.isLeft(unsolved)) return;
    const isSolved = solved !== 'no';
    this.#limiter.expectLeft(formHits(purpose, this.#perMinute, route, { caller, isSolved })[1]);
  };

  /** Submissions are looked at before they are read. */
  readonly looked: Gate = {
    name: 'client rate',
    at: () => (passing) => {
      const { purpose, route, caller } = passing;
      if (purpose === 'submit') return undefined;
      this.#limiter.expectLeft(formHits(purpose, this.#perMinute, route, { caller })[0]);
    },
  };

  readonly counted: Gate = {
    name: 'rate',
    at: () => async (passing: Passing) => {
      const { purpose, route, caller, solution, attempt = this.#limiter } = passing;
      const by = { caller, isSolved: solution?.isSolved };
      await attempt.take(...formHits(purpose, this.#perMinute, route, by));
    },
  };

  #solvedAt({ settings: { challenge } }: Route): Solved {
    if (challenge === 'always') return 'yes';
    return challenge === 'suspicious' || this.#hasFilter ? 'maybe' : 'no';
  }
}
