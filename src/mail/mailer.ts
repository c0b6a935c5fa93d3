import type { ErrorVariant } from '../contract/error-codes.ts';
import { DeliveryFailure, ServiceError } from '../contract/service-error.ts';
import type { AttachedFile, LongMessage } from './long-message.ts';
import type { QuotedPrintable } from './quoted-printable.ts';

/** All of a mail but its two parts. */
interface MailHead {
  /** The exact address, the only recipient of the envelope. */
  to: string;
  /** Gets the bounces instead of the sender; '' gets none: null sender (RFC 5321, 4.5.5). */
  envelopeFrom?: string;
  /** Header fields by which bounce reports name form and recipient: name and value. */
  traceFields?: readonly (readonly [name: string, value: string])[];
  /** It brings what a person wrote, so it is no automatic mail (RFC 3834, 2). */
  isMessage?: true;
  /** It answers a mail-like message of its recipient by itself (RFC 3834). */
  isAnswer?: true;
  /** Display name of the sender, instead of the one of all mails. */
  senderName?: string;
  subject: string;
  /** BCP 47 tag of its words, if all of them are the service's own. */
  language?: string;
  replyTo?: string;
  /** The URL that ends such mails by one POST; becomes List-Unsubscribe (RFC 8058). */
  unsubscribe?: string;
  /** The signed receipt of the delivery, a token without spaces; sent as a header field. */
  receipt?: string;
  /** Original names and values of its fields, a token without spaces; sent as a header field. */
  fields?: string;
  /** The id of the delivery; sent as a header field. */
  deliveryId?: string;
  /** The reference of the delivery that it is about; sent as a header field. */
  reference?: string;
  /** Its id and time, if two headers have to say the same; otherwise made as it is sent. */
  stamp?: { id: string; at: Date };
  attachment?: { filename: string; contentType: string; content: string };
  /** Attached behind it. */
  files?: readonly AttachedFile[];
}

/** A mail to one inbox. Every string is already clean: features parse their input. */
export interface OutgoingMail extends MailHead {
  text: string;
  html: string;
}

/** A mail whose parts are encoded already. */
export interface EncodedMail extends MailHead {
  encoded: { text: QuotedPrintable; html: QuotedPrintable };
}

/** A mail with finished content: the header fields of one MIME entity, and its body. */
export interface PackedMail extends MailHead {
  entity: LongMessage;
}

/** A mail whose parts are to be put together. */
export type LooseMail = OutgoingMail | EncodedMail;

export type AnyMail = LooseMail | PackedMail;

/** The reason of a failure: the server's reply refused the message or its envelope. */
export const REFUSED_BY_REPLY = 'EREPLY';

/** The reason of a failure: the server accepts no message of this size (RFC 1870). */
export const TOO_LARGE_FOR_SERVER = 'EMESSAGE';

/** The server demands a login (RFC 4954, 6), which the operator has to configure. */
export const LOGIN_WANTED = 530;

/** The reason of a failure: the service stops, and sends nothing more. */
export const STOPPING = 'stopping';

/** The mail server refused a mail. `reason` omits the server's text, which may quote addresses. */
export class MailFailure extends DeliveryFailure {
  override readonly name = 'MailFailure';
  /** The server's reply for doctor: for the operator alone, as servers quote addresses. */
  reply: string | undefined = undefined;

  override get variant(): ErrorVariant | undefined {
    if (this.reason === STOPPING) return undefined;
    if (this.reason === TOO_LARGE_FOR_SERVER && this.kind !== 'doubtful')
      return 'too_large_for_mail';
    return this.isPermanent ? 'refused_message' : super.variant;
  }

  /** True if a retry would fail too (RFC 5321, 4.2.1); false if only a login is missing. */
  get isPermanent(): boolean {
    const { kind, reason, replyCode = 0 } = this;
    const refused = kind === 'refused' && reason === REFUSED_BY_REPLY;
    return refused && replyCode >= 500 && replyCode !== LOGIN_WANTED;
  }
}

/** No access token was to be had, which says nothing of the mail server. */
export class TokenFailure extends MailFailure {
  constructor(reason: string | number) {
    super('refused', `OAUTH_${reason}`);
  }
}

/** It was not tried, because the mail server answers nobody at the moment. */
export class MailServerSilent extends MailFailure {
  readonly #seconds: number;

  /** `reason`: how the server was found silent; `seconds` until the same may be sent again. */
  constructor(reason: string, seconds: number) {
    super('overloaded', reason);
    this.#seconds = seconds;
  }

  override get variant(): undefined {
    return undefined;
  }

  override get retryAfterSeconds(): number {
    return this.#seconds;
  }
}

/**
 * Sends a mail to the mail server; resolves when the server has answered 250, else MailFailure. The
 * mail is composed just before it is sent, and again if a session was lost before that.
 */
export type SendMail = (compose: () => AnyMail) => Promise<void>;

/** The answer to a request whose only effect would have been a mail. */
export const NOTHING_CHANGED =
  'The email could not be sent, so nothing was changed. Please try again later.';

/** True if a failed mail may have arrived; then it counts as sent. */
export const isDoubtful = (error: unknown): boolean =>
  error instanceof MailFailure && error.kind === 'doubtful';

/** Sends a budgeted mail; refunds it if it was certainly not sent. Throws like `send`. */
export async function sendOrRefund(
  send: () => Promise<void>,
  refund: () => Promise<void>,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!isDoubtful(error)) await refund();
    throw error;
  }
}

/**
 * Sends a mail that a request waits for; false if it may have arrived. `report` gets the failure.
 * Throws `delivery_failed` with `notSent`, and errors of `send` that are no mail failure.
 */
export async function sendOrRefuse(
  send: () => Promise<void>,
  notSent: string,
  report: (failure: MailFailure) => void,
): Promise<boolean> {
  try {
    await send();
    return true;
  } catch (cause) {
    if (!(cause instanceof MailFailure)) throw cause;
    report(cause);
    if (cause.kind === 'doubtful') return false;
    throw new ServiceError('delivery_failed', cause.retryDetails, { message: notSent, cause });
  }
}
