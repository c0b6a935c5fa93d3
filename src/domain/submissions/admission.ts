import { ServiceError } from '../../contract/service-error.ts';
import { checkFields } from '../fields/check-fields.ts';
import { acceptFiles } from '../files/accept-files.ts';
import { explainFault } from '../fields/explain-fault.ts';
import type { Solution } from '../challenges/index.ts';
import type { Hit, RateLimiter } from '../inboxes/rate-limit.ts';
import type { Links } from '../routes/links.ts';
import { isBounced } from '../routes/inbox-health.ts';
import { nextActionOf } from '../routes/route-resource.ts';
import type { Route } from '../routes/route.ts';
import { allowsSite } from '../settings/origin.ts';
import type { InboxVerification } from '../verification/inbox-verification.ts';
import type { Mark } from '../suspicion/index.ts';
import { wordsOf } from '../../words/languages.ts';
import type { ExpectClean } from './file-scan.ts';
import { rateSubmission, type RateContent } from './content-filter.ts';
import { createSolutions, type SolutionParts } from './solutions.ts';
import { isEmpty, type Submission } from './submission.ts';
import { countByField } from './uploaded-file.ts';

/** Who submits: names for the rate limit and the log, and the key of its retries. */
export interface Submitter {
  caller: string;
  requestId: string;
  idempotencyKey: string | undefined;
  /** The content of a bearer header, unchecked: only a dry run compares it to the management token. */
  bearer: string | undefined;
}

/** What asks to be admitted; each kind has separate rates. */
type Purpose = 'submit' | 'dry-run' | 'test';

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
): [Hit, Hit] => [
  { key: `${purpose} client ${caller} ${inbox.quota}`, limit: client },
  { key: `${isSolved ? 'solved' : purpose} form ${formId}`, limit: form },
];

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

/** A test of a form has no key and no bearer. */
type AnySubmitter = Pick<Submitter, 'caller' | 'requestId'> & Partial<Submitter>;

type Sent = AnySubmitter & { dryRun: boolean };

/** Throws the reason why the submission is not accepted. */
export type Admit = (
  purpose: Purpose,
  found: Route,
  submission: Submission,
  submitter: AnySubmitter,
) => Promise<Admitted>;

interface Parts extends SolutionParts {
  /** Undefined where the operator has no such filter. */
  rateContent: RateContent | undefined;
  /** Has files scanned, where the operator has a scanner. */
  expectClean: ExpectClean | undefined;
  verification: InboxVerification;
  mark: Mark;
  limiter: RateLimiter;
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

/** The pages of this service test every form, with `_test`. */
function isFromAllowedSite(
  { settings: { origins = [] } }: Route,
  { site, test }: Submission,
  links: Links,
): boolean {
  if (origins.length === 0) return true;
  if (site === undefined) return false;
  return allowsSite(origins, site) || (test !== undefined && site === new URL(links.base()).origin);
}

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
  const faults = checkFields(settings, given, files && countByField(files));
  if (faults.length === 0) return;
  const errors = faults.map((fault) => ({
    field: fault.name,
    code: fault.code,
    message: explainFault(wordsOf('en').fields, fault),
  }));
  throw new ServiceError('submission_invalid', { errors });
}

/** The checks between the trap and the allowance; their order is docs/decisions/0006. */
export function createAdmission(parts: Parts): Admit {
  const { verification, mark, rateContent, expectClean, limiter, ratePerMinute, links } = parts;
  const solutions = createSolutions(parts);

  /** What needs a solution anyway and has none is refused before the filter is asked. */
  async function judge(route: Route, marked: Submission, sent: Sent) {
    const solution = await solutions.check(route, marked, sent);
    // The filter's operator would read what only the owner can.
    if (!rateContent || route.settings.encryption) return { submission: marked, solution };
    const asked = { route, submission: marked, requestId: sent.requestId };
    const { submission, isSpam } = await rateSubmission(rateContent, asked);
    const isFine = submission === marked && !isSpam;
    if (solution?.isSolved || isFine) return { submission, solution };
    return { submission, solution: await solutions.check(route, submission, { ...sent, isSpam }) };
  }

  return async (purpose, found, asked, submitter) => {
    const { caller, requestId } = submitter;
    const { redirect, redirectField = '_redirect' } = asked;
    if (isEmpty(asked)) throw new ServiceError('submission_empty');
    if (redirect === 'invalid') throw invalidRedirect(redirectField);
    // A dry run must send nothing, but registering an address again sends it a mail.
    const asker = purpose === 'dry-run' ? undefined : caller;
    const route = await verification.refresh(found, requestId, asker);
    expectOpen(route, purpose, links);
    if (purpose !== 'test' && !isFromAllowedSite(route, asked, links)) {
      throw new ServiceError('origin_not_allowed');
    }
    // A test is this service's own message.
    if (purpose !== 'test') expectFits(route, asked);
    // Tests may repeat without a mark.
    const remember = purpose === 'submit' && !asked.test;
    const isTooFast = solutions.isTooFast(route, asked, caller);
    // As the mail has them.
    const files = asked.files && (await acceptFiles(asked.files, route.settings.files?.types));
    const sent = files ? { ...asked, files } : asked;
    const { submission: marked, withdraw } = mark(route, sent, { remember, isTooFast });
    try {
      const { submission, solution } =
        purpose === 'test'
          ? { submission: marked, solution: undefined }
          : await judge(route, marked, { ...submitter, dryRun: purpose === 'dry-run' });
      if (expectClean && files) await expectClean(files, { requestId, formId: route.formId });
      const by = { caller, isSolved: solution?.isSolved };
      await limiter.take(...formHits(purpose, ratePerMinute, route, by));
      return { route, submission, solution, withdraw };
    } catch (error) {
      withdraw();
      throw error;
    }
  };
}
