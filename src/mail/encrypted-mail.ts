import { randomUUID } from 'node:crypto';
import { fill } from '../catalogs/catalog.ts';
import { mailLanguageOf, wordsOf } from '../catalogs/languages.ts';
import type { FormSettings } from '../contract/form-settings.ts';
import { formNameOf } from '../contract/names.ts';
import { LIMITS } from '../contract/limits.ts';
import { toSingleLine } from '../platform/text/clean-text.ts';
import { armor } from './armor.ts';
import { encrypt } from './encryption/encrypt.ts';
import { toLongMessage, type LongMessage } from './long-message.ts';
import type { MailForm } from './mail-facts.ts';
import type { EncodedMail, PackedMail } from './mailer.ts';
import { inertText } from './inert-text.ts';
import { composeHeader, composeMessage, type Sender } from './mime-message.ts';
import type { Outbox } from './outbox.ts';

/** A form whose mails are encrypted. */
export type EncryptedRoute = Pick<MailForm, 'alias' | 'language'> & {
  settings: FormSettings & { encryption: NonNullable<FormSettings['encryption']> };
};

/** Further needs of this deployment's mails. */
interface Surroundings {
  /** A receipt as everybody may see it. */
  withoutSalt: (receipt: string) => string;
  now: () => number;
}

type Outside = Omit<PackedMail, 'entity'>;

type StampedMail = EncodedMail & Required<Pick<EncodedMail, 'stamp'>>;

/** The visible part of an encrypted mail: of the submission, only its form. */
function outsideOf(
  mail: StampedMail,
  route: EncryptedRoute,
  withoutSalt: Surroundings['withoutSalt'],
): Outside {
  const { to, stamp, envelopeFrom, traceFields, unsubscribe } = mail;
  const { deliveryId, reference, receipt, isMessage } = mail;
  const { submission } = wordsOf(mailLanguageOf(route)).mails;
  return {
    to,
    stamp,
    subject: toSingleLine(
      fill(submission.subject, { form: formNameOf(route) }),
      LIMITS.subjectCodePoints,
    ),
    ...(envelopeFrom !== undefined && { envelopeFrom }),
    ...(traceFields && { traceFields }),
    ...(unsubscribe !== undefined && { unsubscribe }),
    ...(isMessage && { isMessage }),
    ...(deliveryId !== undefined && { deliveryId }),
    ...(reference !== undefined && { reference }),
    ...(receipt !== undefined && { receipt: withoutSalt(receipt) }),
  };
}

/** Fields of a header about its content, which belong to it alone (RFC 9788, 1.9). */
const STRUCTURAL = /^(?:MIME-Version|Content-[\w-]+):/i;

/** Repeats the header outside for the one inside (RFC 9788, 2.2.2). */
const toOuterFields = (header: string): string =>
  header
    .split(/\r\n(?![ \t])/)
    .filter((field) => field !== '' && !STRUCTURAL.test(field))
    .map((field) => `HP-Outer: ${field}\r\n`)
    .join('');

const CONTENT =
  /^MIME-Version: 1\.0\r\n(Content-Type: multipart\/[a-z]+;\r\n boundary="[^"\r\n]+")/m;

/**
 * A message as the payload of PGP/MIME, with its header protected (RFC 9788). `protected-headers`
 * is for older programs.
 */
function* protectHeader(pieces: Iterable<string>, outerHeader: string): Generator<string> {
  const protect = (_found: string, type: string) =>
    `${toOuterFields(outerHeader)}${type};\r\n hp="cipher"; protected-headers="v1"`;
  let isFirst = true;
  for (const piece of pieces) {
    // The first piece has the whole header.
    const whole = isFirst ? piece.replace(CONTENT, protect) : piece;
    if (isFirst && whole === piece) throw new Error('the header of the message was not found');
    isFirst = false;
    yield whole;
  }
}

/** A part of a multipart entity: its header fields, and its content if that is separate. */
type Part = readonly [head: string, content?: LongMessage];

function toEntity(type: string, parts: readonly Part[]): LongMessage {
  const boundary = `=_${randomUUID()}`;
  const bodies = parts.flatMap(([head, content = '']) => [
    `--${boundary}\r\n${head}`,
    content,
    '\r\n',
  ]);
  const first = `Content-Type: ${type};\r\n boundary="${boundary}"\r\n\r\n`;
  return toLongMessage([first, ...bodies, `--${boundary}--\r\n`]);
}

const VERSION =
  'Content-Type: application/pgp-encrypted\r\nContent-Description: PGP/MIME version identification\r\n\r\nVersion: 1\r\n';

const DATA =
  'Content-Type: application/octet-stream; name="encrypted.asc"\r\n' +
  'Content-Description: OpenPGP encrypted message\r\n' +
  'Content-Disposition: inline; filename="encrypted.asc"\r\n\r\n';

function piecesOf(mail: EncodedMail, from: Sender): Iterable<string> {
  const message = composeMessage(mail, from);
  return typeof message === 'string' ? [message] : message.pieces();
}

/** Encrypts a submission's mail to its form's key as PGP/MIME (RFC 3156, 4); rejects on failure. */
export async function encryptMail(
  mail: EncodedMail,
  route: EncryptedRoute,
  { from, isInert }: Pick<Outbox, 'from' | 'isInert'>,
  { withoutSalt, now }: Surroundings,
): Promise<PackedMail> {
  // Both headers have the same id and time.
  const stamped = { ...mail, stamp: { id: randomUUID(), at: new Date(now()) } };
  const outside = outsideOf(stamped, route, withoutSalt);
  if (isInert) outside.subject = inertText(outside.subject);
  const payload = protectHeader(piecesOf(stamped, from), composeHeader(outside, from));
  const data = armor(await encrypt(route.settings.encryption, payload, now()));
  const type = 'multipart/encrypted;\r\n protocol="application/pgp-encrypted"';
  return { ...outside, entity: toEntity(type, [[VERSION], [DATA, data]]) };
}
