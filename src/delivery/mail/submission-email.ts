import {
  htmlOf1_0,
  quoteFactsHtml,
  quoteFactsText,
  renderMailHtml,
  renderMailText,
  type MailFact,
  type MailLink,
} from './mail-layout.ts';
import type { OutgoingMail } from './mailer.ts';
import type { Route } from '../../domain/routes/route.ts';
import type { Delivery } from '../../domain/submissions/delivery.ts';
import { fieldsToObject } from '../../domain/submissions/fields.ts';
import { mailSubjectOf } from '../../domain/submissions/mail-content.ts';
import { quotable, quote } from '../../platform/text/strangers-words.ts';
import { SUSPICIONS, type Suspicion } from '../../domain/submissions/suspicion.ts';

function explainMark(suspicions: readonly Suspicion[]): string {
  const reasons = suspicions.map((reason) => SUSPICIONS[reason]).join(', and ');
  return `It is marked as suspicious because ${reasons}. It may be genuine all the same.`;
}

/** How the mails of submissions name their sender and their way out. */
export interface Letterhead {
  /** Who runs the service. */
  operator: string;
  /** The link "Stop this form" in the text of a mail. */
  stopLink: (route: Route) => string;
  /** The one for the mail program's own button. */
  unsubscribeLink: (route: Route) => string;
}

interface SubmissionHtml {
  title: string;
  facts: readonly MailFact[];
  footer: readonly string[];
  links: readonly MailLink[];
}

const renderHtml = ({ facts, ...words }: SubmissionHtml): string =>
  renderMailHtml({ language: 'en', content: quoteFactsHtml(facts), ...words, detectable: true });

const titleOf = (isTest: boolean, alias: string) =>
  `${isTest ? 'Test' : 'New'} submission: ${alias}`;

/**
 * Every HTML part that a mail of this release, or of 1.0, can have with such a text part, which calls
 * the form `alias`.
 */
export function possibleHtml(alias: string, words: Omit<SubmissionHtml, 'title'>): string[] {
  const current = [false, true].map((isTest) =>
    renderHtml({ title: titleOf(isTest, alias), ...words }),
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
  const title = titleOf(submission.test !== undefined, quotable(route.alias));
  const when = new Date(at).toISOString().replace('T', ' ').slice(0, 16);
  const reply = replyTo
    ? `Your reply goes to ${replyTo}. This address was typed into the form; nobody has checked it.`
    : 'The form gave no address to reply to.';
  const footer = [
    ...(suspicions ? [explainMark(suspicions)] : []),
    reply,
    `Submitted on ${when} UTC through the form ${quote(route.alias)} (${route.formId}).`,
    `Delivery ${id}, signed in the header field Letterslot-Receipt of this mail.`,
    `Sent by ${operator} because this inbox confirmed the form. The submission is not stored.`,
  ];
  const links = [{ label: 'Stop this form', url: stopLink(route) }];
  return {
    to: route.address,
    subject: mailSubjectOf(route, submission),
    text: renderMailText(quoteFactsText(facts), footer, links),
    html: renderHtml({ title, facts, footer, links }),
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
