import type { Context } from '../../platform/context.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
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
 * The effect of a report: `marked` stops the form; `counted` may stop it after reports on more
 * days; `ignored` is not about a recipient of a form, or says nothing about the mailbox.
 */
type Noted = 'marked' | 'counted' | 'ignored';

type BounceContext = Pick<Context, 'store' | 'keyring' | 'log' | 'now'>;

/** A mailbox that is full on so many days of a period takes no mail. */
const FULL_DAYS = 3;

const MINUTE = 60_000;

/** Seconds. */
const DAY = 86_400;
const PERIOD = 14 * DAY;

/** The second in which the span of this length around `now` (milliseconds) ends. */
const endOf = (now: number, span: number) => (Math.floor(now / 1000 / span) + 1) * span;

/** A recipient of a form, for reports about its mails. */
interface Recipient {
  address: EmailAddress;
  /** Earlier mails say nothing new; milliseconds. */
  since: number | undefined;
  /** The form with the report; undefined if it is known. */
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
 * An address may forward to several others, one of which has failed. Then only repeated reports
 * mean that no mail arrives.
 */
function verdictFor({ address }: Recipient, { verdict, recipient = '' }: BounceReport): Verdict {
  const named = addressInField(recipient) ?? recipient;
  const isOther = named !== '' && toKey(named) !== toKey(address);
  return verdict === 'gone' && isOther ? 'full' : verdict;
}

/** The recipient that the token is for, unless the token says nothing new. */
function recipientOf(keyring: Keyring, route: Route, claim: BounceClaim): Recipient | undefined {
  if (route.status !== 'active') return undefined;
  const recipients = [ownerOf(route), ...keptStandings(route).map((copy) => copyOf(route, copy))];
  const found = recipients.find(({ address }) => isTokenFor(keyring, claim, address));
  return found && (found.since === undefined || claim.sentAt > found.since) ? found : undefined;
}

/** True if the mailbox was full on enough days, today included. */
async function isFullForDays(
  { store: { counters }, keyring, now }: BounceContext,
  formId: FormId,
  { address, since }: Recipient,
): Promise<boolean> {
  const about = ['full', formId, address, String(since ?? '')] as const;
  const today = keyedHash(keyring, 'bounce', ...about, 'today');
  if ((await counters.take(today, endOf(now(), DAY), 1)) === undefined) return false;
  const days = keyedHash(keyring, 'bounce', ...about, 'days');
  return (await counters.take(days, endOf(now(), PERIOD), FULL_DAYS)) === FULL_DAYS;
}

async function markRecipient(
  context: BounceContext,
  claim: BounceClaim,
  report: BounceReport,
): Promise<Noted> {
  const { store, keyring, now } = context;
  const { formId } = claim;
  const row = await store.routes.find(formId);
  const found = row && recipientOf(keyring, openRoute(keyring, row), claim);
  const verdict = found ? verdictFor(found, report) : 'message';
  const kind = verdict === 'complaint' ? 'complaint' : 'bounce';
  if (!found?.mark(kind, now()) || verdict === 'message') return 'ignored';
  if (verdict === 'full' && !(await isFullForDays(context, formId, found))) return 'counted';
  const marked = await rewriteRoute(context, formId, (route) =>
    recipientOf(keyring, route, claim)?.mark(kind, now()),
  );
  return marked ? 'marked' : 'ignored';
}

/** Marks a form whose mail came back; docs/decisions/0053. */
export async function noteBounce(
  context: BounceContext,
  report: BounceReport,
  requestId: string,
): Promise<Noted> {
  const { token, verdict } = report;
  const claim = readBounceToken(token, context.now());
  const noted = claim ? await markRecipient(context, claim, report) : 'ignored';
  if (claim && noted !== 'ignored') {
    const { formId } = claim;
    context.log.bounceNoted({ requestId, formId, verdict, marked: noted === 'marked' });
  } else {
    context.log.bounceIgnored({ requestId, verdict });
  }
  return noted;
}
