import { createHmac } from 'node:crypto';
import { secretsEqual } from '../../../platform/secrets/keyed-hash.ts';
import { BOUNCE_VARIABLE, tokenInAddress } from '../bounce-token.ts';
import { verdictOfStatus, type Verdict } from '../failure-class.ts';
import type { BounceReport } from '../note-bounce.ts';
import { refused, textAt, valueAt, type ProviderRequest, type ReportReader } from './provider.ts';

/** Postmark's types of bounces that are about the mailbox; the others are about one message. */
const POSTMARK_VERDICTS: ReadonlyMap<string, Verdict> = new Map([
  ['HardBounce', 'gone'],
  ['BadEmailAddress', 'gone'],
  ['ManuallyDeactivated', 'gone'],
  ['SoftBounce', 'full'],
  ['DnsError', 'full'],
  ['SpamComplaint', 'complaint'],
]);

/** The password of a URL, or the token of a header that the operator has Postmark send. */
function secretIn(authorization = ''): string {
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  const pair = Buffer.from(value, 'base64').toString('utf8');
  return pair.slice(pair.indexOf(':') + 1);
}

/** Webhooks of Postmark, which signs nothing: they bring a secret. */
export class PostmarkReports implements ReportReader {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  async read({ readBody, authorization }: ProviderRequest): Promise<BounceReport[]> {
    if (!secretsEqual(secretIn(authorization), this.#secret)) throw refused();
    const event = await readBody();
    const kind = textAt(event, 'RecordType');
    if (kind !== 'Bounce' && kind !== 'SpamComplaint') return [];
    const type = kind === 'SpamComplaint' ? kind : textAt(event, 'Type');
    const verdict = POSTMARK_VERDICTS.get(type) ?? 'message';
    const token = textAt(event, 'Metadata', BOUNCE_VARIABLE);
    return [{ token, verdict, recipient: textAt(event, 'Email') }];
  }
}

/** Seconds; Mailgun tries again for 8 hours. */
const MOST_AGE = 12 * 3_600;
const MOST_AHEAD = 600;

/** Mailgun's own reasons: it does not even try, because of what came back before. */
const SUPPRESSED: ReadonlyMap<string, Verdict> = new Map([
  ['suppress-bounce', 'gone'],
  ['suppress-complaint', 'complaint'],
]);

function mailgunVerdict(event: unknown): Verdict | undefined {
  if (textAt(event, 'event') === 'complained') return 'complaint';
  if (textAt(event, 'event') !== 'failed' || textAt(event, 'severity') !== 'permanent') {
    return undefined;
  }
  const suppressed = SUPPRESSED.get(textAt(event, 'reason'));
  if (suppressed) return suppressed;
  // Servers that say no more put the status into their sentence.
  const status = textAt(event, 'delivery-status', 'enhanced-code');
  return verdictOfStatus(status || textAt(event, 'delivery-status', 'message').slice(0, 1_000));
}

/**
 * Webhooks of Mailgun. Its signature covers a time and a random token, not the event: only our own
 * token in the event proves its subject.
 */
export class MailgunReports implements ReportReader {
  readonly #signingKey: string;
  readonly #now: () => number;

  constructor(signingKey: string, now: () => number) {
    this.#signingKey = signingKey;
    this.#now = now;
  }

  async read({ readBody }: ProviderRequest): Promise<BounceReport[]> {
    const given = await readBody();
    const timestamp = textAt(given, 'signature', 'timestamp');
    const signed = timestamp + textAt(given, 'signature', 'token');
    const expected = createHmac('sha256', this.#signingKey).update(signed).digest('hex');
    const age = this.#now() / 1000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN);
    const isInTime = age < MOST_AGE && age > -MOST_AHEAD;
    const isSigned = secretsEqual(textAt(given, 'signature', 'signature'), expected);
    if (!isInTime || !isSigned) throw refused();
    const event = valueAt(given, 'event-data');
    const verdict = mailgunVerdict(event);
    if (!verdict) return [];
    const token =
      textAt(event, 'user-variables', BOUNCE_VARIABLE) ||
      (tokenInAddress(textAt(event, 'envelope', 'sender')) ?? '');
    return [{ token, verdict, recipient: textAt(event, 'recipient') }];
  }
}
