import { ServiceError } from '../contract/service-error.ts';
import { composeMail, type FormLinks } from '../mail/compose-mail.ts';
import type { Letterhead } from '../mail/letter.ts';
import { LETTERS, type MailFacts, type MailKind } from '../mail/letters.ts';
import { MailFailure, type SendMail } from '../mail/mailer.ts';
import { sendOrRefund, sendOrRefuse } from '../mail/mail-outcome.ts';
import type { Context } from '../platform/context.ts';
import type { Language } from '../catalogs/languages.ts';
import { takeMail, type Refund } from '../inboxes/mail-budget.ts';
import type { Route } from '../forms/route.ts';
import { mailLanguageOf } from '../mail/mail-facts.ts';
import type { Requester } from '../forms/forms-context.ts';

/** The kinds of mail that a budget of the inbox limits. */
type BudgetedKind = {
  [Kind in MailKind]: (typeof LETTERS)[Kind] extends { budget: string } ? Kind : never;
}[MailKind];

interface OwnerMail<Kind extends MailKind> {
  kind: Kind;
  about: MailFacts<Kind> & { route: Route };
  requester: Pick<Requester, 'requestId'>;
  /** Where it is not the language of the form. */
  language?: Language;
}

type BudgetedMail = { [Kind in BudgetedKind]: OwnerMail<Kind> }[BudgetedKind];

interface Claim {
  /** Takes the mail from what limits it; undefined when it was sent before. */
  take: () => Promise<Refund | undefined>;
  /** Called when the mail was not sent, for whatever reason. */
  onFailure?: () => void;
}

/** A mail with a limit of its own. */
type ClaimedMail = Claim &
  (
    | OwnerMail<'quota'>
    | OwnerMail<'attack'>
    | OwnerMail<'silence'>
    | OwnerMail<'inbox'>
    | OwnerMail<'hand_over_offer'>
  );

type AnyMail = BudgetedMail | ClaimedMail;

/** Mails to the owners of inboxes, each within its budget and reported to the log. */
export interface MailOwner {
  /**
   * Sends a mail that a request waits for. Throws `rate_limited` when its budget is used up, and
   * `delivery_failed` with the message `notSent`.
   */
  andWait(mail: AnyMail, notSent: string): Promise<void>;
  /** Sends a mail after the answer. */
  later(mail: AnyMail): void;
  /** Sends a mail within a task that nobody waits for. */
  quietly(mail: AnyMail): Promise<void>;
}

export interface MailOwnerParts extends Context {
  sendMail: SendMail;
  letterhead: Letterhead;
  linksOf: (route: Route) => FormLinks;
  /** False when the queue is full. */
  runInBackground: (task: () => Promise<void>) => boolean;
}

/** The class of an expected failure for the log, without text from a server. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof MailFailure) return error.kind;
  return error instanceof ServiceError ? error.code : undefined;
}

const factsOf = ({ kind, about, requester: { requestId } }: AnyMail) => ({
  requestId,
  formId: about.route.formId,
  notice: kind,
});

function compose<Kind extends MailKind>(
  { kind, about, language = mailLanguageOf(about.route) }: OwnerMail<Kind>,
  { letterhead, linksOf }: Pick<MailOwnerParts, 'letterhead' | 'linksOf'>,
) {
  const links = linksOf(about.route);
  return composeMail(kind, { ...about, links }, language, letterhead);
}

export function createMailOwner(parts: MailOwnerParts): MailOwner {
  const { sendMail, runInBackground, log } = parts;

  function take(mail: AnyMail): Promise<Refund | undefined> {
    if ('take' in mail) return mail.take();
    return takeMail(parts, LETTERS[mail.kind].budget, mail.about.route.inbox.quota);
  }

  /** Returns what was taken when the mail was certainly not sent. */
  async function send(mail: AnyMail): Promise<void> {
    const refund = await take(mail);
    if (!refund) return;
    await sendOrRefund(() => sendMail(() => compose(mail, parts)), refund);
    log.ownerNotified(factsOf(mail));
  }

  function fail(mail: AnyMail, reason: string, error?: unknown): void {
    if ('onFailure' in mail) mail.onFailure?.();
    log.ownerNotNotified({ ...factsOf(mail), reason, error });
  }

  async function sendQuietly(mail: AnyMail): Promise<void> {
    try {
      await send(mail);
    } catch (error) {
      const reason = reasonOf(error);
      fail(mail, reason ?? 'fault', reason === undefined ? error : undefined);
    }
  }

  return {
    async andWait(mail, notSent) {
      await sendOrRefuse(
        () => send(mail),
        notSent,
        ({ kind }) => log.ownerNotNotified({ ...factsOf(mail), reason: kind }),
      );
    },
    later(mail) {
      const isTaken = runInBackground(() => sendQuietly(mail));
      if (!isTaken) fail(mail, 'dropped');
    },
    quietly: sendQuietly,
  };
}
