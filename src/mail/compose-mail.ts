import type { Route } from '../forms/route.ts';
import type { FormId } from '../contract/form-id.ts';
import type { Suspicion } from '../contract/enums.ts';
import { inert } from '../platform/text/strangers-words.ts';
import { wordsOf, type Language } from '../catalogs/languages.ts';
import type { Words } from '../catalogs/words.ts';
import type { Letter } from './letter.ts';
import { LETTERS } from './letters.ts';
import type { MailFacts, MailKind, Operator } from './mail-facts.ts';
import { renderMail, type MailLink } from './mail-layout.ts';
import type { OutgoingMail } from './mailer.ts';
import type { OwnNames } from './sender-name.ts';

/** The operator and links that all mails name. */
export interface Letterhead extends OwnNames, Operator {
  /** The page where owners see and change all of their forms. */
  inboxLink: () => string;
  /** Limits the form to the website of a submission; undefined where that cannot be. */
  originLink: (route: Route, site: string) => string | undefined;
  /** "This was spam", of a submission's mail. */
  spamLink: (route: Route) => string;
  /** "This was not spam", of a mail that was marked for these reasons. */
  notSpamLink: (route: Route, reasons: readonly Suspicion[]) => string;
  /** The link "Stop this form" in the text of a mail. */
  stopLink: (route: Route) => string;
  /** The one for the mail program's own button. */
  unsubscribeLink: (route: Route) => string;
}

/** Both parts of a letter, in the frame that all mails have. */
export function renderLetter(
  { subject, title = subject, body, why, notes = [] }: Letter,
  words: Words,
  operator: string,
  { formId, links = [] }: { formId?: FormId | undefined; links?: readonly MailLink[] } = {},
) {
  const { sentBy, label } = words.mails;
  const footer = [sentBy(operator, why, formId), ...notes] as const;
  const frame = { language: words.tag, heading: operator, title, body, footer, links };
  return renderMail(frame, label);
}

/** Writes a mail to the owner of an inbox. */
export function composeMail<Kind extends MailKind>(
  kind: Kind,
  about: MailFacts[Kind] & { route: Route },
  language: Language,
  letterhead: Letterhead,
): OutgoingMail {
  const { operator, inboxLink, stopLink, unsubscribeLink } = letterhead;
  const { route } = about;
  const words = wordsOf(language);
  const named = { name: inert(route.alias), address: route.address };
  const letter = LETTERS[kind](about, words, named, letterhead);
  const formId = letter.form === 'asked' ? undefined : route.formId;
  const isActive = letter.form === 'active';
  const stop = { label: words.mails.stopForm, url: stopLink(route) };
  const inbox = { label: words.mails.inboxPage, url: inboxLink() };
  // The reader of a verification mail is not an owner yet.
  const links = letter.form === 'asked' ? [] : isActive ? [stop, inbox] : [inbox];
  return {
    to: route.address,
    subject: letter.subject,
    language: words.tag,
    ...renderLetter(letter, words, operator, { formId, links }),
    ...(isActive && { unsubscribe: unsubscribeLink(route) }),
  };
}
