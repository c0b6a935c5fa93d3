import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { checkFields as findFaults } from './fields/check-fields.ts';
import { acceptFiles } from './files/accept-files.ts';
import { patternWork } from './fields/pattern.ts';
import { explainFault } from './fields/explain-fault.ts';
import type { Solution } from './challenges/index.ts';
import type { LocalRateLimiter, PeekableRateLimiter } from '../inboxes/rate-limit.ts';
import type { Links } from '../contract/links.ts';
import { isBounced } from '../forms/inbox-health.ts';
import { nextActionOf } from '../forms/route-resource.ts';
import type { Route } from '../forms/route.ts';
import { allowsSite } from '../forms/settings/origins.ts';
import type { InboxVerification } from '../inboxes/verification/inbox-verification.ts';
import type { Mark } from './suspicion/index.ts';
import { wordsOf } from '../catalogs/languages.ts';
import type { ExpectClean } from './file-scan.ts';
import {
  createExpectFormLeft,
  formHits,
  type Attempt,
  type FormRates,
  type Purpose,
} from './attempts.ts';
import { rateSubmission, type RateContent } from './content-filter.ts';
import { createSolutions, hasSolution, type SolutionParts, type Solutions } from './solutions.ts';
import { isEmpty, type Submission } from './posted/submission.ts';
import { countByField } from './files/uploaded-file.ts';

/** Who submits: names for the rate limit and the log, and the key of its retries. */
export interface Submitter {
  caller: string;
  requestId: string;
  idempotencyKey: string | undefined;
  /** The Authorization header, unchecked: tests and dry runs of who holds the form may do more. */
  authorization: string | undefined;
  attempt: Attempt;
}

/** A submission that may be delivered, unless there is no room or the month is used up. */
interface Admitted {
  /** The current route. */
  route: Route;
  /** With all its suspicions. */
  submission: Submission;
  /** To be used up by its delivery, where it needs one. */
  solution?: Solution | undefined;
  /** Undoes what was noted of it; for callers that deliver nothing. */
  withdraw(): void;
}

/** A test of a form has no key. */
type AnySubmitter = Pick<Submitter, 'caller' | 'requestId'> & Partial<Submitter>;

type Sent = AnySubmitter & { purpose: Purpose; isBlind: boolean };

/** Throws the reason why the submission is not accepted. */
export type Admit = (
  purpose: Purpose,
  found: Route,
  submission: Submission,
  submitter: AnySubmitter,
  /** A dry run that hears nothing of marks, and for which no neighbour works. */
  isBlind?: boolean,
) => Promise<Admitted>;

interface Parts extends SolutionParts {
  /** Undefined where the operator has no such filter. */
  rateContent: RateContent | undefined;
  /** Has files scanned, where the operator has a scanner. */
  expectClean: ExpectClean | undefined;
  verification: InboxVerification;
  mark: Mark;
  limiter: PeekableRateLimiter;
  /** Counts work of this process. */
  local: LocalRateLimiter;
  ratePerMinute: FormRates;
  links: Links;
}

/** Why a test reaches nobody, although nothing was tried. */
const CAME_BACK =
  'Mail to the inbox came back, so nothing was tried: `health` beside the settings says since when.';

function invalidRedirect(field: string): ServiceError {
  const rule = `The ${field} field must be an absolute https:// URL, like https://example.com/thanks`;
  const path =
    field === '_next'
      ? ', or a path like /thanks where the Origin header of the request names an https:// site.'
      : ': a relative path works elsewhere, but not here.';
  return new ServiceError('invalid_redirect_url', undefined, { message: rule + path, field });
}

const isFromAllowedSite = (
  { settings: { origins = [] } }: Route,
  { site, isOwnTest }: Submission,
): boolean =>
  origins.length === 0 || isOwnTest === true || (site !== undefined && allowsSite(origins, site));

/** Throws where the form delivers nothing now. */
function expectOpen(route: Route, purpose: Purpose, links: Links): void {
  if (route.status !== 'active') {
    throw new ServiceError('inbox_not_verified', { next_action: nextActionOf(route, links) });
  }
  if (route.settings.paused) {
    const next_action = nextActionOf(route, links);
    throw new ServiceError('inbox_not_verified', { next_action }, { variant: 'paused_form' });
  }
  if (isBounced(route)) {
    const details = purpose === 'test' ? { reasons: { email: CAME_BACK } } : undefined;
    throw new ServiceError('delivery_failed', details, { variant: 'bounced_inbox' });
  }
}

