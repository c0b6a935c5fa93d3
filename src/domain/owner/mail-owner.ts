import { ServiceError } from '../../contract/service-error.ts';
import { MailFailure, type SendMail } from '../../delivery/mail/mailer.ts';
import type { Log } from '../../platform/log/log.ts';
import { createMailBudget, type BudgetParts, type Refund } from '../inboxes/mail-budget.ts';
import type { Route } from '../routes/route.ts';

/** The budget of each kind of mail, by the name that the log has for it. */
const BUDGETS = {
  new_form: 'notice',
  held_form: 'notice',
  stopped: 'stop',
  ask_stop: 'owner',
  restart: 'owner',
} as const;

interface AnyOwnerMail {
  route: Route;
  /** The request that it is sent for. */
  requestId: string;
  compose: Parameters<SendMail>[0];
}

interface BudgetedMail extends AnyOwnerMail {
  notice: keyof typeof BUDGETS;
}

interface QuotaMail extends AnyOwnerMail {
  notice: 'quota';
  /** Claims the one mail there is; undefined when it was sent before. */
  take: () => Promise<Refund | undefined>;
  /** It was not sent, for whatever reason. */
  onFailure: () => void;
}

/** Mails to the owners of inboxes, each within its budget and reported to the log. */
export interface MailOwner {
  /**
   * Sends a mail that a request waits for. Throws `rate_limited` when its budget is used up, and
   * `delivery_failed` with the message `notSent`.
   */
  andWait(mail: BudgetedMail, notSent: string): Promise<void>;
  /** Sends a mail behind the answer. */
  later(mail: BudgetedMail | QuotaMail): void;
}

export interface MailOwnerParts extends BudgetParts {
  sendMail: SendMail;
  /** False when it takes no more tasks. */
  runInBackground: (task: () => Promise<void>) => boolean;
  log: Log;
}

/** The class of an expected failure for the log: no words of a server. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof MailFailure) return error.kind;
  return error instanceof ServiceError ? error.code : undefined;
}

export function createMailOwner(parts: MailOwnerParts): MailOwner {
  const { sendMail, runInBackground, log } = parts;

  function take(mail: BudgetedMail | QuotaMail): Promise<Refund | undefined> {
    if (mail.notice === 'quota') return mail.take();
    return createMailBudget(BUDGETS[mail.notice], parts).take(mail.route.inbox.quota);
  }

  /** Gives back what was taken when the mail surely was not sent. */
  async function send(mail: BudgetedMail | QuotaMail): Promise<void> {
    const { notice, requestId, route, compose } = mail;
    const refund = await take(mail);
    if (!refund) return;
    try {
      await sendMail(compose);
    } catch (error) {
      const isDoubtful = error instanceof MailFailure && error.kind === 'doubtful';
      if (!isDoubtful) await refund();
      throw error;
    }
    log.ownerNotified({ requestId, formId: route.formId, notice });
  }

  return {
    async andWait(mail, notSent) {
      try {
        await send(mail);
      } catch (cause) {
        if (!(cause instanceof MailFailure)) throw cause;
        const { notice, requestId, route } = mail;
        log.ownerNotNotified({ requestId, formId: route.formId, notice, reason: cause.kind });
        if (cause.kind === 'doubtful') return;
        throw new ServiceError('delivery_failed', undefined, { message: notSent, cause });
      }
    },
    later(mail) {
      const { notice, requestId, route } = mail;
      const fail = (reason: string, error?: unknown) => {
        if (mail.notice === 'quota') mail.onFailure();
        log.ownerNotNotified({ requestId, formId: route.formId, notice, reason, error });
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
