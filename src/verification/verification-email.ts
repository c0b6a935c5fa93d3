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
    'Nothing is delivered unless you confirm.';
  const ignore =
    'You did not ask for this? Ignore this mail. Without your confirmation nothing is delivered ' +
    'here, and the request is removed by itself.';
  const facts: MailFact[] = [
    { label: 'Name chosen by the requester', value: `“${alias}”` },
    { label: 'Delivers to', value: address },
    { label: 'Endpoint', value: links.endpoint(formId) },
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
      'To confirm, open this page and press its button:',
      '',
      link,
      '',
      `The link works for ${hours} hours.`,
      '',
      ignore,
    ].join('\n'),
    footer,
  );

  const { paragraph, button, small } = MAIL_STYLES;
  const content = html`<p style="${paragraph}">${ask}</p>
    ${renderFactsHtml(facts)}
    <p style="${paragraph}"><a href="${link}" style="${button}">Review the request</a></p>
    <p style="${paragraph}">
      This opens a page with one button that confirms. The link works for ${hours} hours.
    </p>
    <p style="${paragraph}">${ignore}</p>
    <p style="${small}">If the button does not work, open this address: ${link}</p>`;

  return {
    to: address,
    subject: TITLE,
    text,
    html: renderMailHtml({ language: 'en', title: TITLE, content, footer }),
  };
}
