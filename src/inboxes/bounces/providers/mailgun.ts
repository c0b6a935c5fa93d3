import { createHmac } from 'node:crypto';
import { secretsEqual } from '../../../platform/secrets/keyed-hash.ts';
import { tokenInAddress } from '../bounce-token.ts';
import { verdictOfStatus, type Verdict } from '../failure-class.ts';
import { BOUNCE_VARIABLE } from '../return-path.ts';
import { membersOf, refused, textOf, type ReadReports } from './provider.ts';

/** Mailgun tries again for 8 hours. */
const MOST_AGE = 12 * 3_600;
const MOST_AHEAD = 600;

/** Its own reasons: it does not even try, because of what came back before. */
const SUPPRESSED: ReadonlyMap<string, Verdict> = new Map([
  ['suppress-bounce', 'gone'],
  ['suppress-complaint', 'complaint'],
]);

function verdictOf(event: Readonly<Record<string, unknown>>): Verdict | undefined {
  if (event['event'] === 'complained') return 'complaint';
  if (event['event'] !== 'failed' || event['severity'] !== 'permanent') return undefined;
  const suppressed = SUPPRESSED.get(textOf(event, 'reason'));
  if (suppressed) return suppressed;
  const status = membersOf(event['delivery-status']);
  const enhanced = textOf(status, 'enhanced-code');
  if (enhanced !== '') return verdictOfStatus(enhanced);
  // Servers that say no more put it into their sentence.
  return verdictOfStatus(textOf(status, 'message').slice(0, 1_000));
}

/**
 * Webhooks of Mailgun. Its signature covers a time and a random token, not the event, so that only our own
 * token in the event says what it is about.
 */
export const createMailgunReports =
  (signingKey: string, now: () => number): ReadReports =>
  async ({ readBody }) => {
    const given = membersOf(await readBody());
    const signature = membersOf(given['signature']);
    const [timestamp, token] = [textOf(signature, 'timestamp'), textOf(signature, 'token')];
    const expected = createHmac('sha256', signingKey).update(timestamp + token);
    const age = now() / 1000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN);
    const isInTime = age < MOST_AGE && age > -MOST_AHEAD;
    const isSigned = secretsEqual(textOf(signature, 'signature'), expected.digest('hex'));
    if (!isInTime || !isSigned) throw refused();
    const event = membersOf(given['event-data']);
    const verdict = verdictOf(event);
    if (!verdict) return [];
    const sender = textOf(membersOf(event['envelope']), 'sender');
    const named = textOf(membersOf(event['user-variables']), BOUNCE_VARIABLE);
    const recipient = textOf(event, 'recipient');
    return [{ token: named || (tokenInAddress(sender) ?? ''), verdict, recipient }];
  };
