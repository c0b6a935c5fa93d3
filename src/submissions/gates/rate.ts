import { LIMITS } from '../../contract/limits.ts';
import type { Route } from '../../forms/route.ts';
import {
  addTo,
  type Hit,
  type LocalRateLimiter,
  type PeekableRateLimiter,
} from '../../inboxes/rate-limit.ts';
import type { Refusable, ClientRefusals } from './client-refusals.ts';
import type { Attempt, Passing, Purpose } from './gate.ts';

/** Most submissions a minute: for one form, and for one client at all forms of an inbox. */
export interface FormRates {
  form: number;
  client: number;
}

type Form = Pick<Route, 'formId' | 'inbox'>;

/**
 * One submission of a client to an inbox. Anybody can create forms for a confirmed inbox, so a
 * count per form would be no limit.
 */
export const clientHit = (
  purpose: Purpose | 'trapped',
  { client }: FormRates,
  { inbox }: Pick<Form, 'inbox'>,
  caller: string,
): Hit => ({ key: `${purpose} client ${caller} ${inbox.quota}`, limit: client });

/** One submission to a form. Solved ones count apart, so that an attack leaves room for them. */
export const formHit = (
  purpose: Purpose | 'trapped',
  { form }: FormRates,
  { formId }: Pick<Form, 'formId'>,
  isSolved = false,
): Hit => ({
  key: `${isSolved && purpose === 'submit' ? 'solved' : purpose} form ${formId}`,
  limit: form,
});

/** Tells, before the count, if a submission has solved a challenge. */
type Solved = 'no' | 'maybe' | 'yes';

/** Rates of submissions: checked before the body and slow checks, counted after all checks. */
export class Rates {
  readonly #perMinute: FormRates;
  readonly #limiter: PeekableRateLimiter;
  readonly #local: LocalRateLimiter;
  readonly #refusals: ClientRefusals;
  readonly #hasFilter: boolean;
  /** Requests of each client to an inbox that are not counted yet: they could all look at once. */
  readonly #underWay = new Map<string, number>();
  readonly #formHits = new WeakMap<Route, Hit>();

  /**
   * `local` counts refusals to servers of a form. `hasFilter`: a filter may demand solutions
   * although the form does not.
   */
  constructor(
    perMinute: FormRates,
    limiter: PeekableRateLimiter,
    local: LocalRateLimiter,
    refusals: ClientRefusals,
    hasFilter: boolean,
  ) {
    this.#perMinute = perMinute;
    this.#limiter = limiter;
    this.#local = local;
    this.#refusals = refusals;
    this.#hasFilter = hasFilter;
  }

  /**
   * Checks a client's rates before reading its request (docs/decisions/0009). `isServer`: it has a
   * key of the form; its body names the visitor. Throws `rate_limited`.
   */
  begin(route: Route, who: Refusable, isServer: boolean): Attempt {
    try {
      return isServer ? this.#beginOfServer(route, who) : this.#beginOfClient(route, who);
    } catch (error) {
      // The form was looked up for it: from the next refusals on, that costs nothing either.
      this.#refusals.count(who, isServer);
      throw error;
    }
  }

  #beginOfClient(route: Route, who: Refusable): Attempt {
    const client = clientHit('submit', this.#perMinute, route, who.caller);
    const form = this.#formHitOf(route);
    const { key } = client;
    this.#refusals.expectLeft(who);
    this.#limiter.expectLeft(client, this.#underWay.get(key));
    this.#expectLeft('submit', form, route, this.#solvedAt(route));
    addTo(this.#underWay, key, 1);
    let isUnderWay = true;
    let isCounted = false;
    const leave = () => {
      if (isUnderWay) addTo(this.#underWay, key, -1);
      isUnderWay = false;
    };
    return {
      count: (purpose, isSolved) => {
        // In the same turn as the limiter counts it: no look sees it twice, or not at all.
        leave();
        const isPlain = purpose === 'submit' && !isSolved;
        const taken = isPlain
          ? this.#limiter.take(client, form)
          : this.#limiter.take(...this.#hitsOf(purpose, route, who.caller, isSolved));
        if (taken) return taken.then(() => void (isCounted = true));
        isCounted = true;
        return undefined;
      },
      end: () => {
        leave();
        if (!isCounted) this.#refusals.count(who);
      },
    };
  }

  /**
   * A server with a key: its visitors are the clients, known after the body. ClientRefusals also
   * count per form: several servers may have its key.
   */
  #beginOfServer(route: Route, who: Refusable): Attempt {
    const limit = this.#perMinute.form * LIMITS.refusalsPerSubmission;
    const refused: Hit = { key: `refused servers ${route.formId}`, limit };
    this.#local.expectLeft(refused);
    this.#refusals.expectLeft(who, true);
    this.#expectLeft('submit', this.#formHitOf(route), route, this.#solvedAt(route));
    let visitor: Attempt | undefined;
    let isCounted = false;
    return {
      speakFor: (caller) => {
        visitor = this.#beginOfClient(route, this.#refusals.of(caller));
      },
      count: async (purpose, isSolved) => {
        await visitor?.count(purpose, isSolved);
        isCounted = true;
      },
      end: () => {
        visitor?.end();
        if (isCounted) return;
        this.#local.count(refused);
        this.#refusals.count(who, true);
      },
    };
  }

  /** Throws `rate_limited` where the rates of the form would refuse the submission in the end. */
  expectFormLeft(purpose: Purpose, form: Pick<Form, 'formId'>, solved: Solved): void {
    this.#expectLeft(purpose, formHit(purpose, this.#perMinute, form), form, solved);
  }

  /** The same for the client of what has no look before its body is read. */
  expectClientLeft({ purpose, route, caller }: Passing): void {
    this.#limiter.expectLeft(clientHit(purpose, this.#perMinute, route, caller));
  }

  /** Counts one that has no attempt; throws `rate_limited`. */
  count({ purpose, route, caller, solution }: Passing): Promise<void> | undefined {
    const isSolved = solution?.isSolved ?? false;
    return this.#limiter.take(...this.#hitsOf(purpose, route, caller, isSolved));
  }

  /** One submission to a form without a solution, kept while the form stays in memory. */
  #formHitOf(route: Route): Hit {
    let hit = this.#formHits.get(route);
    if (!hit) this.#formHits.set(route, (hit = formHit('submit', this.#perMinute, route)));
    return hit;
  }

  /** `hit` is that of a submission which has solved nothing. */
  #expectLeft(purpose: Purpose, hit: Hit, form: Pick<Form, 'formId'>, solved: Solved): void {
    if (solved !== 'yes' && this.#limiter.isLeft(hit)) return;
    this.#limiter.expectLeft(formHit(purpose, this.#perMinute, form, solved !== 'no'));
  }

  #hitsOf(purpose: Purpose, route: Form, caller: string, isSolved: boolean): [Hit, Hit] {
    const rates = this.#perMinute;
    return [clientHit(purpose, rates, route, caller), formHit(purpose, rates, route, isSolved)];
  }

  #solvedAt({ settings: { challenge } }: Route): Solved {
    if (challenge === 'always') return 'yes';
    return challenge === 'suspicious' || this.#hasFilter ? 'maybe' : 'no';
  }
}
