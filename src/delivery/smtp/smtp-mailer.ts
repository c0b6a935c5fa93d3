import type { AnyMail, SendMail } from '../../mail/mailer.ts';
import { composeMessage, type Sender } from '../../mail/mime-message.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { SmtpPool } from './pool.ts';

/** What takes messages: a pool of sessions, or one of requests. */
export type MailPool = Pick<
  SmtpPool,
  | 'send'
  | 'claim'
  | 'unclaim'
  | 'check'
  | 'usage'
  | 'largestMessage'
  | 'refuseWaiting'
  | 'abort'
  | 'close'
>;

/** The message of a mail, composed when a session is free for it. */
const letterOf = (compose: () => AnyMail, from: Sender) => () => {
  const mail = compose();
  const envelope = { from: mail.envelopeFrom ?? from.address, to: mail.to };
  return { envelope, message: composeMessage(mail, from) };
};

/** Mails that leave through a pool. */
export class SmtpOutbox implements Outbox {
  readonly from: Sender;
  readonly bounceAddress: string | undefined;
  readonly isInert: boolean;
  readonly sendMail: SendMail;
  readonly #pool: MailPool;

  constructor(
    pool: MailPool,
    from: Sender,
    { bounceAddress, isInert = false }: Partial<Pick<Outbox, 'bounceAddress' | 'isInert'>> = {},
  ) {
    this.#pool = pool;
    this.from = from;
    this.bounceAddress = bounceAddress;
    this.isInert = isInert;
    this.sendMail = (compose) => pool.send(letterOf(compose, from));
  }

  claim(): void {
    this.#pool.claim();
  }

  unclaim(): void {
    this.#pool.unclaim();
  }
}
