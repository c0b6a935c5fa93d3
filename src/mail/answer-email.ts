import { LIMITS } from '../contract/limits.ts';
import type { FormSettings } from '../contract/form-settings.ts';
import type { EmailAddress } from '../inboxes/email-address.ts';
import { mailLanguageOf, type Route } from '../forms/route.ts';
import { hasUnprovenLink } from '../forms/settings/answer-faults.ts';
import { fillLines, fillTemplate, parseLines, parseTemplate } from '../forms/settings/template.ts';
import { toSingleLine } from '../platform/text/clean-text.ts';
import { html } from '../platform/text/html.ts';
import { breakLinks, inert } from '../platform/text/strangers-words.ts';
import { wordsOf } from '../catalogs/languages.ts';
import { renderLetter } from './compose-mail.ts';
import { renderLines, type MailBlock } from './mail-layout.ts';
import { STYLES } from './mail-styles.ts';
import type { OutgoingMail } from './mailer.ts';
import { imitatesNotice } from './notice-subjects.ts';
import { createAnswerName, type OwnNames } from './sender-name.ts';

/** An automatic answer: no word of the submission is in reach here. */
interface Answer {
  route: Route;
  answer: NonNullable<FormSettings['auto_reply']>;
  to: EmailAddress;
  stopLink: string;
}

/** A paragraph of the owner's text, which may have several lines. */
const toBlock = (text: string): MailBlock => ({
  text,
  html: html`<p dir="auto" style="${STYLES.paragraph}">${renderLines(text)}</p>`,
});

/** Both texts with the name of the form, in which nothing becomes a link for a stranger. */
function fill({ subject, text }: Answer['answer'], form: string) {
  const [ofSubject, ofText] = [parseTemplate(subject), parseLines(text)];
  return {
    subject: 'pieces' in ofSubject ? fillTemplate(ofSubject, () => form) : '',
    text: 'pieces' in ofText ? fillLines(ofText, () => form) : '',
  };
}

interface Parts extends OwnNames {
  /** AUTO_REPLY_HOSTS. */
  replyHosts: readonly string[];
}

/** Composes automatic answers: what the owner has confirmed, who sent it and why, and the way out. */
export function createComposeAnswer(names: Parts): (answer: Answer) => OutgoingMail {
  const nameOf = createAnswerName(names);
  /** A text that was accepted when the operator listed other hosts has no link. */
  const linkless = (text: string) =>
    hasUnprovenLink(text, names.replyHosts) ? breakLinks(text) : text;
  return ({ route, answer, to, stopLink }) => {
    const words = wordsOf(mailLanguageOf(route));
    const { answer: own } = words.mails;
    // With words around it, no sign at its ends makes a domain or an address of them.
    const form = inert(route.alias.replace(/^[.:@/]+|(?<![.:@/])[.:@/]+$/g, ''));
    const { subject: ofSubject, text } = answer;
    const filled = fill({ subject: linkless(ofSubject), text: linkless(text) }, form);
    const isFit = filled.subject !== '' && !imitatesNotice(filled.subject);
    const subject = isFit
      ? filled.subject
      : toSingleLine(own.subject(words.quote(form)), LIMITS.subjectCodePoints);
    const letter = {
      subject,
      body: filled.text.split(/\n{2,}/).map(toBlock),
      why: own.why(words.quote(form)),
      notes: [own.replies],
      form: 'asked',
    } as const;
    const links = [{ label: own.stop, url: stopLink }];
    const senderName = nameOf(route);
    return {
      to,
      ...(senderName !== undefined && { senderName }),
      subject,
      language: words.tag,
      isAnswer: true,
      unsubscribe: stopLink,
      ...renderLetter(letter, words, names.operator, { formId: route.formId, links }),
    };
  };
}
