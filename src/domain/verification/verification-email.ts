import { LIMITS } from '../../contract/limits.ts';
import {
  MAIL_STYLES,
  nameFact,
  renderFactsHtml,
  renderFactsText,
  renderMailHtml,
  renderMailText,
  type MailFact,
} from '../../delivery/mail/mail-layout.ts';
import type { OutgoingMail } from '../../delivery/mail/mailer.ts';
import { NOTICE_SUBJECTS } from '../../delivery/mail/notice-subjects.ts';
import type { Links } from '../routes/links.ts';
import type { Route } from '../routes/route.ts';
import { html } from '../../platform/text/html.ts';
import { disclosedFacts } from './disclosure.ts';

const TITLE = NOTICE_SUBJECTS.confirm;

const ASK =
  'Someone asked for a web form whose submissions are delivered as shown below. ' +
  'Nothing is delivered unless you confirm.';

const IGNORE =
  'You did not ask for this? Ignore this mail. Without your confirmation nothing is delivered, ' +
  'and the request is removed by itself.';

const REFUSE = `To remove it now and get no such mails for ${LIMITS.refusalDays} days, open this page:`;

const HOURS = LIMITS.verificationTokenHours;

function textOf(facts: readonly MailFact[], link: string, refuseLink: string): string {
  return `${ASK}

${renderFactsText(facts)}

To confirm, open this page and press its button:

${link}

The link works for ${HOURS} hours.

${IGNORE} ${REFUSE}

${refuseLink}`;
}

interface Sender {
  links: Links;
  /** How the operator is named in mails. */
  operator: string;
}

/**
 * The mail that asks an inbox for its consent. It may reach a stranger, so the requester's words are
 * labelled as such, quoted, and never in the subject (THREATS, D5).
 */
export function composeVerificationEmail(
  route: Route,
  token: string,
  refuseLink: string,
  { links, operator }: Sender,
): OutgoingMail {
  const { address, alias, formId } = route;
  const link = links.verification(token);
  const facts: MailFact[] = [
    nameFact(alias),
    { label: 'Inbox', value: address },
    { label: 'Endpoint', value: links.endpoint(formId) },
    ...disclosedFacts(route),
  ];
  const footer = [
    `Sent by ${operator} because this address was entered in a request for a form.`,
    'Submissions are passed on and never stored.',
  ];

  const { paragraph, button } = MAIL_STYLES;
  const content = html`<p style="${paragraph}">${ASK}</p>
    ${renderFactsHtml(facts)}
    <p style="${paragraph}"><a href="${link}" style="${button}">Review the request</a></p>
    <p style="${paragraph}">
      This opens a page with one button that confirms. The link works for ${HOURS} hours.
    </p>
    <p style="${paragraph}">
      ${IGNORE} ${REFUSE} <a href="${refuseLink}" style="color:inherit">I did not ask for this</a>
    </p>`;

  return {
    to: address,
    subject: TITLE,
    text: renderMailText(textOf(facts, link, refuseLink), footer),
    html: renderMailHtml({ language: 'en', title: TITLE, content, footer }),
  };
}
