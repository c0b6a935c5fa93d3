import { escapeHtml, SafeHtml } from '../../platform/text/html.ts';
import { quote } from '../../platform/text/strangers-words.ts';
import { wordsOf } from '../../words/languages.ts';
import {
  htmlOf1_0,
  quoteFactsText,
  quoteHtml,
  renderFactsHtml,
  renderLines,
  renderMail,
  renderMailHtml,
  type MailFact,
  type MailLink,
} from './mail-layout.ts';
import type { EncodedMail } from './mailer.ts';
import { PartTemplate } from './part-template.ts';
import { encodeQuotedPrintable, type QuotedPrintable } from './quoted-printable.ts';

/** The language of the words around a submission. */
const LANGUAGE = 'en';

const titleOf = (isTest: boolean, name: string) => `${isTest ? 'Test' : 'New'} submission: ${name}`;

/** The content of the text part of a submission's mail. */
interface SubmissionText {
  facts: readonly MailFact[];
  footer: readonly string[];
  links: readonly MailLink[];
}

/**
 * Every HTML part that a mail of this release or of 1.0 can have with this text part, in which the
 * form is called `name`.
 */
export function possibleHtml(name: string, { facts, ...words }: SubmissionText): string[] {
  const current = [false, true].map((isTest) =>
    renderMailHtml(
      { language: LANGUAGE, title: titleOf(isTest, name), ...words, detectable: true },
      quoteHtml(renderFactsHtml(facts)),
    ),
  );
  return [...current, ...current.map(htmlOf1_0)];
}

/** What differs between the mails of submissions, apart from their fields. */
interface SubmissionWords {
  /** How the form is called, fit to be quoted. */
  name: string;
  formId: string;
  /** Why it is marked as suspicious; empty if it is not. */
  marked: string;
  /** Where a reply goes. */
  reply: string;
  /** When it was accepted. */
  when: string;
  /** The delivery id. */
  id: string;
  operator: string;
  stopLink: string;
}

type Blank = keyof SubmissionWords | 'facts';

const BLANKS: readonly Blank[] = [
  'name',
  'formId',
  'marked',
  'reply',
  'when',
  'id',
  'operator',
  'stopLink',
  'facts',
];

/** Mails of a kind have the same lines around their blanks. */
interface Kind {
  isTest: boolean;
  isMarked: boolean;
}

/** Both parts, with marks where mails differ; a mark holds nothing that HTML would escape. */
function layOut({ isTest, isMarked }: Kind, marks: Readonly<Record<Blank, string>>) {
  const { name, formId, marked, reply, when, id, operator, stopLink, facts } = marks;
  const { mails } = wordsOf(LANGUAGE);
  return renderMail({
    language: LANGUAGE,
    title: titleOf(isTest, name),
    body: [{ text: facts, html: quoteHtml(new SafeHtml(facts)) }],
    footer: [
      ...(isMarked ? [marked] : []),
      reply,
      `Submitted on ${when} UTC through the form ${quote(name)} (${formId}).`,
      `Delivery ${id}, signed in the header field Letterslot-Receipt of this mail.`,
      `${mails.sentBy(operator, 'this inbox confirmed the form')} The submission is not stored.`,
    ] as const,
    links: [{ label: mails.stopForm, url: stopLink }],
    detectable: true,
  });
}

const createTemplates = (kind: Kind) => ({
  text: new PartTemplate(BLANKS, (marks) => layOut(kind, marks).text),
  html: new PartTemplate(BLANKS, (marks) => layOut(kind, marks).html),
});

const encodeHtml = (text: string) => encodeQuotedPrintable(escapeHtml(text));

const encodeLines = (value: string) => encodeQuotedPrintable(renderLines(value).text);

/** The values of the text part's blanks, encoded. */
function encodeEach(words: SubmissionWords, facts: readonly MailFact[]) {
  const { name, formId, marked, reply, when, id, operator, stopLink } = words;
  const encode = encodeQuotedPrintable;
  return {
    name: encode(name),
    formId: encode(formId),
    marked: encode(marked),
    reply: encode(reply),
    when: encode(when),
    id: encode(id),
    operator: encode(operator),
    stopLink: encode(stopLink),
    facts: encode(quoteFactsText(facts)),
  };
}

type WriteParts = (
  kind: Kind,
  words: SubmissionWords,
  facts: readonly MailFact[],
) => EncodedMail['encoded'];

/** Writes the parts of submissions' mails from templates, each of which is made at its first use. */
export function createSubmissionParts(): WriteParts {
  const factTemplate = new PartTemplate(
    ['label', 'value'],
    (marks) => renderFactsHtml([marks]).text,
  );
  const templates = new Map<string, ReturnType<typeof createTemplates>>();

  function templatesOf(kind: Kind) {
    const key = `${kind.isTest} ${kind.isMarked}`;
    let made = templates.get(key);
    if (!made) {
      made = createTemplates(kind);
      templates.set(key, made);
    }
    return made;
  }

  const encodeFact = ({ label, value }: MailFact) =>
    factTemplate.fill((blank) => (blank === 'label' ? encodeHtml(label) : encodeLines(value)));

  return (kind, words, facts) => {
    const { text, html } = templatesOf(kind);
    const inText = encodeEach(words, facts);
    const factsHtml = facts.map(encodeFact).join('\r\n') as QuotedPrintable;
    const inHtml = (blank: Blank) => {
      if (blank === 'facts') return factsHtml;
      const escaped = escapeHtml(words[blank]);
      return escaped === words[blank] ? inText[blank] : encodeQuotedPrintable(escaped);
    };
    return { text: text.fill((blank) => inText[blank]), html: html.fill(inHtml) };
  };
}
