import { createVerify, X509Certificate } from 'node:crypto';
import type { FileSource } from '../../../inboxes/keys/find-key.ts';
import { readJsonObject } from '../../../platform/text/json.ts';
import { BOUNCE_FIELD, tokenInAddress } from '../bounce-token.ts';
import { verdictOfStatus, type Verdict } from '../failure-class.ts';
import type { BounceReport } from '../note-bounce.ts';
import {
  listAt,
  refused,
  textAt,
  valueAt,
  type ProviderRequest,
  type ReportReader,
} from './provider.ts';

/** A message of Amazon SNS whose signature holds, of a topic that the operator allows. */
interface SnsMessage {
  type: 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation';
  message: string;
  /** Confirms the subscription when it is fetched. */
  subscribeUrl: string;
  topic: string;
}

const OF_CONFIRMATIONS = [
  'Message',
  'MessageId',
  'SubscribeURL',
  'Timestamp',
  'Token',
  'TopicArn',
  'Type',
];

/** The members that a signature covers, in this order; an absent `Subject` is left out. */
const SIGNED: Readonly<Record<SnsMessage['type'], readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: OF_CONFIRMATIONS,
  UnsubscribeConfirmation: OF_CONFIRMATIONS,
};

const isType = (text: string): text is SnsMessage['type'] => Object.hasOwn(SIGNED, text);

const ALGORITHMS: ReadonlyMap<string, string> = new Map([
  ['1', 'RSA-SHA1'],
  ['2', 'RSA-SHA256'],
]);

/** Certificates that are remembered or being fetched; a region has one for months. */
const MOST_CERTIFICATES = 20;

const CERTIFICATE_PATH = /^\/SimpleNotificationService-[\w-]{1,100}\.pem$/;

/** The host of SNS in the region of a topic. */
function hostOf(topic: string): string {
  const region = topic.split(':')[3] ?? '';
  return `sns.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/** A URL of SNS in the region of the topic, without port and user; undefined for any other. */
function snsUrl(text: string, topic: string): URL | undefined {
  const url = URL.parse(text);
  const isOwn = url?.origin === `https://${hostOf(topic)}` && !url.username && !url.password;
  return isOwn ? url : undefined;
}

function toCertificate(pem: string | undefined): X509Certificate {
  if (pem === undefined) throw refused();
  try {
    return new X509Certificate(pem);
  } catch {
    throw refused();
  }
}

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

/** The token in the header of the mail, if SES reports it, else in its envelope sender. */
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

/** Bytes and milliseconds for a certificate, or the answer to a confirmation. */
const FETCHED_BYTES = 65_536;
const PATIENCE = 10_000;

/** Bounces and complaints of SES, through SNS. Confirms subscriptions of the allowed topics. */
export class SesReports implements ReportReader {
  readonly #topics: readonly string[];
  readonly #files: FileSource;
  readonly #now: () => number;
  readonly #certificates = new Map<string, Promise<X509Certificate>>();

  constructor(topics: readonly string[], files: FileSource, now: () => number) {
    this.#topics = topics;
    this.#files = files;
    this.#now = now;
  }

  async read({ readBody }: ProviderRequest): Promise<BounceReport[]> {
    const { type, message, subscribeUrl, topic } = await this.#open(await readBody());
    if (type === 'SubscriptionConfirmation') {
      const url = snsUrl(subscribeUrl, topic);
      if (url?.searchParams.get('Action') !== 'ConfirmSubscription') throw refused();
      const answer = await this.#getText(url.href);
      if (answer === undefined) throw new Error('SNS did not confirm the subscription');
    }
    return type === 'Notification' ? readEvent(readJsonObject(message)) : [];
  }

  /** Throws `not_found` for anything but a signed message of an allowed topic. */
  async #open(given: unknown): Promise<SnsMessage> {
    const type = textAt(given, 'Type');
    const topic = textAt(given, 'TopicArn');
    // Before anything is fetched.
    if (!this.#topics.includes(topic) || !isType(type)) throw refused();
    if (!(await this.#isSigned(given, SIGNED[type]))) throw refused();
    const [message, subscribeUrl] = [textAt(given, 'Message'), textAt(given, 'SubscribeURL')];
    return { type, message, subscribeUrl, topic };
  }

  async #isSigned(given: unknown, names: readonly string[]): Promise<boolean> {
    const algorithm = ALGORITHMS.get(textAt(given, 'SignatureVersion'));
    const url = snsUrl(textAt(given, 'SigningCertURL'), textAt(given, 'TopicArn'));
    if (!algorithm || !url || url.search !== '' || !CERTIFICATE_PATH.test(url.pathname))
      return false;
    const certificate = await this.#certificateAt(url.href);
    const at = this.#now();
    if (at < Date.parse(certificate.validFrom) || at > Date.parse(certificate.validTo))
      return false;
    const verify = createVerify(algorithm);
    for (const name of names) {
      if (name !== 'Subject' || textAt(given, name) !== '') {
        verify.update(`${name}\n${textAt(given, name)}\n`);
      }
    }
    return verify.verify(certificate.publicKey, textAt(given, 'Signature'), 'base64');
  }

  #certificateAt(url: string): Promise<X509Certificate> {
    const known = this.#certificates.get(url);
    if (known) return known;
    // A caller who guesses a topic must not have any number fetched, or push out those in memory.
    if (this.#certificates.size >= MOST_CERTIFICATES) throw refused();
    const fetched = this.#getText(url).then(toCertificate);
    this.#certificates.set(url, fetched);
    // A fault of the network must not last.
    fetched.catch(() => this.#certificates.delete(url));
    return fetched;
  }

  async #getText(url: string): Promise<string | undefined> {
    const signal = AbortSignal.timeout(PATIENCE);
    return (await this.#files.fetchBytes(url, FETCHED_BYTES, signal))?.toString('utf8');
  }
}
