import { escapeHtml, SafeHtml } from '../platform/text/html.ts';
import { describeMinute, fill } from '../catalogs/catalog.ts';
import { wordsOf, type Language } from '../catalogs/languages.ts';
import { quoteHtml, renderFactsHtml, renderLines, renderMail, warning } from './mail-layout.ts';
import { quoteFactsText, type MailFact } from './quoted-facts.ts';
import type { Replies } from './mail-facts.ts';
import type { EncodedMail } from './mailer.ts';
import { encodeQuotedPrintable, type QuotedPrintable, PartTemplate } from './quoted-printable.ts';

/** The words that differ between the mails of submissions, apart from their fields. */
interface SubmissionWords {
  /** How the form is called, fit to be quoted. */
  name: string;
  /** Why it is marked as suspicious; empty if it is not. */
  marked: string;
  operator: string;
  stopLink: string;
  inboxLink: string;
  /** The submission's website, and the link that limits the form to it; or empty. */
  site: string;
  onlyLink: string;
  spamLink: string;
  /** Of a marked submission; else empty. */
  notSpamLink: string;
}

type Word = keyof SubmissionWords;

const WORDS: readonly Word[] = [
  'name',
  'marked',
  'operator',
  'stopLink',
  'inboxLink',
  'site',
  'onlyLink',
  'spamLink',
  'notSpamLink',
];

type Blank = Word | 'facts' | 'reference' | 'time';

const BLANKS: readonly Blank[] = [...WORDS, 'facts', 'reference', 'time'];

/** Who sent the mail and why, and where a reply goes: the first line of the small print. */
function explainMail(
  language: Language,
  operator: string,
  name: string,
  { replies: reached, isCopy }: Pick<Kind, 'replies' | 'isCopy'>,
) {
  const { quote, mails } = wordsOf(language);
  const { why, whyCopy, replies } = mails.submission;
  const reply = replies[reached];
  const form = fill(quote, { text: name });
  const because = fill(isCopy ? whyCopy : why, { form });
  const sentBy = fill(mails.sentBy, { operator, why: because });
  // Chinese has no space between sentences.
  return sentBy.endsWith('。') ? sentBy + reply : `${sentBy} ${reply}`;
}

/** Mails of a kind have the same lines around their blanks. */
interface Kind {
  language: Language;
  isTest: boolean;
  /** A test that nobody could report as spam. */
  isOwnTest: boolean;
  isMarked: boolean;
  /** Whom a reply reaches, or why nobody. */
  replies: Replies;
  /** True if it says from which website it came, with the link. */
  hasSite: boolean;
  /** True if it says that an agent filled it in. */
  byAgent: boolean;
  /** True if its reader gets a copy: they do not decide about the form. */
  isCopy: boolean;
}

/** Both parts, with marks in place of what differs; a mark holds nothing that HTML would escape. */
function layOut({ language, ...kind }: Kind, marks: Readonly<Record<Blank, string>>) {
  const { name, marked, operator, site, facts, reference, time } = marks;
  const words = wordsOf(language);
  const { stopForm, inboxPage, label, submission } = words.mails;
  const { hasSite, isOwnTest, isMarked, isCopy } = kind;
  const { wasSpam, notSpam } = submission;
  const quoted = { text: facts, html: quoteHtml(new SafeHtml(facts)) };
  const frame = {
    language: words.tag,
    heading: kind.isTest ? submission.heading.test : submission.heading.real,
    title: name,
    origin: hasSite ? `${site} · ${time}` : time,
    body: isMarked ? [warning(marked), quoted] : [quoted],
    footer: [
      explainMail(language, operator, name, kind),
      ...(kind.byAgent ? [submission.byAgent] : []),
      fill(words.reference, { reference }),
    ] as const,
    links: isCopy
      ? [{ label: submission.stopCopy, url: marks.stopLink }]
      : [
          ...(hasSite ? [{ label: submission.onlyFrom, url: marks.onlyLink }] : []),
          ...(isOwnTest ? [] : [{ label: wasSpam, url: marks.spamLink }]),
          ...(isMarked && !isOwnTest ? [{ label: notSpam, url: marks.notSpamLink }] : []),
          { label: stopForm, url: marks.stopLink },
          { label: inboxPage, url: marks.inboxLink },
        ],
    detectable: true,
  };
  return renderMail(frame, label);
}

