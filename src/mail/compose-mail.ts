import { formNameOf } from '../contract/names.ts';
import { wordsOf, type Language } from '../catalogs/languages.ts';
import { firstCodePoints } from '../platform/text/clean-text.ts';
import { inert, quotable } from '../platform/text/strangers-words.ts';
import { renderLetter, type Form, type Letterhead, type WriteLetter } from './letter.ts';
import { LETTERS, type MailFacts, type MailKind, type MailRow } from './letters.ts';
import type { MailForm } from './mail-facts.ts';
import type { OutgoingMail } from './mailer.ts';

/** A name that is longer would hide the rest of a subject. */
const NAME_IN_SUBJECT = 60;

/** The links that end the mails of an active form. */
export interface FormLinks {
  /** "Stop this form" in the text. */
  stop: string;
  /** The one for the mail program's own button. */
  unsubscribe: string;
}

/** The reader's own form first, to be found among others; what a stranger chose comes last. */
function nameInSubject(subject: string, { name, isOwn }: Form): string {
  const short = firstCodePoints(name, NAME_IN_SUBJECT);
  const shown = short === name ? name : `${short.trimEnd()}…`;
  return isOwn ? `${shown} · ${subject}` : `${subject} · ${shown}`;
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
  const row: MailRow = LETTERS[kind];
  const isOwn = row.form === 'own' && route.unapprovedSince === undefined;
  const name = isOwn ? quotable(formNameOf(route)) : inert(formNameOf(route));
  const named = { name, isOwn, address: route.address };
  const write = row.write as WriteLetter<MailFacts<Kind>>;
  const letter = write(about, words, named, letterhead);
  const formId = letter.form === 'asked' ? undefined : route.formId;
  const ending = letter.form === 'active' ? links : undefined;
  const stop = ending && { label: words.mails.stopForm, url: ending.stop };
  const inbox = { label: words.mails.inboxPage, url: inboxLink() };
  // The reader of a verification mail is not an owner yet.
  const knowsInbox = letter.form === 'asked' || letter.leadsToInbox;
  const shown = [...(stop ? [stop] : []), ...(knowsInbox ? [] : [inbox])];
  return {
    to: route.address,
    subject: row.form ? nameInSubject(letter.subject, named) : letter.subject,
    language: words.tag,
    ...renderLetter(letter, words, operator, { formId, links: shown }),
    ...(ending && { unsubscribe: ending.unsubscribe }),
  };
}
