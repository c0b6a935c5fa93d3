import { ServiceError } from '../contract/service-error.ts';
import { placesOf, reportNames, type Place } from '../forms/targets/places.ts';
import { type Route, challengeOf } from '../forms/route.ts';
import { allowsSite } from '../forms/settings/origins.ts';
import type { LocalRateLimiter } from '../inboxes/rate-limit.ts';
import type { InboxVerification } from '../consent/verification/inbox-verification.ts';
import type { Context } from '../platform/context.ts';
import type { Follow, Follower } from './delivery.ts';
import { acceptFiles } from './files/accept-files.ts';
import { createChallengeGate, type NeedsSolution } from './gates/challenge.ts';
import { createContentGate, type RateContent } from './gates/content.ts';
import { createFieldsGate } from './gates/fields.ts';
import { undo, type Check, type Gate, type Passing } from './gates/gate.ts';
import { createOpenGate } from './gates/open.ts';
import type { Rates } from './gates/rate.ts';
import { createVirusGate, type ScanFile } from './gates/virus.ts';
import { isEmpty } from './posted/submission.ts';
import type { Mark } from './suspicion/reasons.ts';

/** Marks what looks like spam (ADR 43); nothing is refused for it here. */
const createSuspicionGate = (mark: Mark, { isTooFast }: NeedsSolution): Gate => ({
  name: 'suspicion',
  at(form) {
    const isTimed = challengeOf(form) !== 'off';
    return (passing) => {
      if (passing.isBlind) return undefined;
      const { purpose, route, submission } = passing;
      // Tests of those who may make them repeat without a mark.
      const remember = purpose === 'submit' && !submission.isOwnTest;
      const known = { remember, isTooFast: isTimed && isTooFast(passing) };
      const marked = mark(route, submission, known);
      passing.submission = marked.submission;
      if (marked.withdraw) passing.undos.push(marked.withdraw);
    };
  },
});

/** Files that mail providers block, or that are of no type that the form takes. */
const FILES: Gate = {
  name: 'files',
  at: ({ settings: { files: taken } }) =>
    taken &&
    (async (passing) => {
      const { files } = passing.submission;
      if (!files) return;
      passing.submission = {
        ...passing.submission,
        files: await acceptFiles(files, taken.types),
      };
    }),
};

/** Websites that the form does not list (ADR 40). */
const ORIGIN: Gate = {
  name: 'origin',
  at({ settings: { origins = [] } }) {
    if (origins.length === 0) return undefined;
    return ({ submission: { site, isOwnTest } }) => {
      if (isOwnTest || (site !== undefined && allowsSite(origins, site))) return undefined;
      throw new ServiceError('origin_not_allowed');
    };
  },
};

const RECEIVED = 'Thank you. Your message was received.';

/** The needs of a form, decided once while it stays in memory. */
export interface Plan {
  /** The answer to a submission, without what describes its delivery. */
  received: {
    readonly success: true;
    readonly ok: true;
    readonly message: string;
    readonly next: string;
  };
  /** In the order of the gates; undefined if the form has no such check. */
  checks: readonly (Check | undefined)[];
  /** First the place that the submitter waits for, then the others. */
  places: readonly [Place, ...Place[]];
  /** How the report calls them. */
  names: readonly string[];
  /** Mails that follow each delivery. */
  followers: readonly Follow[];
}

export type PlanOf = (route: Route) => Plan;

/** Leads a submission through the gates of its form, and on; where something throws, all steps are undone. */
export type Pass = <Result>(passing: Passing, onward: () => Promise<Result>) => Promise<Result>;

export interface PlanParts extends Context {
  rates: Rates;
  local: LocalRateLimiter;
  verification: InboxVerification;
  mark: Mark;
  needsSolution: NeedsSolution;
  /** Reads the content, where the operator has such a filter. */
  rateContent: RateContent | undefined;
  /** Says whether a file is infected, where the operator has a scanner. */
  scanFile: ScanFile | undefined;
  followers: readonly Follower[];
}

/** Nothing was filled in. */
const EMPTY: Gate = {
  name: 'empty',
  at: () => (passing) => {
    if (isEmpty(passing.submission)) throw new ServiceError('submission_empty');
  },
};

function invalidRedirect(field: string): ServiceError {
  const message =
    `The ${field} field must be an absolute https:// URL, like https://example.com/thanks: a relative path works ` +
    'elsewhere, but not here.';
  return new ServiceError('invalid_redirect_url', undefined, { message, field });
}

const REDIRECT: Gate = {
  name: 'redirect',
  at: () => (passing) => {
    const { redirect, redirectField = '_redirect' } = passing.submission;
    if (redirect === 'invalid') throw invalidRedirect(redirectField);
  },
};

/** The order of all checks after the body was read: docs/decisions/0006. */
const inOrder = (parts: PlanParts): readonly Gate[] => {
  const { rates, local, settings, mark, needsSolution, log } = parts;
  return [
    rates.looked,
    EMPTY,
    REDIRECT,
    createOpenGate(parts.verification, parts.links),
    ORIGIN,
    createFieldsGate(local, settings.SUBMIT_RATE_PER_MINUTE),
    FILES,
    createSuspicionGate(mark, needsSolution),
    createChallengeGate(needsSolution),
    createContentGate(parts.rateContent, needsSolution, rates.expectFormLeft),
    createVirusGate(parts.scanFile, rates.expectFormLeft, log),
    rates.counted,
  ];
};

export function createPlans(parts: PlanParts): { planOf: PlanOf; pass: Pass } {
  const gates = inOrder(parts);
  // An unchanged form keeps its Route.
  const known = new WeakMap<Route, Plan>();

  function planOf(route: Route): Plan {
    let plan = known.get(route);
    if (!plan) {
      const places = placesOf(route);
      // The inbox has not confirmed: nothing that its form says is shown to strangers.
      const own = route.status === 'active' ? route.settings.success_message : undefined;
      plan = {
        received: { success: true, ok: true, message: own ?? RECEIVED, next: parts.links.thanks() },
        checks: gates.map((gate) => gate.at(route)),
        places,
        names: reportNames(places),
        followers: parts.followers.flatMap((follower) => follower(route) ?? []),
      };
      known.set(route, plan);
    }
    return plan;
  }

  return {
    planOf,
    async pass(passing, onward) {
      try {
        let { route } = passing;
        let { checks } = planOf(route);
        for (let at = 0; at < checks.length; at += 1) {
          const checked = checks[at]?.(passing);
          if (checked) await checked;
          // A form that was looked up may have been confirmed meanwhile.
          if (passing.route !== route) ({ checks } = planOf((route = passing.route)));
        }
        return await onward();
      } catch (error) {
        await undo(passing);
        throw error;
      }
    },
  };
}
