import { LIMITS } from '../contract/limits.ts';
import {
  MAIL_STYLES,
  renderFactsHtml,
  renderFactsText,
  renderMailHtml,
  renderMailText,
  type MailFact,
} from '../mail/mail-layout.ts';
import type { OutgoingMail } from '../mail/mailer.ts';
import type { Links } from '../routes/links.ts';
import type { Route } from '../routes/route.ts';
import { html } from '../text/html.ts';

const TITLE = 'Confirm this inbox for a new form';

/**
 * The mail that asks an inbox for its consent. It may reach a stranger, so the requester's words are
 * labelled as such, quoted, and never in the subject (THREATS, D5).
 */
export function composeVerificationEmail(
  route: Route,
  token: string,
  links: Links,
  operator: string,
): OutgoingMail {
  const { address, alias, formId } = route;
  const link = links.verification(token);
  const hours = LIMITS.verificationTokenHours;
  const ask =
    'Someone asked for a web form whose submissions arrive in this inbox. ' +
    'Nothing is delivered unless you confirm it.';
  const ignore =
    'If you did not ask for this, ignore this mail: without your confirmation nothing is ever ' +
    'delivered here, and the request is removed by itself.';
  const facts: MailFact[] = [
    { label: 'Name chosen by the requester', value: `“${alias}”` },
    { label: 'Endpoint', value: links.endpoint(formId) },
    { label: 'Delivers to', value: address },
  ];
  const footer = [
    `Sent by ${operator} because this address was entered in a request for a form.`,
    'Submissions are passed on as email and never stored.',
  ];

  const text = renderMailText(
    [
      ask,
      '',
      renderFactsText(facts),
      '',
      'To confirm, open this page and press the button on it:',
      '',
      link,
      '',
      `The link works for ${hours} hours.`,
      '',
      ignore,
    ].join('\n'),
    footer,
  );

  const content = html`<p style="${MAIL_STYLES.paragraph}">${ask}</p>
    ${renderFactsHtml(facts)}
    <p style="${MAIL_STYLES.paragraph}">
      <a href="${link}" style="${MAIL_STYLES.button}">Look at the request</a>
    </p>
    <p style="${MAIL_STYLES.paragraph}">
      The link works for ${hours} hours and opens a page with one button.
    </p>
    <p style="${MAIL_STYLES.small}">${ignore}</p>`;

  return {
    to: address,
    subject: TITLE,
    text,
    html: renderMailHtml({ language: 'en', title: TITLE, content, footer }),
  };
}
