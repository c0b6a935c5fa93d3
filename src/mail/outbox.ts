import type { ClaimMailRoom, SendMail } from './mailer.ts';
import type { Sender } from './mime-message.ts';

/** By which sender and mail server a mail leaves. */
export interface Outbox {
  from: Sender;
  sendMail: SendMail;
  claimMailRoom: ClaimMailRoom;
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
