import { createVerify, X509Certificate } from 'node:crypto';
import { refused, textAt } from './provider.ts';

/** The text at a URL, over https from a public address; undefined for any other status than 200. */
export type GetText = (url: string) => Promise<string | undefined>;

/** A message of Amazon SNS whose signature holds, of a topic that the operator allows. */
export interface SnsMessage {
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

/** The members that a signature covers, in its order; an absent `Subject` is left out. */
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
export function snsUrl(text: string, topic: string): URL | undefined {
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

/** Reads messages of SNS; throws `not_found` for anything but a message of an allowed topic. */
export function createReadSns(topics: readonly string[], getText: GetText, now: () => number) {
  const certificates = new Map<string, Promise<X509Certificate>>();

  function certificateAt(url: string): Promise<X509Certificate> {
    const known = certificates.get(url);
    if (known) return known;
    // A caller who guesses a topic could have any number fetched: those in memory stay, more are refused.
    if (certificates.size >= MOST_CERTIFICATES) throw refused();
    const fetched = getText(url).then(toCertificate);
    certificates.set(url, fetched);
    // A fault of the network must not last.
    fetched.catch(() => certificates.delete(url));
    return fetched;
  }

  async function isSigned(given: unknown, names: readonly string[]) {
    const algorithm = ALGORITHMS.get(textAt(given, 'SignatureVersion'));
    const url = snsUrl(textAt(given, 'SigningCertURL'), textAt(given, 'TopicArn'));
    if (!algorithm || !url || url.search !== '' || !CERTIFICATE_PATH.test(url.pathname))
      return false;
    const certificate = await certificateAt(url.href);
    const at = now();
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

  return async (given: unknown): Promise<SnsMessage> => {
    const type = textAt(given, 'Type');
    const topic = textAt(given, 'TopicArn');
    // Before anything is fetched.
    if (!topics.includes(topic) || !isType(type)) throw refused();
    if (!(await isSigned(given, SIGNED[type]))) throw refused();
    const [message, subscribeUrl] = [textAt(given, 'Message'), textAt(given, 'SubscribeURL')];
    return { type, message, subscribeUrl, topic };
  };
}
