import type { FormSettings } from '../contract/form-settings.ts';
import { ServiceError } from '../contract/service-error.ts';
import { placesOf, reportNames, type SwitchableTarget } from '../forms/targets/places.ts';
import { type Route, challengeOf } from '../forms/route.ts';
import { allowsSite } from '../forms/settings/origins.ts';
import { acceptFiles } from './files/accept-files.ts';
import { expectSolution, isTooFast } from './gates/challenge.ts';
import { rateContent } from './gates/content.ts';
import { expectDeclared } from './gates/fields.ts';
import type { Check, Passing } from './gates/gate.ts';
import type { GateRooms } from './gates/gate-rooms.ts';
import { expectOpenForm } from './gates/open.ts';
import { refuseInfected } from './gates/virus.ts';
import type { Follower } from './ports.ts';
import { isEmpty } from './posted/submission.ts';

/** An attempt counts itself: a test of a form has none. */
const countRate =
  (_form: Route, { rates }: GateRooms): Check =>
  (passing) => {
    const { attempt, purpose, solution } = passing;
    return attempt ? attempt.count(purpose, solution?.isSolved ?? false) : rates.count(passing);
  };

/** Nothing was filled in. */
const expectFilled = (): Check => (passing) => {
  if (isEmpty(passing.submission)) throw new ServiceError('submission_empty');
  return undefined;
};

function invalidRedirect(field: string): ServiceError {
  const message =
    `The ${field} field must be an absolute https:// URL, like https://example.com/thanks: a relative path works ` +
    'elsewhere, but not here.';
  return new ServiceError('invalid_redirect_url', undefined, { message, field });
}

const expectRedirect = (): Check => (passing) => {
  const { redirect, redirectField = '_redirect' } = passing.submission;
  if (redirect === 'invalid') throw invalidRedirect(redirectField);
  return undefined;
};

/** Websites that the form does not list (ADR 40). */
function expectOrigin({ settings: { origins = [] } }: Route): Check | undefined {
  if (origins.length === 0) return undefined;
  return ({ submission: { site, isOwnTest } }) => {
    if (isOwnTest || (site !== undefined && allowsSite(origins, site))) return undefined;
    throw new ServiceError('origin_not_allowed');
  };
}

/** Files that mail providers block, or that are of no type that the form takes. */
function checkFiles({ settings: { files: taken } }: Route): Check | undefined {
  if (!taken) return undefined;
  return async (passing) => {
    const { files } = passing.submission;
    if (!files) return;
    passing.submission = {
      ...passing.submission,
      files: await acceptFiles(files, taken.types),
    };
  };
}

/** Marks what looks like spam (ADR 43); nothing is refused for it here. */
function markSuspicious(form: Route, rooms: GateRooms): Check {
  const isTimed = challengeOf(form) !== 'off';
  return (passing) => {
    if (passing.isBlind) return undefined;
    const { purpose, route, submission } = passing;
    // Tests of those who may make them repeat without a mark.
    const remember = purpose === 'submit' && !submission.isOwnTest;
    const asked = { remember, isTooFast: isTimed && isTooFast(passing, rooms) };
    const marked = rooms.marks.mark(route, submission, asked);
    passing.submission = marked.submission;
    if (marked.withdraw) passing.undos.push(marked.withdraw);
    return undefined;
  };
}

/**
 * The order of checks after the body (docs/decisions/0006). A form gets only the checks it needs:
 * what is off costs nothing and cannot fail.
 */
const IN_ORDER: readonly ((form: Route, rooms: GateRooms) => Check | undefined)[] = [
  expectFilled,
  expectRedirect,
  expectOpenForm,
  expectOrigin,
  expectDeclared,
  checkFiles,
  markSuspicious,
  expectSolution,
  rateContent,
  refuseInfected,
  countRate,
];

/** The owner's words to visitors; hidden while the form's inbox has not confirmed. */
export const ownWordsOf = ({ status, settings }: Route): FormSettings =>
  status === 'active' ? settings : {};

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
  places: readonly [SwitchableTarget, ...SwitchableTarget[]];
  /** How the report calls them. */
  names: readonly string[];
  /** Mails that follow each delivery. */
  followers: readonly NonNullable<ReturnType<Follower['at']>>[];
}

/** The plans of forms, and the way of a submission through their gates. */
export class Plans {
  readonly #rooms: GateRooms;
  readonly #followers: readonly Follower[];
  /** An unchanged form keeps its Route. */
  readonly #known = new WeakMap<Route, Plan>();

  constructor(rooms: GateRooms, followers: readonly Follower[]) {
    this.#rooms = rooms;
    this.#followers = followers;
  }

  of(form: Route): Plan {
    let plan = this.#known.get(form);
    if (!plan) this.#known.set(form, (plan = this.#make(form)));
    return plan;
  }

  /**
   * Applies the form's gates to a submission; if one throws, the caller undoes the steps. Waits
   * only if a gate does.
   */
  pass(passing: Passing, from = 0): Promise<void> | undefined {
    const { checks } = this.of(passing.route);
    for (let at = from; at < checks.length; at += 1) {
      const checked = checks[at]?.(passing);
      // A form that was looked up may have been confirmed meanwhile: its plan has what is left.
      if (checked) return checked.then(() => this.pass(passing, at + 1));
    }
    return undefined;
  }

  #make(form: Route): Plan {
    const { links } = this.#rooms.context;
    const places = placesOf(form);
    const message = ownWordsOf(form).success_message ?? RECEIVED;
    return {
      received: { success: true, ok: true, message, next: links.thanks() },
      checks: IN_ORDER.map((gate) => gate(form, this.#rooms)),
      places,
      names: reportNames(places),
      followers: this.#followers.flatMap((follower) => follower.at(form) ?? []),
    };
  }
}
