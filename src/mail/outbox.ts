import type { SendMail } from './mailer.ts';
import type { Sender } from './mime-message.ts';

/** By which sender and mail server a mail leaves. */
export interface Outbox {
  from: Sender;
  sendMail: SendMail;
  /** Takes room for one mail that is sent later; throws MailFailure `overloaded` without room. */
  claim(): void;
  /** Gives the room back, or up right before the mail is sent. */
  unclaim(): void;
  /** Mails of submissions have a token in this envelope sender; undefined if no bounce is reported by mail. */
  bounceAddress: string | undefined;
  /** Web addresses of a submission are written as inert text. */
  isInert: boolean;
}

/** Marked submissions have an outbox of their own if the operator says so; otherwise both are the same. */
export interface Outboxes {
  plain: Outbox;
  marked: Outbox;
}
