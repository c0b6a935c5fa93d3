import { inert } from '../platform/text/strangers-words.ts';
import { fill, type Words } from '../catalogs/catalog.ts';
import {
  button,
  closingLink,
  facts,
  paragraph,
  renderMail,
  type MailBlock,
  type MailLink,
} from './mail-layout.ts';
import type { MailFact } from './quoted-facts.ts';
import type { Disclosure } from './mail-facts.ts';
import type { OwnNames } from './sender-name.ts';

/** The operator and links that all mails name. */
export interface Letterhead extends OwnNames {
  operator: string;
  /** How to reach the operator: a mail address or an https URL. */
  contact: string | undefined;
  /** The page where owners see and change all of their forms. */
  inboxLink: () => string;
}

export interface Letter {
  subject: string;
  /** The heading of the HTML part, if it is not the subject. */
  title?: string;
  body: readonly MailBlock[];
  /** Why the reader gets it: a clause for the words of `sentBy`. */
  why: string;
  /** Follows who sent it and why. */
  notes?: readonly string[];
  /** Its button leads to the page with the forms of the inbox, so that the small print need not. */
  leadsToInbox?: boolean;
  /** Mails of an active form have its stop links; those of a form that is only requested do not. */
  form: 'asked' | 'active' | 'stopped';
}

/** Both parts of a letter, in the frame that all mails have. */
export function renderLetter(
  { subject, title = subject, body, why, notes = [] }: Letter,
  words: Words,
  operator: string,
  { formId, links = [] }: { formId?: string | undefined; links?: readonly MailLink[] } = {},
) {
  const { sentBy, sentByForm, label } = words.mails;
  const sender =
    formId === undefined
      ? fill(sentBy, { operator, why })
      : fill(sentByForm, { operator, why, formId });
  const footer = [sender, ...notes] as const;
  const frame = { language: words.tag, heading: operator, title, body, footer, links };
  return renderMail(frame, label);
}

/** A form as letters name it. */
export interface Form {
  /** Inert, unless the inbox has agreed to the form. */
  name: string;
  /** True if the inbox has agreed. */
  isOwn: boolean;
  address: string;
}

export const nameOf = ({ name, isOwn }: Form, { facts: { form, name: chosen }, quote }: Words) => ({
  label: isOwn ? form : chosen,
  value: fill(quote, { text: name }),
});

/** Characters of a path that name a place; more could be a message to the reader. */
const MOST_PATH = 16;

/** A requester's URL for mails: the host, and a path that is too short to contain words. */
export function shortUrl(text: string): string {
  const { origin } = new URL(text);
  const rest = text.slice(origin.length);
  return origin + (rest.length <= MOST_PATH ? rest : '/…');
}

/**
 * Where submissions go besides the inbox. A webhook's URL is shown as it is (contract, create rule
 * 6). Others are inert until the reader agrees; the page behind the button shows them whole.
 */
export const factsOf = (disclosed: readonly Disclosure[], words: Words): MailFact[] =>
  disclosed.map(({ channel, insteadOfMail, place, address }) => ({
    label: words.facts.elsewhere[channel][insteadOfMail ? 'instead' : 'also'],
    value:
      channel === 'webhook' ? address : inert(URL.canParse(address) ? shortUrl(address) : place),
  }));

/** The content of a mail: its facts, its form, and the one link that the reader may follow. */
const ask = (
  { mails: { label } }: Words,
  texts: readonly string[],
  about: readonly MailFact[],
  link: MailLink,
): MailBlock[] => [
  ...texts.map((text) => paragraph(text)),
  facts(about, label),
  button(link, fill(label, { text: link.label })),
];

/** A sentence about the operator, and where to reach them. */
export function sayContact(text: string, contact: string | undefined): MailBlock {
  if (contact === undefined) return paragraph(text);
  const url = contact.includes('://') ? contact : `mailto:${contact}`;
  return closingLink(text, { label: contact, url });
}

export type WriteLetter<Facts> = (
  about: Facts,
  words: Words,
  form: Form,
  letterhead: Letterhead,
) => Letter;

type Kinds = Words['mails'];

/** The kinds of mail whose words are one text and at most one button. */
type PlainKind = {
  [Kind in keyof Kinds]: Kinds[Kind] extends { subject: string; explanation: string; why: string }
    ? Kind
    : never;
}[keyof Kinds];

/** Further parts of a plain letter: other texts than its explanation, and more facts. */
interface Said {
  texts?: readonly string[];
  about?: readonly MailFact[];
}

/** A letter with its form, facts and one button: to `link`, else to the inbox's page of forms. */
export function plainLetter<Facts extends { link?: string } = { link: string }>(
  kind: PlainKind,
  form: Letter['form'],
  say: (about: Facts, words: Words) => Said = () => ({}),
): WriteLetter<Facts> {
  return (given, words, named, { inboxLink }) => {
    const { mails } = words;
    const letter: Omit<Letter, 'body' | 'form'> & { explanation: string; button?: string } =
      mails[kind];
    const { texts = [letter.explanation], about = [] } = say(given, words);
    const link =
      given.link === undefined
        ? { label: mails.inboxPage, url: inboxLink() }
        : { label: letter.button ?? mails.inboxPage, url: given.link };
    const body = ask(words, texts, [nameOf(named, words), ...about], link);
    return { ...letter, body, form, leadsToInbox: given.link === undefined };
  };
}

/** Offers something to an inbox, which can say that it wants no such mails. */
export const offerLetter =
  (kind: 'copy_ask' | 'hand_over_offer'): WriteLetter<{ link: string }> =>
  ({ link }, words, form, { operator }) => {
    const letter = words.mails[kind];
    const about = [nameOf(form, words), { label: words.facts.inbox, value: form.address }];
    const body = [
      ...ask(words, [letter.explanation], about, { label: letter.button, url: link }),
      paragraph(letter.lifetime),
      closingLink(letter.ignore, { label: letter.refuse, url: link }),
    ];
    return { ...letter, subject: fill(letter.subject, { operator }), body, form: 'asked' };
  };
