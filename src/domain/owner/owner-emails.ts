import {
  MAIL_STYLES,
  nameFact,
  renderFactsHtml,
  renderFactsText,
  renderMailHtml,
  renderMailText,
  type MailFact,
  type MailLink,
} from '../../delivery/mail/mail-layout.ts';
import type { OutgoingMail } from '../../delivery/mail/mailer.ts';
import { NOTICE_SUBJECTS, type NoticeSubject } from '../../delivery/mail/notice-subjects.ts';
import type { Route } from '../routes/route.ts';
import { html, htmlLines, type SafeHtml } from '../../platform/text/html.ts';
import { LIMITS } from '../../contract/limits.ts';
import { disclosedFacts } from '../verification/disclosure.ts';

/** How a mail to an owner names its sender and its ways out. */
export interface Letterhead {
  operator: string;
  /** The link "Stop this form" in the text of a mail. */
  stopLink: (route: Route) => string;
  /** The one for the mail program's own button. */
  unsubscribeLink: (route: Route) => string;
}

interface Letter {
  subject: NoticeSubject;
  paragraphs: readonly string[];
  facts: readonly MailFact[];
  /** What the reader can do now, by one link below the facts. */
  action?: MailLink;
  why: string;
  /** Leaves out the links that stop the form: it is stopped. */
  stopped?: true;
}

function renderAction({ label, url }: MailLink): SafeHtml {
  const { paragraph, button } = MAIL_STYLES;
  return html`<p style="${paragraph}"><a href="${url}" style="${button}">${label}</a></p>`;
}

function compose(route: Route, letter: Letter, letterhead: Letterhead): OutgoingMail {
  const { subject, paragraphs, facts, action, why, stopped } = letter;
  const { operator, stopLink, unsubscribeLink } = letterhead;
  const footer = [`Sent by ${operator} because ${why} (${route.formId}).`];
  const links = stopped ? [] : [{ label: 'Stop this form', url: stopLink(route) }];
  const words = paragraphs.map((text) => html`<p style="${MAIL_STYLES.paragraph}">${text}</p>`);
  const actionText = action ? [`${action.label}:\n\n${action.url}`] : [];
  const text = [...paragraphs, renderFactsText(facts), ...actionText].join('\n\n');
  return {
    to: route.address,
    subject,
    text: renderMailText(text, footer, links),
    html: renderMailHtml({
      language: 'en',
      title: subject,
      content: html`${htmlLines(words)} ${renderFactsHtml(facts)}${action ? renderAction(action) : ''}`,
      footer,
      links,
    }),
    ...(!stopped && { unsubscribe: unsubscribeLink(route) }),
  };
}

/** What the mail about a new form says beside the form itself. */
export interface NewForm {
  endpoint: string;
  approveLink: string;
  /** What all unapproved forms of the inbox may deliver together, of how many a month. */
  share: { deliveries: number; limit: number } | undefined;
}

/** Tells a confirmed inbox about a further form, which is active without being asked for. */
export function composeNewFormEmail(
  route: Route,
  { endpoint, approveLink, share }: NewForm,
  letterhead: Letterhead,
): OutgoingMail {
  const until = share
    ? ' Until you do, all forms of this inbox that you have not approved deliver at most ' +
      `${share.deliveries} of its ${share.limit} submissions a month together.`
    : '';
  const letter = {
    subject: NOTICE_SUBJECTS.newForm,
    paragraphs: [
      'This inbox was confirmed before, so a new form is active at once.',
      `You want it? Approve it on the page that the link opens.${until}`,
      'You do not want it? Stop it by the link at the end of this mail.',
    ],
    facts: [
      nameFact(route.alias),
      { label: 'Endpoint', value: endpoint },
      ...disclosedFacts(route),
    ],
    action: { label: 'Approve this form', url: approveLink },
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
    subject: full ? NOTICE_SUBJECTS.monthReached : NOTICE_SUBJECTS.monthUsed(level),
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

/** Asks the inbox whether to stop a form, because a link that others may have was pressed. */
export function composeAskStopEmail(
  route: Route,
  stopLink: string,
  letterhead: Letterhead,
): OutgoingMail {
  const letter = {
    subject: NOTICE_SUBJECTS.askStop,
    paragraphs: [
      'Someone pressed “Stop this form” in a mail of the form below. Was that you? Then stop it on ' +
        'the page that the link opens. Otherwise ignore this mail: the form keeps delivering.',
    ],
    facts: [nameFact(route.alias)],
    action: { label: 'Stop this form', url: stopLink },
    why: 'someone asked to stop a form that delivers to this inbox',
  };
  return compose(route, letter, letterhead);
}

/** Tells the inbox that a form was stopped, with the way back. */
export function composeStoppedEmail(
  route: Route,
  restartLink: string,
  { spam }: { spam: boolean },
  letterhead: Letterhead,
): OutgoingMail {
  const done = spam ? 'stopped and reported as spam' : 'stopped';
  const letter = {
    subject: NOTICE_SUBJECTS.stopped,
    paragraphs: [
      `The form below was ${done} by a link from one of its mails. It delivers nothing more, and it ` +
        `is removed after ${LIMITS.unverifiedRouteDays} days. You wanted that? Then there is ` +
        'nothing left to do.',
      'It was a mistake, or someone else did it? Start the form again with this link. After ' +
        `${LIMITS.verificationTokenHours} hours, ask for a new one at the end of any mail of the form.`,
    ],
    facts: [nameFact(route.alias)],
    action: { label: 'Start this form again', url: restartLink },
    why: 'a form that delivered to this inbox was stopped',
    stopped: true,
  } as const;
  return compose(route, letter, letterhead);
}

/** Tells the inbox about a new form that waits, because its owner has stopped another one lately. */
export function composeHeldFormEmail(
  route: Route,
  startLink: string,
  letterhead: Letterhead,
): OutgoingMail {
  const letter = {
    subject: NOTICE_SUBJECTS.heldForm,
    paragraphs: [
      'You stopped a form lately, so the new one below delivers nothing until you start it. You do ' +
        `not want it? Ignore this mail: the form is removed after ${LIMITS.unverifiedRouteDays} days.`,
    ],
    facts: [nameFact(route.alias), ...disclosedFacts(route)],
    action: { label: 'Start this form', url: startLink },
    why: 'someone asked for a form that delivers to this inbox',
    stopped: true,
  } as const;
  return compose(route, letter, letterhead);
}

/** Brings the link that starts a stopped form again, which its reader asked for. */
export function composeRestartEmail(
  route: Route,
  restartLink: string,
  letterhead: Letterhead,
): OutgoingMail {
  const letter = {
    subject: NOTICE_SUBJECTS.askRestart,
    paragraphs: [
      'Someone asked to start the form below again, which you had stopped. If that was you, confirm ' +
        'it on the page that the link opens. Otherwise ignore this mail: the form stays stopped.',
    ],
    facts: [nameFact(route.alias)],
    action: { label: 'Start this form again', url: restartLink },
    why: 'someone asked to start a form again that delivered to this inbox',
    stopped: true,
  } as const;
  return compose(route, letter, letterhead);
}
