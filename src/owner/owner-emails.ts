import {
  MAIL_STYLES,
  nameFact,
  renderFactsHtml,
  renderFactsText,
  renderMailHtml,
  renderMailText,
  type MailFact,
} from '../mail/mail-layout.ts';
import type { OutgoingMail } from '../mail/mailer.ts';
import type { Route } from '../routes/route.ts';
import { html, htmlLines } from '../text/html.ts';

/** How a mail to an owner names its sender and its way out. */
export interface Letterhead {
  operator: string;
  stopLink: (route: Route) => string;
}

interface Letter {
  subject: string;
  paragraphs: readonly string[];
  facts: readonly MailFact[];
  why: string;
}

function compose(route: Route, letter: Letter, { operator, stopLink }: Letterhead): OutgoingMail {
  const { subject, paragraphs, facts, why } = letter;
  const footer = [`Sent by ${operator} because ${why} (${route.formId}).`];
  const unsubscribe = stopLink(route);
  const links = [{ label: 'Stop this form', url: unsubscribe }];
  const words = paragraphs.map((text) => html`<p style="${MAIL_STYLES.paragraph}">${text}</p>`);
  const text = [...paragraphs, renderFactsText(facts)].join('\n\n');
  return {
    to: route.address,
    subject,
    text: renderMailText(text, footer, links),
    html: renderMailHtml({
      language: 'en',
      title: subject,
      content: html`${htmlLines(words)} ${renderFactsHtml(facts)}`,
      footer,
      links,
    }),
    unsubscribe,
  };
}

/** Tells a confirmed inbox about a further form, which is active without being asked for. */
export function composeNewFormEmail(
  route: Route,
  endpoint: string,
  letterhead: Letterhead,
): OutgoingMail {
  const letter = {
    subject: 'A new form delivers to this inbox',
    paragraphs: [
      'This inbox has confirmed a form before, so a new one is active at once. ' +
        'You do not want it? Stop it by the link below; nothing more is delivered then.',
    ],
    facts: [nameFact(route.alias), { label: 'Endpoint', value: endpoint }],
    why: 'this inbox has confirmed a form, and another one was made for it',
  };
  return compose(route, letter, letterhead);
}

/** What a quota mail says about the month of an inbox. */
export interface MonthlyUse {
  /** Percent of the month that was reached; 100 means that nothing is left. */
  level: number;
  used: number;
  limit: number;
  /** When the month ends. */
  resetsAt: Date;
  /** Submissions dropped by a spam trap that a browser's autofill may have filled. */
  autofillTraps: number;
}

const AUTOFILL =
  'Submissions dropped by the spam trap that look like a person whose browser filled the hidden ' +
  'field by itself. Check that the trap of your form is hidden and has autocomplete="off".';

/** Tells an inbox how much of its month is used, while there is time to act. */
export function composeQuotaEmail(
  route: Route,
  { level, used, limit, resetsAt, autofillTraps }: MonthlyUse,
  letterhead: Letterhead,
): OutgoingMail {
  const full = level === 100;
  const until = `${resetsAt.toISOString().slice(0, 10)}, 00:00 UTC`;
  const letter = {
    subject: full
      ? 'The monthly limit of your forms is reached'
      : `${level} % of the monthly limit of your forms is used`,
    paragraphs: [
      full
        ? 'All deliveries of this month are used. Further submissions are refused until the month ' +
          'ends; their senders are told so.'
        : 'Most deliveries of this month are used. Submissions beyond the limit are refused, and ' +
          'their senders are told so.',
    ],
    facts: [
      { label: 'Used', value: `${used} of ${limit}, for all forms of this inbox together` },
      { label: 'Starts anew', value: until },
      ...(autofillTraps > 0
        ? [{ label: 'Possibly lost to the spam trap', value: `${autofillTraps}\n${AUTOFILL}` }]
        : []),
    ],
    why: 'a form of this inbox is used much',
  };
  return compose(route, letter, letterhead);
}
