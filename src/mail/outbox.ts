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
  /** Submission mails add a token to this envelope sender; undefined if bounces come otherwise. */
  bounceAddress: string | undefined;
  /** Web addresses of a submission are written as inert text. */
  isInert: boolean;
}

/** Two outboxes, or one: the operator may give marked submissions their own. */
export interface Outboxes {
  plain: Outbox;
  marked: Outbox;
}
