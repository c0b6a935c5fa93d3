import { mailLanguageOf, type Language } from '../../catalogs/languages.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Requester } from '../../forms/forms-context.ts';
import type { Route } from '../../forms/route.ts';
import { reserveMail, type Refund } from '../../inboxes/mail-budget.ts';
import { composeMail } from '../../mail/compose-mail.ts';
import { LETTERS, type MailFacts, type MailKind } from '../../mail/letters.ts';
import type { Letterhead } from '../../mail/letter.ts';
import { MailFailure, sendOrRefund, sendOrRefuse, type SendMail } from '../../mail/mailer.ts';
import type { Context } from '../../platform/context.ts';
import type { OwnerMailName } from '../../platform/log/events.ts';
import type { OwnerLinks } from './owner-links.ts';

interface OwnerMail<Kind extends MailKind> {
  kind: Kind;
  about: MailFacts<Kind> & { route: Route };
  requester: Pick<Requester, 'requestId'>;
  /** If it is not the language of the form. */
  language?: Language;
}

/** A mail whose row has no budget brings its own. */
interface OwnBudget {
  /** Counts the mail in its budgets; undefined if it was sent before. */
  reserve: () => Promise<Refund | undefined>;
  /** Called when the mail was not sent. */
  onFailure?: () => void;
}

type OwnerMailKind = Extract<MailKind, OwnerMailName>;

type AnyMail = {
  [Kind in OwnerMailKind]: OwnerMail<Kind> &
    ((typeof LETTERS)[Kind] extends { budget: string } ? unknown : OwnBudget);
}[OwnerMailKind];

/** Sends mails to owners, at once or after the answer. */
export interface OwnerOutbox {
  sendMail: SendMail;
  /** The display name of the sender of every mail. */
  sender: string;
  /** False when the queue is full. */
  runInBackground: (task: () => Promise<void>, claim?: { owner: string }) => boolean;
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

/** Mails to the owners of inboxes, each within its budget and reported to the log. */
export class MailOwner {
  readonly #context: Context;
  readonly #outbox: OwnerOutbox;
  readonly #letterhead: Letterhead;
  readonly #ownerLinks: OwnerLinks;

  constructor(
    context: Context,
    outbox: OwnerOutbox,
    letterhead: Letterhead,
    ownerLinks: OwnerLinks,
  ) {
    this.#context = context;
    this.#outbox = outbox;
    this.#letterhead = letterhead;
    this.#ownerLinks = ownerLinks;
  }

  /**
   * Sends a mail that a request waits for. Throws `rate_limited` when its budget is used up, and
   * `delivery_failed` with the message `notSent`.
   */
  async andWait(mail: AnyMail, notSent: string): Promise<void> {
    await sendOrRefuse(
      () => this.#send(mail),
      notSent,
      ({ kind }) => this.#context.log.ownerNotNotified({ ...factsOf(mail), reason: kind }),
    );
  }

  /** Sends a mail after the answer. */
  later(mail: AnyMail): void {
    const isTaken = this.#outbox.runInBackground(() => this.quietly(mail));
    if (!isTaken) this.#fail(mail, 'dropped');
  }

  /** Sends a mail within a background task. */
  async quietly(mail: AnyMail): Promise<void> {
    try {
      await this.#send(mail);
    } catch (error) {
      const reason = reasonOf(error);
      this.#fail(mail, reason ?? 'fault', reason === undefined ? error : undefined);
    }
  }

  /** A mail that was certainly not sent is given back to its budget. */
  async #send(mail: AnyMail): Promise<void> {
    const refund = await this.#reserve(mail);
    if (!refund) return;
    await sendOrRefund(() => this.#outbox.sendMail(() => this.#compose(mail)), refund);
    this.#context.log.ownerNotified(factsOf(mail));
  }

  #compose<Kind extends MailKind>({
    kind,
    about,
    language = mailLanguageOf(about.route),
  }: OwnerMail<Kind>) {
    const links = this.#ownerLinks.ofMail(about.route);
    return composeMail(kind, { ...about, links }, language, this.#letterhead);
  }

  #reserve(mail: AnyMail): Promise<Refund | undefined> {
    if ('reserve' in mail) return mail.reserve();
    const { inbox, formId } = mail.about.route;
    return reserveMail(this.#context, LETTERS[mail.kind].budget, inbox.quota, formId);
  }

  #fail(mail: AnyMail, reason: string, error?: unknown): void {
    if ('onFailure' in mail) mail.onFailure?.();
    this.#context.log.ownerNotNotified({ ...factsOf(mail), reason, error });
  }
}
