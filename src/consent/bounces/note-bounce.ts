import type { Context } from '../../platform/context.ts';
import { keyedHash } from '../../platform/secrets/keyed-hash.ts';
import { type EmailAddress, parseEmailAddress } from '../../platform/text/email-address.ts';
import { type CopyStanding, keptStandings, withStanding } from '../../forms/settings/copies.ts';
import { rewriteRoute } from '../../forms/opened-routes.ts';
import { type Bounced, isBounced, openRoute, type Route } from '../../forms/route.ts';
import type { FormId } from '../../contract/names.ts';
import { addressInField } from './address-in-field.ts';
import { isTokenFor, readBounceToken, type BounceClaim } from './bounce-token.ts';
import type { Verdict } from './failure-class.ts';

/** A report about one mail. Only its token proves anything. */
export interface BounceReport {
  token: string;
  verdict: Verdict;
  /** The address that failed, if the report names it. */
  recipient?: string | undefined;
}

/**
 * What a report changed: `marked` stops the form; `counted` may, when such reports come on more days;
 * `ignored` is not about a recipient of a form, or says nothing about the mailbox.
 */
type Noted = 'marked' | 'counted' | 'ignored';

export type NoteBounce = (report: BounceReport, requestId: string) => Promise<Noted>;

/** A mailbox that is full on so many days of a period takes no mail. */
const FULL_DAYS = 3;

const MINUTE = 60_000;

/** Seconds. */
const DAY = 86_400;
const PERIOD = 14 * DAY;

/** The second in which the span of this length around `now` (milliseconds) ends. */
const endOf = (now: number, span: number) => (Math.floor(now / 1000 / span) + 1) * span;

/** A recipient of a form, as far as reports about its mails go. */
interface Recipient {
  address: EmailAddress;
  /** Mails of before then say nothing new; milliseconds. */
  since: number | undefined;
  /** The form, once this is reported; undefined if it is known. */
  mark(kind: Bounced['kind'], now: number): Route | undefined;
}

const ownerOf = (route: Route): Recipient => ({
  address: route.address,
  since: route.bounced?.healedAt,
  mark(kind, at) {
    const known = isBounced(route) ? route.bounced?.kind : undefined;
    if (known === kind || known === 'complaint') return undefined;
    return { ...route, bounced: { kind, at } };
  },
});

/** An inbox that gets copies is asked again before it gets more; the form goes on without it. */
const copyOf = (route: Route, { address, status, since }: CopyStanding): Recipient => ({
  address,
  // A minute earlier, since the first copy may follow at once.
  since: since - MINUTE,
  mark(kind, at) {
    if (status !== 'confirmed') return undefined;
    const ended = kind === 'complaint' ? 'stopped' : 'bounced';
    return withStanding(route, address, { status: ended, since: at });
  },
});

/** Mailboxes are compared without regard to case, and domains as their A-labels. */
const toKey = (address: string) => (parseEmailAddress(address) ?? address).toLowerCase();

/**
 * Behind an address that forwards may be several, one of which has failed: then only repetition says that
 * nothing arrives.
 */
function verdictFor({ address }: Recipient, { verdict, recipient = '' }: BounceReport): Verdict {
  const named = addressInField(recipient) ?? recipient;
  const isOther = named !== '' && toKey(named) !== toKey(address);
  return verdict === 'gone' && isOther ? 'full' : verdict;
}

/** Marks forms whose mail comes back; docs/decisions/0053. */
export function createNoteBounce({
  store,
  keyring,
  log,
  now,
}: Pick<Context, 'store' | 'keyring' | 'log' | 'now'>): NoteBounce {
  const { routes, counters } = store;

  /** Whom the token is for, unless it says nothing new of them. */
  function recipientOf(route: Route, claim: BounceClaim): Recipient | undefined {
    if (route.status !== 'active') return undefined;
    const recipients = [ownerOf(route), ...keptStandings(route).map((copy) => copyOf(route, copy))];
    const found = recipients.find(({ address }) => isTokenFor(keyring, claim, address));
    return found && (found.since === undefined || claim.sentAt > found.since) ? found : undefined;
  }

  /** Whether the mailbox was full on enough days, this one included. */
  async function isFullForDays(formId: FormId, { address, since }: Recipient): Promise<boolean> {
    const about = ['full', formId, address, String(since ?? '')] as const;
    const today = keyedHash(keyring, 'bounce', ...about, 'today');
    if ((await counters.take(today, endOf(now(), DAY), 1)) === undefined) return false;
    const days = keyedHash(keyring, 'bounce', ...about, 'days');
    return (await counters.take(days, endOf(now(), PERIOD), FULL_DAYS)) === FULL_DAYS;
  }

  async function note(claim: BounceClaim, report: BounceReport): Promise<Noted> {
    const { formId } = claim;
    const row = await routes.find(formId);
    const found = row && recipientOf(openRoute(keyring, row), claim);
    const verdict = found ? verdictFor(found, report) : 'message';
    const kind = verdict === 'complaint' ? 'complaint' : 'bounce';
    if (!found?.mark(kind, now()) || verdict === 'message') return 'ignored';
    if (verdict === 'full' && !(await isFullForDays(formId, found))) return 'counted';
    const marked = await rewriteRoute({ store, keyring }, formId, (route) =>
      recipientOf(route, claim)?.mark(kind, now()),
    );
    return marked ? 'marked' : 'ignored';
  }

  return async (report, requestId) => {
    const { token, verdict } = report;
    const claim = readBounceToken(token, now());
    const noted = claim ? await note(claim, report) : 'ignored';
    if (claim && noted !== 'ignored') {
      const { formId } = claim;
      log.bounceNoted({ requestId, formId, verdict, marked: noted === 'marked' });
    } else {
      log.bounceIgnored({ requestId, verdict });
    }
    return noted;
  };
}
