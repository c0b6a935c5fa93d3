import { ServiceError } from '../../contract/service-error.ts';
import { composeMail, type Letterhead } from '../../delivery/mail/compose-mail.ts';
import { type MailFacts, type MailKind } from '../../delivery/mail/letters.ts';
import { MailFailure, type SendMail } from '../../delivery/mail/mailer.ts';
import type { Log } from '../../platform/log/log.ts';
import { createMailBudget, type BudgetParts, type Refund } from '../inboxes/mail-budget.ts';
import { mailLanguageOf, type Route } from '../routes/route.ts';
import type { Requester } from '../routes/route-verification.ts';

/** The budget of each kind of mail. */
const BUDGETS = {
  new_form: 'notice',
  held_form: 'notice',
  stopped: 'stop',
  ask_stop: 'owner',
  restart: 'owner',
  proposal: 'proposal',
} as const;

interface OwnerMail<Kind extends MailKind> {
  kind: Kind;
  about: MailFacts[Kind] & { route: Route };
  requester: Pick<Requester, 'requestId'>;
}

type BudgetedMail = { [Kind in keyof typeof BUDGETS]: OwnerMail<Kind> }[keyof typeof BUDGETS];

interface QuotaMail extends OwnerMail<'quota'> {
  /** Claims a mail that is sent only once; undefined when it was sent before. */
  take: () => Promise<Refund | undefined>;
  /** Called when the mail was not sent, for whatever reason. */
  onFailure: () => void;
}

/** Mails to the owners of inboxes, each within its budget and reported to the log. */
export interface MailOwner {
  /**
   * Sends a mail that a request waits for. Throws `rate_limited` when its budget is used up, and
   * `delivery_failed` with the message `notSent`.
   */
  andWait(mail: BudgetedMail, notSent: string): Promise<void>;
  /** Sends a mail after the answer. */
  later(mail: BudgetedMail | QuotaMail): void;
}

export interface MailOwnerParts extends BudgetParts {
  sendMail: SendMail;
  letterhead: Letterhead;
  /** False when the queue is full. */
  runInBackground: (task: () => Promise<void>) => boolean;
  log: Log;
}

/** The class of an expected failure for the log, without text from a server. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof MailFailure) return error.kind;
  return error instanceof ServiceError ? error.code : undefined;
}

export function createMailOwner(parts: MailOwnerParts): MailOwner {
  const { sendMail, letterhead, runInBackground, log } = parts;

  function take(mail: BudgetedMail | QuotaMail): Promise<Refund | undefined> {
    if (mail.kind === 'quota') return mail.take();
    return createMailBudget(BUDGETS[mail.kind], parts).take(mail.about.route.inbox.quota);
  }

  const compose = <Kind extends MailKind>({ kind, about }: OwnerMail<Kind>) =>
    composeMail(kind, about, mailLanguageOf(about.route), letterhead);

  const factsOf = ({ kind, about, requester: { requestId } }: BudgetedMail | QuotaMail) => ({
    requestId,
    formId: about.route.formId,
    notice: kind,
  });

  /** Returns what was taken when the mail was certainly not sent. */
  async function send(mail: BudgetedMail | QuotaMail): Promise<void> {
    const refund = await take(mail);
    if (!refund) return;
    try {
      await sendMail(() => compose(mail));
    } catch (error) {
      const isDoubtful = error instanceof MailFailure && error.kind === 'doubtful';
      if (!isDoubtful) await refund();
      throw error;
    }
    log.ownerNotified(factsOf(mail));
  }

  return {
    async andWait(mail, notSent) {
      try {
        await send(mail);
      } catch (cause) {
        if (!(cause instanceof MailFailure)) throw cause;
        log.ownerNotNotified({ ...factsOf(mail), reason: cause.kind });
        if (cause.kind === 'doubtful') return;
        throw new ServiceError('delivery_failed', undefined, { message: notSent, cause });
      }
    },
    later(mail) {
      const fail = (reason: string, error?: unknown) => {
        if (mail.kind === 'quota') mail.onFailure();
        log.ownerNotNotified({ ...factsOf(mail), reason, error });
      };
      const isTaken = runInBackground(async () => {
        try {
          await send(mail);
        } catch (error) {
          const reason = reasonOf(error);
          if (reason) fail(reason);
          else fail('fault', error);
        }
      });
      if (!isTaken) fail('dropped');
    },
  };
}
