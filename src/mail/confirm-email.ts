import { escapeHtml } from '../platform/text/html.ts';
import { inert } from '../platform/text/strangers-words.ts';
import { wordsOf, type Language } from '../catalogs/languages.ts';
import { fill, type Words } from '../catalogs/catalog.ts';
import { composeMail, renderLetter, type Letterhead } from './compose-mail.ts';
import { LETTERS } from './letters.ts';
import type { MailFacts, MailForm } from './mail-facts.ts';
import type { LooseMail } from './mailer.ts';
import { encodeQuotedPrintable, PartTemplate } from './quoted-printable.ts';

/** What differs between verification mails in one language. */
const BLANKS = ['name', 'address', 'endpoint', 'link', 'refuseLink'] as const;

type Blank = (typeof BLANKS)[number];

type ComposeConfirmEmail = (
  about: MailFacts['confirm'] & { route: MailForm },
  language: Language,
) => LooseMail;

/** Writes verification mails; what those in one language share is laid out and encoded once. */
export function createComposeConfirmEmail(letterhead: Letterhead): ComposeConfirmEmail {
  const templates = new Map<Language, ReturnType<typeof createTemplates>>();

  function createTemplates(words: Words) {
    const layOut = ({ name, address, ...links }: Readonly<Record<Blank, string>>) => {
      const letter = LETTERS.confirm(
        { ...links, disclosed: [] },
        words,
        { name, address },
        letterhead,
      );
      return renderLetter(letter, words, letterhead.operator);
    };
    return {
      text: new PartTemplate(BLANKS, (marks) => layOut(marks).text),
      html: new PartTemplate(BLANKS, (marks) => layOut(marks).html),
    };
  }

  function templatesOf(language: Language) {
    let made = templates.get(language);
    if (!made) {
      made = createTemplates(wordsOf(language));
      templates.set(language, made);
    }
    return made;
  }

  return (about, language) => {
    const { route, disclosed, endpoint, link, refuseLink } = about;
    // Destinations elsewhere are further facts, which the templates have no blanks for.
    if (disclosed.length > 0) return composeMail('confirm', about, language, letterhead);
    const { text, html } = templatesOf(language);
    const words = wordsOf(language);
    const { address } = route;
    const values = { name: inert(route.alias), address, endpoint, link, refuseLink };
    return {
      to: address,
      subject: fill(words.mails.confirm.subject, { operator: letterhead.operator }),
      language: words.tag,
      encoded: {
        text: text.fill((blank) => encodeQuotedPrintable(values[blank])),
        html: html.fill((blank) => encodeQuotedPrintable(escapeHtml(values[blank]))),
      },
    };
  };
}
