import { LIMITS } from '../contract/limits.ts';
import type { FormSettings } from '../contract/form-settings.ts';
import { formNameOf } from '../contract/names.ts';
import { toSingleLine } from '../platform/text/clean-text.ts';
import { html } from '../platform/text/html.ts';
import { inert } from '../platform/text/strangers-words.ts';
import { fill } from '../catalogs/catalog.ts';
import { mailLanguageOf, wordsOf } from '../catalogs/languages.ts';
import { renderLetter } from './letter.ts';
import { renderLines, type MailBlock } from './mail-layout.ts';
import { STYLES } from './mail-styles.ts';
import type { OutgoingMail } from './mailer.ts';
import { imitatesNotice } from './look-alikes.ts';
import type { MailForm } from './mail-facts.ts';
import { SenderNames, type OwnNames } from './sender-name.ts';
import { fillLines, fillTemplate, parseLines, parseTemplate } from './template.ts';

/** An automatic reply: no word of the submission is in reach here. */
interface Answer {
  route: MailForm;
  answer: NonNullable<FormSettings['auto_reply']>;
  to: string;
  /** Of the submission that it answers. */
  reference: string;
  stopLink: string;
}

/** A paragraph of the owner's text, which may have several lines. */
const toBlock = (text: string): MailBlock => ({
  text,
  html: html`<p dir="auto" style="${STYLES.paragraph}">${renderLines(text)}</p>`,
});

/** Both texts with the name of the form, in which nothing becomes a link for a stranger. */
function write({ subject, text }: Answer['answer'], form: string) {
  const [ofSubject, ofText] = [parseTemplate(subject), parseLines(text)];
  return {
    subject: 'pieces' in ofSubject ? fillTemplate(ofSubject, () => form) : '',
    text: 'pieces' in ofText ? fillLines(ofText, () => form) : '',
  };
}

/** Composes automatic replies: the confirmed text, the sender and reason, and an opt-out link. */
export class AnswerMails {
  readonly #operator: string;
  readonly #senderNames: SenderNames;

  constructor(names: OwnNames) {
    this.#operator = names.operator;
    this.#senderNames = new SenderNames(names);
  }

  compose({ route, answer, to, reference, stopLink }: Answer): OutgoingMail {
    const words = wordsOf(mailLanguageOf(route));
    const { answer: own } = words.mails;
    // With words around it, no sign at its ends makes a domain or an address of them.
    const form = inert(formNameOf(route).replace(/^[.:@/]+|(?<![.:@/])[.:@/]+$/g, ''));
    const quoted = fill(words.quote, { text: form });
    const written = write(answer, form);
    const isFit = written.subject !== '' && !imitatesNotice(written.subject);
    const subject = isFit
      ? written.subject
      : toSingleLine(fill(own.subject, { form: quoted }), LIMITS.subjectCodePoints);
    const letter = {
      subject,
      body: written.text.split(/\n{2,}/).map(toBlock),
      why: fill(own.why, { form: quoted }),
      notes: [own.replies, fill(words.reference, { reference })],
      form: 'asked',
    } as const;
    const links = [{ label: own.stop, url: stopLink }];
    const senderName = this.#senderNames.toVisitor(route);
    return {
      to,
      ...(senderName !== undefined && { senderName }),
      subject,
      language: words.tag,
      isAnswer: true,
      reference,
      unsubscribe: stopLink,
      ...renderLetter(letter, words, this.#operator, { formId: route.formId, links }),
    };
  }
}
