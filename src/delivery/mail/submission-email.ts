import { wordsOf } from '../../words/languages.ts';
import type { Letterhead } from './compose-mail.ts';
import {
  htmlOf1_0,
  quotedFacts,
  quoteFactsHtml,
  renderMail,
  renderMailHtml,
  type MailFact,
  type MailLink,
} from './mail-layout.ts';
import type { OutgoingMail } from './mailer.ts';
import type { Delivery } from '../../domain/submissions/delivery.ts';
import { fieldsToObject } from '../../domain/submissions/fields.ts';
import { mailSubjectOf } from '../../domain/submissions/mail-content.ts';
import { quotable, quote } from '../../platform/text/strangers-words.ts';
import { SUSPICIONS, type Suspicion } from '../../domain/submissions/suspicion.ts';

function explainMark(suspicions: readonly Suspicion[]): string {
  const reasons = suspicions.map((reason) => SUSPICIONS[reason]).join(', and ');
  return `It is marked as suspicious because ${reasons}. It may be genuine all the same.`;
}

/** The language of the words around a submission. */
const LANGUAGE = 'en';

/** The content of the text part of a submission's mail. */
interface SubmissionWords {
  facts: readonly MailFact[];
  footer: readonly string[];
  links: readonly MailLink[];
}

const titleOf = (isTest: boolean, alias: string) =>
  `${isTest ? 'Test' : 'New'} submission: ${alias}`;

/**
 * Every HTML part that a mail of this release or of 1.0 can have with this text part, in which the
 * form is called `alias`.
 */
export function possibleHtml(alias: string, { facts, ...words }: SubmissionWords): string[] {
  const current = [false, true].map((isTest) =>
    renderMailHtml(
      { language: LANGUAGE, title: titleOf(isTest, alias), ...words, detectable: true },
      quoteFactsHtml(facts),
    ),
  );
  return [...current, ...current.map(htmlOf1_0)];
}

/** The mail of one submission. */
export function composeSubmissionEmail(
  delivery: Delivery,
  { operator, stopLink, unsubscribeLink }: Letterhead,
): OutgoingMail {
  const { id, at, route, submission, facts, receipt } = delivery;
  const { replyTo, suspicions } = submission;
  const { mails } = wordsOf(LANGUAGE);
  const when = new Date(at).toISOString().replace('T', ' ').slice(0, 16);
  const reply = replyTo
    ? `Your reply goes to ${replyTo}. This address was typed into the form; nobody has checked it.`
    : 'The form gave no address to reply to.';
  const footer = [
    ...(suspicions ? [explainMark(suspicions)] : []),
    reply,
    `Submitted on ${when} UTC through the form ${quote(route.alias)} (${route.formId}).`,
    `Delivery ${id}, signed in the header field Letterslot-Receipt of this mail.`,
    `${mails.sentBy(operator, 'this inbox confirmed the form')} The submission is not stored.`,
  ] as const;
  return {
    to: route.address,
    subject: mailSubjectOf(route, submission),
    ...renderMail({
      language: LANGUAGE,
      title: titleOf(submission.test !== undefined, quotable(route.alias)),
      body: [quotedFacts(facts)],
      footer,
      links: [{ label: mails.stopForm, url: stopLink(route) }],
      detectable: true,
    }),
    unsubscribe: unsubscribeLink(route),
    receipt,
    ...(replyTo && { replyTo }),
    ...(submission.attachJson && {
      attachment: {
        filename: 'submission.json',
        contentType: 'application/json',
        content: JSON.stringify(fieldsToObject(submission.fields), undefined, 2),
      },
    }),
  };
}
