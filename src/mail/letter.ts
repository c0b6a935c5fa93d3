import { inert } from '../platform/text/strangers-words.ts';
import { fill, type Words } from '../catalogs/catalog.ts';
import {
  button,
  closingLink,
  facts,
  paragraph,
  type MailBlock,
  type MailFact,
  type MailLink,
} from './mail-layout.ts';
import type { Disclosure, MailFacts, MailKind, Operator } from './mail-facts.ts';

export interface Letter {
  subject: string;
  /** The heading of the HTML part, where it is not the subject. */
  title?: string;
  body: readonly MailBlock[];
  /** Why the reader gets it: a clause for the words of `sentBy`. */
  why: string;
  /** Follows who sent it and why. */
  notes?: readonly string[];
  /** Mails of an active form have its stop links; those of a form that is only requested do not. */
  form: 'asked' | 'active' | 'stopped';
}

/** What a letter says of its form. */
export interface Form {
  /** Inert: the inbox may not have agreed to it. */
  name: string;
  address: string;
}

export const nameOf = ({ name }: Form, words: Words): MailFact => ({
  label: words.facts.name,
  value: fill(words.quote, { text: name }),
});

/** Characters of a path that name a place; more could be a message to the reader. */
const MOST_PATH = 16;

/** A URL of the requester as mails show it: the host, and a path that is too short to carry words. */
export function shortUrl(text: string): string {
  const { origin } = new URL(text);
  const rest = text.slice(origin.length);
  return origin + (rest.length <= MOST_PATH ? rest : '/…');
}

/** Inert, because the reader may have agreed to nothing yet: the page behind the button shows places whole. */
export const factsOf = (disclosed: readonly Disclosure[], words: Words): MailFact[] =>
  disclosed.map(({ channel, insteadOfMail, place, address }) => ({
    label: words.facts.elsewhere[channel][insteadOfMail ? 'instead' : 'also'],
    value: inert(URL.canParse(address) ? shortUrl(address) : place),
  }));

/** The content of a mail: its facts, its form, and the one link that the reader may follow. */
export const ask = (
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

export type WriteLetter<Kind extends MailKind> = (
  about: MailFacts[Kind],
  words: Words,
  form: Form,
  operator: Operator,
) => Letter;

/** Says what has happened, with the way to the forms of the inbox. */
export const writeNotice = (
  letter: Words['mails']['limited'],
  inboxLink: string,
  about: readonly MailFact[],
  words: Words,
) => ({
  ...letter,
  body: ask(words, [letter.explanation], about, { label: words.mails.inboxPage, url: inboxLink }),
});

/** What is offered to an inbox, which can say that it wants no such mails. */
export function writeOffer(
  letter: Words['mails']['copy_ask'],
  link: string,
  { words, form, operator }: { words: Words; form: Form; operator: string },
): Letter {
  const about = [nameOf(form, words), { label: words.facts.inbox, value: form.address }];
  const body = [
    ...ask(words, [letter.explanation], about, { label: letter.button, url: link }),
    paragraph(letter.lifetime),
    closingLink(letter.ignore, { label: letter.refuse, url: link }),
  ];
  return { ...letter, subject: fill(letter.subject, { operator }), body, form: 'asked' };
}