/** Faults in English: pages say them in the language of their reader. */
function expectFits({ settings }: Route, { given, files }: Submission): void {
  const faults = findFaults(settings, given, files && countByField(files));
  if (faults.length === 0) return;
  const errors = faults.map((fault) => ({
    field: fault.name,
    code: fault.code,
    message: explainFault(wordsOf('en').fields, fault),
  }));
  throw new ServiceError('submission_invalid', { errors });
}

/** Asks for a solution, and the filter: what lacks one, or is over a rate, is refused before neighbours work. */
function createJudge(parts: Parts, solutions: Solutions) {
  const { rateContent, expectClean, limiter, ratePerMinute } = parts;
  const expectFormLeft = createExpectFormLeft(limiter, ratePerMinute);
  return async (route: Route, marked: Submission, sent: Sent) => {
    const { purpose, caller, isBlind } = sent;
    if (purpose === 'test') return { submission: marked, solution: undefined };
    const solution = await solutions.check(route, marked, sent);
    if (isBlind) return { submission: marked, solution };
    if (rateContent ?? expectClean) {
      const solved = solution?.isSolved ? 'yes' : hasSolution(marked) ? 'maybe' : 'no';
      expectFormLeft(purpose, route, { caller, solved });
    }
    // The filter's operator would read what only the owner can.
    if (!rateContent || route.settings.encryption) return { submission: marked, solution };
    const asked = { route, submission: marked, requestId: sent.requestId };
    const { submission, isSpam } = await rateSubmission(rateContent, asked);
    const isFine = submission === marked && !isSpam;
    if (solution?.isSolved || isFine) return { submission, solution };
    return { submission, solution: await solutions.check(route, submission, { ...sent, isSpam }) };
  };
}

/** Checks the fields. A client that has forms with ever other patterns checked has to wait: making them ready is work. */
function createCheckFields({ local, ratePerMinute }: Parts) {
  const limit = ratePerMinute.client === 0 ? 0 : LIMITS.patternWorkPerMinute;
  return (route: Route, submission: Submission, caller: string): void => {
    if (!route.settings.fields) return;
    const hit = { key: `patterns ${caller}`, limit };
    local.expectLeft(hit);
    const before = patternWork();
    try {
      expectFits(route, submission);
    } finally {
      const work = patternWork() - before;
      if (work > 0) local.count(hit, work);
    }
  };
}

/** The checks between the trap and the allowance; their order is docs/decisions/0006. */
export function createAdmission(parts: Parts): Admit {
  const { verification, mark, expectClean, limiter, ratePerMinute, links } = parts;
  const solutions = createSolutions(parts);
  const judge = createJudge(parts, solutions);
  const checkFields = createCheckFields(parts);

  return async (purpose, found, asked, submitter, isBlind = false) => {
    const { caller, requestId } = submitter;
    const { redirect, redirectField = '_redirect' } = asked;
    // Submissions are looked at before they are read.
    if (purpose !== 'submit') {
      limiter.expectLeft(formHits(purpose, ratePerMinute, found, { caller })[0]);
    }
    if (isEmpty(asked)) throw new ServiceError('submission_empty');
    if (redirect === 'invalid') throw invalidRedirect(redirectField);
    // A dry run must send nothing, but registering an address again sends it a mail.
    const asker = purpose === 'dry-run' ? undefined : caller;
    const route = await verification.refresh(found, requestId, asker);
    expectOpen(route, purpose, links);
    if (!isFromAllowedSite(route, asked)) throw new ServiceError('origin_not_allowed');
    // A test is this service's own message.
    if (purpose !== 'test') checkFields(route, asked, caller);
    // Tests of those who may make them repeat without a mark.
    const remember = purpose === 'submit' && !asked.isOwnTest;
    const isTooFast = solutions.isTooFast(route, asked, caller);
    // As the mail has them.
    const files = asked.files && (await acceptFiles(asked.files, route.settings.files?.types));
    const sent = files ? { ...asked, files } : asked;
    const { submission: marked, withdraw } = isBlind
      ? { submission: sent, withdraw: () => undefined }
      : mark(route, sent, { remember, isTooFast });
    try {
      const { submission, solution } = await judge(route, marked, {
        ...submitter,
        purpose,
        isBlind,
      });
      if (expectClean && files && !isBlind) {
        await expectClean(files, { requestId, route });
      }
      const by = { caller, isSolved: solution?.isSolved };
      const counter = submitter.attempt ?? limiter;
      await counter.take(...formHits(purpose, ratePerMinute, route, by));
      return { route, submission, solution, withdraw };
    } catch (error) {
      withdraw();
      throw error;
    }
  };
}