const bit = (is: boolean, value: number) => (is ? value : 0);

const createTemplates = (kind: Kind) => ({
  text: new PartTemplate(BLANKS, (marks) => layOut(kind, marks).text),
  html: new PartTemplate(BLANKS, (marks) => layOut(kind, marks).html),
});

const encodeHtml = (text: string) => encodeQuotedPrintable(escapeHtml(text));

const encodeLines = (value: string) => encodeQuotedPrintable(renderLines(value).text);

/** The minute that each language wrote last: most mails of a busy service share it. */
const lately = new Map<Language, { minute: number; text: QuotedPrintable }>();

function encodeTime(language: Language, at: number): QuotedPrintable {
  const minute = Math.floor(at / 60_000);
  let written = lately.get(language);
  if (written?.minute !== minute) {
    const time = describeMinute(wordsOf(language).tag, new Date(at));
    written = { minute, text: encodeQuotedPrintable(time) };
    lately.set(language, written);
  }
  return written.text;
}

type Encoded = Readonly<Record<Word, QuotedPrintable>>;

/** The words as each of the parts has them; several mails can share them. */
export function encodeWords(words: SubmissionWords): { text: Encoded; html: Encoded } {
  const encodeBy = (write: (text: string) => QuotedPrintable) =>
    Object.fromEntries(WORDS.map((word) => [word, write(words[word])])) as Encoded;
  return { text: encodeBy(encodeQuotedPrintable), html: encodeBy(encodeHtml) };
}

export type EncodedWords = ReturnType<typeof encodeWords>;

type WriteParts = (
  kind: Kind,
  words: EncodedWords,
  facts: readonly MailFact[],
  delivery: { reference: string; at: number },
) => EncodedMail['encoded'];

/** Writes the parts of submissions' mails from templates, each parsed at its first use. */
export function createSubmissionParts(): WriteParts {
  const factTemplate = new PartTemplate(
    ['label', 'value'],
    (marks) => renderFactsHtml([marks]).text,
  );
  const templates = new Map<string, ReturnType<typeof createTemplates>>();

  function templatesOf(kind: Kind) {
    const { language, isTest, isOwnTest, isMarked, replies, hasSite, isCopy, byAgent } = kind;
    const flags = bit(isTest, 1) | bit(isOwnTest, 2) | bit(isMarked, 4) | bit(byAgent, 64);
    const key = `${language} ${replies} ${flags | bit(hasSite, 16) | bit(isCopy, 32)}`;
    let made = templates.get(key);
    if (!made) {
      made = createTemplates(kind);
      templates.set(key, made);
    }
    return made;
  }

  const encodeFact = ({ label, value }: MailFact) =>
    factTemplate.fill((blank) => (blank === 'label' ? encodeHtml(label) : encodeLines(value)));

  return (kind, words, facts, { reference, at }) => {
    const { text, html } = templatesOf(kind);
    const inText = encodeQuotedPrintable(quoteFactsText(facts));
    const inHtml = facts.map(encodeFact).join('\r\n') as QuotedPrintable;
    const common = { reference: reference as QuotedPrintable, time: encodeTime(kind.language, at) };
    const valueOf = (encoded: Encoded, inPart: QuotedPrintable) => (blank: Blank) => {
      if (blank === 'facts') return inPart;
      return blank === 'reference' || blank === 'time' ? common[blank] : encoded[blank];
    };
    return {
      text: text.fill(valueOf(words.text, inText)),
      html: html.fill(valueOf(words.html, inHtml)),
    };
  };
}
