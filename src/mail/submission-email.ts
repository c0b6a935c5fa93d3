import { formNameOf, referenceOf } from '../contract/names.ts';
import { breakLinks, quotable } from '../platform/text/strangers-words.ts';
import { explainMark } from '../catalogs/catalog.ts';
import type { Replies } from './mail-facts.ts';
import { mailLanguageOf, wordsOf } from '../catalogs/languages.ts';
import { LIMITS } from '../contract/limits.ts';
import { firstCodePoints } from '../platform/text/clean-text.ts';
import { attachOriginal, inertFacts, writeSent, type SentFact } from './as-submitted.ts';
import { showCommonNames } from './common-names.ts';
import type { FormLinks } from './compose-mail.ts';
import { inertFileName, inertText } from './inert-text.ts';
import type { Letterhead } from './letter.ts';
import { writeJson, type MailedSubmission, type MailForm } from './mail-facts.ts';
import type { MailFact } from './quoted-facts.ts';
import { mailSubjectOf, visitorNameOf } from './mail-subject.ts';
import type { EncodedMail } from './mailer.ts';
import type { Outbox } from './outbox.ts';
import { createSenderName } from './sender-name.ts';
import { createSubmissionParts, encodeWords, type EncodedWords } from './submission-parts.ts';

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
  /** "This was not spam", of one that is marked. */
  notSpam?: string | undefined;
  /** Limits the form to the website that it came from, if that is possible. */
  onlyFrom?: string | undefined;
}

/** Who gets the mail: the owner, or an inbox that gets a copy, with the links that end it. */
type Reader =
  { isCopy: false; links: SubmissionLinks } | { isCopy: true; address: string; links: FormLinks };

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

/** The words of a form's mails; without a mark, those with the same links are the same. */
function createFormWords({ operator, inboxLink }: Letterhead) {
  const made = new WeakMap<FormLinks, EncodedWords>();
  return (
    form: MailForm,
    { isCopy, links }: Reader,
    { site, suspicions }: MailedSubmission,
    isInert: boolean,
  ) => {
    const known = suspicions ? undefined : made.get(links);
    if (known) return known;
    const {
      spam = '',
      notSpam = '',
      onlyFrom = '',
    }: Partial<SubmissionLinks> = isCopy ? {} : links;
    const words = encodeWords({
      name: isInert ? inertText(titleOf(form)) : titleOf(form),
      marked: suspicions ? explainMark(wordsOf(mailLanguageOf(form)), suspicions) : '',
      operator,
      stopLink: links.stop,
      inboxLink: inboxLink(),
      site: site !== undefined && onlyFrom !== '' ? breakLinks(new URL(site).host) : '',
      onlyLink: onlyFrom,
      spamLink: spam,
      notSpamLink: notSpam,
    });
    if (!suspicions) made.set(links, words);
    return words;
  };
}

/** Makes addresses in the rest of a mail inert text, and attaches the original submission. */
function makeInert(mail: EncodedMail, { facts, sent }: Pick<Delivered, 'facts' | 'sent'>): void {
  const { files = [], senderName } = mail;
  mail.subject = firstCodePoints(inertText(mail.subject), LIMITS.subjectCodePoints);
  if (senderName !== undefined) mail.senderName = inertText(senderName);
  const renamed = files.map((file) => ({ ...file, name: inertFileName(file.name) }));
  mail.files = [...renamed, attachOriginal({ fields: sent ?? facts, shown: facts }, files)];
}

/** Composes the mail of one submission. */
type ComposeSubmissionEmail = (delivered: Delivered, reader: Reader) => EncodedMail;

export function createComposeSubmissionEmail(letterhead: Letterhead): ComposeSubmissionEmail {
  const writeParts = createSubmissionParts();
  const senderNameOf = createSenderName(letterhead);
  const formWords = createFormWords(letterhead);

  return ({ id, at, route, submission, facts, sent, receipt, outbox }, reader) => {
    const { isInert } = outbox;
    const { replyTo, suspicions, test, fields, files } = submission;
    const { isCopy } = reader;
    const reference = referenceOf(id);
    const replies: Replies = replyTo === undefined ? (submission.noReply ?? 'nobody') : 'visitor';
    const kind = {
      language: mailLanguageOf(route),
      isTest: test !== undefined,
      isOwnTest: submission.isOwnTest === true,
      isMarked: suspicions !== undefined,
      replies,
      hasSite: !isCopy && Boolean(reader.links.onlyFrom),
      byAgent: submission.byAgent === true,
      isCopy,
    };
    const visitor = visitorNameOf(fields);
    const senderName = senderNameOf(route, fields, visitor);
    const mail: EncodedMail = {
      to: isCopy ? reader.address : route.address,
      subject: mailSubjectOf(route, submission, visitor),
      encoded: writeParts(
        kind,
        formWords(route, reader, submission, isInert),
        showCommonNames(isInert ? inertFacts(facts) : facts),
        { reference, at },
      ),
      unsubscribe: unsubscribeOf(reader, route, suspicions !== undefined),
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
  };
}
