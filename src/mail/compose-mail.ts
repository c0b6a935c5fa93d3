import { inert } from '../platform/text/strangers-words.ts';
import { wordsOf, type Language } from '../catalogs/languages.ts';
import { fill, type Words } from '../catalogs/catalog.ts';
import type { Letter, Letterhead, WriteLetter } from './letter.ts';
import { LETTERS, type MailFacts, type MailKind } from './letters.ts';
import type { MailForm } from './mail-facts.ts';
import { renderMail, type MailLink } from './mail-layout.ts';
import type { OutgoingMail } from './mailer.ts';

/** The links that end the mails of an active form. */
export interface FormLinks {
  /** "Stop this form" in the text. */
  stop: string;
  /** The one for the mail program's own button. */
  unsubscribe: string;
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

/** Writes a mail about a form to an inbox. */
export function composeMail<Kind extends MailKind>(
  kind: Kind,
  about: MailFacts<Kind> & { route: MailForm; links?: FormLinks },
  language: Language,
  letterhead: Letterhead,
): OutgoingMail {
  const { operator, inboxLink } = letterhead;
  const { route, links } = about;
  const words = wordsOf(language);
  const named = { name: inert(route.alias), address: route.address };
  const write = LETTERS[kind].write as WriteLetter<MailFacts<Kind>>;
  const letter = write(about, words, named, letterhead);
  const formId = letter.form === 'asked' ? undefined : route.formId;
  const ending = letter.form === 'active' ? links : undefined;
  const stop = ending && { label: words.mails.stopForm, url: ending.stop };
  const inbox = { label: words.mails.inboxPage, url: inboxLink() };
  // The reader of a verification mail is not an owner yet.
  const shown = letter.form === 'asked' ? [] : stop ? [stop, inbox] : [inbox];
  return {
    to: route.address,
    subject: letter.subject,
    language: words.tag,
    ...renderLetter(letter, words, operator, { formId, links: shown }),
    ...(ending && { unsubscribe: ending.unsubscribe }),
  };
}
