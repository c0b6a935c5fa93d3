/** A mail of ours to one inbox. Every string is clean: the rooms that fill it parse at their edge. */
export interface OutgoingMail {
  /** The exact address; it alone is the envelope's recipient. */
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** Where the reader ends such mails, by one POST; becomes List-Unsubscribe (RFC 8058). */
  unsubscribe?: string;
  /** The signed receipt of what it delivers, a token without spaces; a header field of its own. */
  receipt?: string;
  attachment?: { filename: string; contentType: string; content: string };
}

/**
 * What the mail server said, or did not say:
 * `refused`: it refused, or never got the whole message; nothing was delivered.
 * `doubtful`: the message was handed over and no reply came; it may have been delivered.
 * `overloaded`: it was never tried, because too many messages wait.
 */
export type MailFailureKind = 'refused' | 'doubtful' | 'overloaded';

/** The reason of a failure: the server replied to the message or its envelope, and did not take it. */
export const REFUSED_BY_REPLY = 'EREPLY';

/** The reason of a failure: the server takes no message of this size (RFC 1870). */
export const TOO_LARGE_FOR_SERVER = 'EMESSAGE';

/** The server wants a login first (RFC 4954, 6), which is for the operator to mend. */
export const LOGIN_WANTED = 530;

export class MailFailure extends Error {
  readonly kind: MailFailureKind;
  /** Class for the log, an error code; never the server's words, which quote addresses. */
  readonly reason: string;
  /** The server's reply code (RFC 5321), where it replied. */
  readonly replyCode: number | undefined;

  constructor(kind: MailFailureKind, reason: string, replyCode?: number) {
    super(`mail ${kind}: ${reason}`);
    this.name = 'MailFailure';
    this.kind = kind;
    this.reason = reason;
    this.replyCode = replyCode;
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
