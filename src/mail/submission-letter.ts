import { describeMinute, fill } from '../catalogs/catalog.ts';
import { wordsOf, type Language } from '../catalogs/languages.ts';
import { escapeHtml, SafeHtml } from '../platform/text/html.ts';
import type { Replies } from './mail-facts.ts';
import { quoteHtml, renderFactsHtml, renderLines, renderMail, warning } from './mail-layout.ts';
import type { EncodedMail } from './mailer.ts';
import { quoteFactsText, type MailFact } from './quoted-facts.ts';
import { encodeQuotedPrintable, type QuotedPrintable, PartTemplate } from './quoted-printable.ts';

/** Mails of submissions with the same look have the same lines around their blanks. */
export interface Look {
  language: Language;
  /** Nobody can report an own test as spam. */
  message: 'real' | 'test' | 'ownTest';
  /** Whom a reply reaches, or why nobody. */
  replies: Replies;
  isMarked: boolean;
  /** It says from which website it came, with the link. */
  hasSite: boolean;
  /** It says that an agent filled it in. */
  byAgent: boolean;
  /** It says that earlier mails came back. */
  cameBack: boolean;
  /** Its reader gets a copy: they do not decide about the form. */
  isCopy: boolean;
}

/** The words of a form: how it is called, who runs the service, its website and its links. */
const OF_FORM = ['name', 'operator', 'site', 'stop', 'inbox', 'onlyFrom', 'spam'] as const;

/** The words of one mail; some have no `marked`, `notSpam` or `cameBack`. */
const OF_MAIL = ['time', 'marked', 'facts', 'reference', 'notSpam', 'cameBack'] as const;

const BLANKS = [...OF_FORM, ...OF_MAIL];

type FormWord = (typeof OF_FORM)[number];
type Blank = (typeof BLANKS)[number];
type Marks = Readonly<Record<Blank, string>>;

/** Who sent the mail and why, and where a reply goes: the first line of the small print. */
function explainMail({ language, replies, isCopy }: Look, { operator, name }: Marks): string {
  const { quote, mails } = wordsOf(language);
  const { why, whyCopy, replies: reached } = mails.submission;
  const because = fill(isCopy ? whyCopy : why, { form: fill(quote, { text: name }) });
  const sentBy = fill(mails.sentBy, { operator, why: because });
  // Chinese has no space between sentences.
  return sentBy.endsWith('。') ? sentBy + reached[replies] : `${sentBy} ${reached[replies]}`;
}

/** Both parts, with marks in place of what differs; a mark holds nothing that HTML would escape. */
function layOut(look: Look, marks: Marks) {
  const { message, isMarked, hasSite, isCopy } = look;
  const words = wordsOf(look.language);
  const { stopForm, inboxPage, label, submission } = words.mails;
  const quoted = { text: marks.facts, html: quoteHtml(new SafeHtml(marks.facts)) };
  const isReportable = message !== 'ownTest';
  const frame = {
    language: words.tag,
    heading: submission.heading[message === 'real' ? 'real' : 'test'],
    title: marks.name,
    origin: hasSite ? `${marks.site} · ${marks.time}` : marks.time,
    body: isMarked ? [warning(marks.marked), quoted] : [quoted],
    footer: [
      explainMail(look, marks),
      ...(look.byAgent ? [submission.byAgent] : []),
      ...(look.cameBack ? [marks.cameBack] : []),
      fill(words.reference, { reference: marks.reference }),
    ] as const,
    links: isCopy
      ? [{ label: submission.stopCopy, url: marks.stop }]
      : [
          ...(hasSite ? [{ label: submission.onlyFrom, url: marks.onlyFrom }] : []),
          ...(isReportable ? [{ label: submission.wasSpam, url: marks.spam }] : []),
          ...(isReportable && isMarked ? [{ label: submission.notSpam, url: marks.notSpam }] : []),
          { label: stopForm, url: marks.stop },
          { label: inboxPage, url: marks.inbox },
        ],
    detectable: true,
  };
  return renderMail(frame, label);
}

const encodeHtml = (text: string) => encodeQuotedPrintable(escapeHtml(text));

type Encoded = Readonly<Record<FormWord, QuotedPrintable>>;

/** The words of a form as each part has them; all of its mails can share them. */
export function encodeWords(words: Readonly<Record<FormWord, string>>) {
  const encodeBy = (write: (text: string) => QuotedPrintable) =>
    Object.fromEntries(OF_FORM.map((word) => [word, write(words[word])])) as Encoded;
  return { text: encodeBy(encodeQuotedPrintable), html: encodeBy(encodeHtml) };
}

export type FormWords = ReturnType<typeof encodeWords>;

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

const FACT = new PartTemplate(['label', 'value'], (marks) => renderFactsHtml([marks]).text);

const encodeFact = ({ label, value }: MailFact) =>
  FACT.write({
    label: encodeHtml(label),
    value: encodeQuotedPrintable(renderLines(value).text),
  });

/** By look, each laid out at its first use. */
const templates = new Map<string, Record<'text' | 'html', PartTemplate<Blank>>>();

function templatesOf(look: Look) {
  const { language, message, replies, isMarked, hasSite, byAgent, cameBack, isCopy } = look;
  const key = `${language} ${message} ${replies} ${isMarked} ${hasSite} ${byAgent} ${cameBack} ${isCopy}`;
  let made = templates.get(key);
  if (!made) {
    made = {
      text: new PartTemplate(BLANKS, (marks) => layOut(look, marks).text),
      html: new PartTemplate(BLANKS, (marks) => layOut(look, marks).html),
    };
    templates.set(key, made);
  }
  return made;
}

/** What a mail has that no other mail of its form has. */
interface OwnWords {
  facts: readonly MailFact[];
  reference: string;
  /** When it came; milliseconds since the epoch. */
  at: number;
  /** Why it is marked, and the link that says it was no spam. */
  mark: { reason: string; notSpam: string } | undefined;
  /** Says when earlier mails came back. */
  cameBack: string | undefined;
}

/** Both parts of a submission's mail. */
export function writeSubmission(
  look: Look,
  words: FormWords,
  { facts, reference: written, at, mark, cameBack }: OwnWords,
): EncodedMail['encoded'] {
  const { text, html } = templatesOf(look);
  const reference = written as QuotedPrintable;
  const time = encodeTime(look.language, at);
  const inText = {
    facts: encodeQuotedPrintable(quoteFactsText(facts)),
    reference,
    time,
    marked: mark && encodeQuotedPrintable(mark.reason),
    notSpam: mark && encodeQuotedPrintable(mark.notSpam),
    cameBack: cameBack === undefined ? undefined : encodeQuotedPrintable(cameBack),
  };
  const inHtml = {
    facts: facts.map(encodeFact).join('\r\n') as QuotedPrintable,
    reference,
    time,
    marked: mark && encodeHtml(mark.reason),
    notSpam: mark && encodeHtml(mark.notSpam),
    cameBack: cameBack === undefined ? undefined : encodeHtml(cameBack),
  };
  return { text: text.write(inText, words.text), html: html.write(inHtml, words.html) };
}
