import { readJsonObject } from '../../../platform/text/json.ts';
import { BOUNCE_FIELD, tokenInAddress } from '../bounce-token.ts';
import { verdictOfStatus, type Verdict } from '../failure-class.ts';
import type { BounceReport } from '../note-bounce.ts';
import { listAt, refused, textAt, valueAt, type ReadReports } from './provider.ts';
import { createReadSns, snsUrl, type GetText } from './sns.ts';

/** Statuses about one message (RFC 3463): its content, its size, a policy. */
const ABOUT_MESSAGE = /^[45]\.(?:3\.4|6\.\d+|7\.\d+)$/;

/** SES sorts bounces itself; if it only says that the other side refused, the status decides. */
function verdictOfBounce(bounce: unknown, status: string): Verdict {
  const subType = textAt(bounce, 'bounceSubType');
  switch (textAt(bounce, 'bounceType')) {
    case 'Permanent':
      if (subType === 'General' && ABOUT_MESSAGE.test(status)) return 'message';
      return subType === 'General' && verdictOfStatus(status) === 'full' ? 'full' : 'gone';
    case 'Transient':
      return subType === 'MailboxFull' ? 'full' : 'message';
    default:
      return verdictOfStatus(status);
  }
}

/** The token in the header of the mail, if SES is set up to report it, else in its envelope sender. */
function tokenOf(mail: unknown): string {
  const named = listAt(mail, 'headers').find(
    (field) => textAt(field, 'name').toLowerCase() === BOUNCE_FIELD.toLowerCase(),
  );
  return named ? textAt(named, 'value') : (tokenInAddress(textAt(mail, 'source')) ?? '');
}

/** The reports in an event of SES, by a notification or by event publishing. */
function readEvent(event: unknown): BounceReport[] {
  const kind = textAt(event, 'notificationType') || textAt(event, 'eventType');
  const token = tokenOf(valueAt(event, 'mail'));
  if (kind === 'Complaint') {
    const type = textAt(event, 'complaint', 'complaintFeedbackType');
    return type === 'not-spam' ? [] : [{ token, verdict: 'complaint' }];
  }
  // Each mail has one recipient.
  const [failed] = listAt(event, 'bounce', 'bouncedRecipients');
  if (kind !== 'Bounce' || failed === undefined) return [];
  const verdict = verdictOfBounce(valueAt(event, 'bounce'), textAt(failed, 'status'));
  return [{ token, verdict, recipient: textAt(failed, 'emailAddress') }];
}

/** Bounces and complaints of SES, through SNS. Confirms subscriptions of the topics that are allowed. */
export function createSesReports(
  topics: readonly string[],
  getText: GetText,
  now: () => number,
): ReadReports {
  const readSns = createReadSns(topics, getText, now);
  return async ({ readBody }) => {
    const { type, message, subscribeUrl, topic } = await readSns(await readBody());
    if (type === 'SubscriptionConfirmation') {
      const url = snsUrl(subscribeUrl, topic);
      if (url?.searchParams.get('Action') !== 'ConfirmSubscription') throw refused();
      const answer = await getText(url.href);
      if (answer === undefined) throw new Error('SNS did not confirm the subscription');
    }
    return type === 'Notification' ? readEvent(readJsonObject(message)) : [];
  };
}
