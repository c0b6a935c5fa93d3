import { formNameOf, referenceOf } from '../contract/names.ts';
import { breakLinks, quotable } from '../platform/text/strangers-words.ts';
import { describeDay, explainMark, fill } from '../catalogs/catalog.ts';
import { mailLanguageOf, wordsOf, type Language } from '../catalogs/languages.ts';
import { LIMITS } from '../contract/limits.ts';
import { firstCodePoints } from '../platform/text/clean-text.ts';
import { attachOriginal, inertFacts, writeSent, type SentFact } from './as-submitted.ts';
import type { FormLinks } from './compose-mail.ts';
import { inertFileName, inertText } from './inert-text.ts';
import type { Letterhead } from './letter.ts';
import { writeJson, type MailedSubmission, type MailForm } from './mail-facts.ts';
import { showCommonNames, type MailFact } from './quoted-facts.ts';
import { mailSubjectOf, visitorNameOf } from './mail-subject.ts';
import type { EncodedMail } from './mailer.ts';
import type { Outbox } from './outbox.ts';
import { SenderNames } from './sender-name.ts';
import { encodeWords, writeSubmission, type FormWords } from './submission-letter.ts';

/** How mails call a form: by its name, and by that of its website if that is known. */
function titleOf(form: MailForm): string {
  const [name, { website }] = [formNameOf(form), form.settings];
  const isOther = website && !name.toLowerCase().includes(website.name.toLowerCase());
  return quotable(isOther ? `${name} · ${website.name}` : name);
}

/** Links by which the owner acts on a submission. */
export interface SubmissionLinks extends FormLinks {
  /** "This was spam". */
  spam: string;
  /** Limits the form to the website that it came from, if that is possible. */
  onlyFrom?: string | undefined;
}

/** Who gets the mail: the owner, or an inbox that gets a copy, with the links that end it. */
type Reader =
  | Owner
  | {
      isCopy: true;
      address: string;
      links: FormLinks & { onlyFrom?: undefined };
      notSpam?: undefined;
    };

/** The owner of a form, with the links of one mail. */
export interface Owner {
  isCopy: false;
  links: SubmissionLinks;
  /** "This was not spam", of one that is marked. */
  notSpam?: string | undefined;
}

/** A submission that is delivered. */
interface Delivered {
  id: string;
  /** When it was accepted; milliseconds since the epoch. */
  at: number;
  route: MailForm;
  submission: MailedSubmission;
  /** Its fields as the mail shows them. */
  facts: readonly MailFact[];
  /** Names and values, as they were submitted, where the mail shows something else. */
  sent?: readonly SentFact[] | undefined;
  receipt: string;
  outbox: Pick<Outbox, 'isInert'>;
}

/**
 * The mail program's unsubscribe button, which some programs press along with "spam". For a marked
 * message it reports, or asks a copy's inbox. An encrypted mail's outside never shows a mark.
 */
function unsubscribeOf({ isCopy, links }: Reader, route: MailForm, isMarked: boolean): string {
  if (isCopy) return isMarked ? links.stop : links.unsubscribe;
  if (route.settings.encryption) return links.stop;
  return isMarked ? links.spam : links.unsubscribe;
}

/** Milliseconds after the inbox got mail again in which mails say that others came back. */
const TOLD_FOR = 86_400_000;

/** When mails to the owner came back, which may be lost; undefined if that is old. */
function explainReturn(
  { kind, at, healedAt }: NonNullable<MailForm['bounced']>,
  language: Language,
  now: number,
): string | undefined {
  if (kind !== 'bounce' || healedAt === undefined || now > healedAt + TOLD_FOR) return undefined;
  const { tag, mails } = wordsOf(language);
  const [since, until] = [describeDay(tag, new Date(at)), describeDay(tag, new Date(healedAt))];
  return fill(mails.submission.cameBack, { since, until });
}

