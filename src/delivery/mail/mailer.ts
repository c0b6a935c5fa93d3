import type { ErrorVariant } from '../../contract/error-codes.ts';
import { DeliveryFailure } from '../../domain/channels/channel.ts';

/** A mail of ours to one inbox. Every string is clean: the rooms that fill it parse at their edge. */
export interface OutgoingMail {
  /** The exact address; it alone is the envelope's recipient. */
  to: string;
  subject: string;
  /** BCP 47 tag of its words, where all of them are ours. */
  language?: string;
  text: string;
  html: string;
  replyTo?: string;
  /** Where the reader ends such mails, by one POST; becomes List-Unsubscribe (RFC 8058). */
  unsubscribe?: string;
  /** The signed receipt of what it delivers, a token without spaces; a header field of its own. */
  receipt?: string;
  attachment?: { filename: string; contentType: string; content: string };
}

/** The reason of a failure: the server replied to the message or its envelope, and did not take it. */
export const REFUSED_BY_REPLY = 'EREPLY';

/** The reason of a failure: the server takes no message of this size (RFC 1870). */
export const TOO_LARGE_FOR_SERVER = 'EMESSAGE';

/** The server wants a login first (RFC 4954, 6), which is for the operator to mend. */
export const LOGIN_WANTED = 530;

/** The mail server did not take a mail. `reason` is never its words, which quote addresses. */
export class MailFailure extends DeliveryFailure {
  override readonly name = 'MailFailure';

  override get variant(): ErrorVariant | undefined {
    if (this.reason === TOO_LARGE_FOR_SERVER && this.kind !== 'doubtful')
      return 'too_large_for_mail';
    return this.isPermanent ? 'refused_message' : super.variant;
  }

  /** Whether the same message would be refused again (RFC 5321, 4.2.1); not for want of a login. */
  get isPermanent(): boolean {
    const { kind, reason, replyCode = 0 } = this;
    const refused = kind === 'refused' && reason === REFUSED_BY_REPLY;
    return refused && replyCode >= 500 && replyCode !== LOGIN_WANTED;
  }
}

/**
 * Hands a mail to the mail server; resolves when the server has answered 250, else MailFailure. It is
 * composed when it is its turn, and again where a session was lost before it began.
 */
export type SendMail = (compose: () => OutgoingMail) => Promise<void>;

/** Room for one mail among those under way: used by `send`, or given back. */
interface MailRoom {
  send: SendMail;
  /** Does nothing once the mail was sent. */
  leave(): void;
}

/** Takes room for one mail; throws MailFailure `overloaded` where there is none. */
export type ClaimMailRoom = () => MailRoom;