/** Makes addresses in the rest of a mail inert text, and attaches the original submission. */
function makeInert(mail: EncodedMail, { facts, sent }: Pick<Delivered, 'facts' | 'sent'>): void {
  const { files = [], senderName } = mail;
  mail.subject = firstCodePoints(inertText(mail.subject), LIMITS.subjectCodePoints);
  if (senderName !== undefined) mail.senderName = inertText(senderName);
  const renamed = files.map((file) => ({ ...file, name: inertFileName(file.name) }));
  mail.files = [...renamed, attachOriginal({ fields: sent ?? facts, shown: facts }, files)];
}

/** Composes the mails of submissions. */
export class SubmissionMails {
  readonly #letterhead: Letterhead;
  readonly #senderNames: SenderNames;
  /** By the links of a form's mails, which stay the same object while the form does. */
  readonly #words = new WeakMap<FormLinks, FormWords>();

  constructor(letterhead: Letterhead) {
    this.#letterhead = letterhead;
    this.#senderNames = new SenderNames(letterhead);
  }

  compose(delivered: Delivered, reader: Reader): EncodedMail {
    const { id, at, route, submission, facts, sent, receipt, outbox } = delivered;
    const { replyTo, suspicions, test, fields, files } = submission;
    const { isInert } = outbox;
    const { isCopy, links } = reader;
    const language = mailLanguageOf(route);
    const reference = referenceOf(id);
    const visitor = visitorNameOf(fields);
    const senderName = this.#senderNames.of(route, fields, visitor);
    const cameBack = route.bounced && explainReturn(route.bounced, language, at);
    const look = {
      language,
      message: test ? (submission.isOwnTest ? 'ownTest' : 'test') : 'real',
      replies: replyTo === undefined ? (submission.noReply ?? 'nobody') : 'visitor',
      isMarked: suspicions !== undefined,
      hasSite: Boolean(links.onlyFrom),
      byAgent: submission.byAgent === true,
      cameBack: !isCopy && cameBack !== undefined,
      isCopy,
    } as const;
    const own = {
      facts: showCommonNames(isInert ? inertFacts(facts) : facts, language),
      reference,
      at,
      mark: suspicions && {
        reason: explainMark(wordsOf(language), suspicions),
        notSpam: reader.notSpam ?? '',
      },
      cameBack,
    };
    let words = isInert ? undefined : this.#words.get(links);
    if (!words) {
      words = this.#wordsOf(delivered, reader);
      if (!isInert) this.#words.set(links, words);
    }
    const mail: EncodedMail = {
      to: isCopy ? reader.address : route.address,
      subject: mailSubjectOf(route, submission, visitor),
      encoded: writeSubmission(look, words, own),
      unsubscribe: unsubscribeOf(reader, route, look.isMarked),
      receipt,
      deliveryId: id,
      reference,
      isMessage: true,
    };
    if (senderName !== undefined) mail.senderName = senderName;
    if (replyTo) mail.replyTo = replyTo;
    if (files) mail.files = files;
    if (submission.attachJson) {
      mail.attachment = {
        filename: 'submission.json',
        contentType: 'application/json',
        content: writeJson(submission),
      };
    }
    if (isInert) makeInert(mail, { facts, sent });
    else if (sent) mail.fields = writeSent(sent, facts);
    return mail;
  }

  #wordsOf({ route, submission, outbox }: Delivered, { isCopy, links }: Reader): FormWords {
    const { operator, inboxLink } = this.#letterhead;
    const { spam = '', onlyFrom = '' }: Partial<SubmissionLinks> = isCopy ? {} : links;
    const { site } = submission;
    const name = titleOf(route);
    return encodeWords({
      name: outbox.isInert ? inertText(name) : name,
      operator,
      site: site !== undefined && onlyFrom !== '' ? breakLinks(new URL(site).host) : '',
      stop: links.stop,
      inbox: inboxLink(),
      onlyFrom,
      spam,
    });
  }
}
