import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TO_INBOX } from '../../src/domain/channels/channels.ts';
import { composeSubmissionEmail } from '../../src/delivery/mail/submission-email.ts';
import { parseEmailAddress } from '../../src/domain/inboxes/email-address.ts';
import type { OutgoingMail } from '../../src/delivery/mail/mailer.ts';
import * as owner from '../../src/domain/owner/owner-emails.ts';
import { newFormId, type Route, type UnapprovedRoute } from '../../src/domain/routes/route.ts';
import { createLinks } from '../../src/domain/routes/links.ts';
import { parseSubmission } from '../../src/domain/submissions/submission.ts';
import { toFacts } from '../../src/domain/submissions/mail-content.ts';
import { composeVerificationEmail } from '../../src/domain/verification/verification-email.ts';

const links = createLinks(() => 'https://forms.example.com');
const address = parseEmailAddress('owner@example.org');
assert.ok(address);

const route = {
  formId: newFormId(),
  alias: 'Contact of example.com',
  address,
  status: 'active',
  targets: [
    TO_INBOX,
    {
      channel: 'webhook',
      config: { url: 'https://hooks.example.com/a?b=c&d=e', secret: 's' },
      awaited: false,
    },
  ],
  unapprovedSince: 0,
} as unknown as Route & UnapprovedRoute;

const LETTERHEAD = {
  operator: 'Acme',
  stopLink: () => links.stop('s&t'),
  unsubscribeLink: () => links.stop('u'),
};

function submissionMail(): OutgoingMail {
  const fields = { site: ['see https://a.example/?x=1&y=2'], message: ['http://b.example'] };
  const submission = parseSubmission(new Map(Object.entries(fields)));
  const facts = toFacts(submission.fields);
  const delivery = {
    requestId: 'r',
    id: 'msg_1',
    at: 0,
    route,
    submission,
    facts,
    receipt: 'x.y.z',
  };
  return composeSubmissionEmail(delivery, LETTERHEAD);
}

const month = { level: 80, used: 8, limit: 10, resetsAt: new Date(0), autofillTraps: 1 };

/** Every mail to an owner by the function that composes it; a new one must be added. */
const OWNER_MAILS: Record<Extract<keyof typeof owner, `compose${string}`>, () => OutgoingMail> = {
  composeNewFormEmail() {
    const endpoint = links.endpoint(route.formId);
    const form = { endpoint, approveLink: links.approve('a'), share: undefined };
    return owner.composeNewFormEmail(route, form, LETTERHEAD);
  },
  composeQuotaEmail: () => owner.composeQuotaEmail(route, month, LETTERHEAD),
  composeAskStopEmail: () => owner.composeAskStopEmail(route, links.stop('a'), LETTERHEAD),
  composeStoppedEmail: () =>
    owner.composeStoppedEmail(route, links.restart('r'), { spam: true }, LETTERHEAD),
  composeHeldFormEmail: () => owner.composeHeldFormEmail(route, links.restart('h'), LETTERHEAD),
  composeRestartEmail: () => owner.composeRestartEmail(route, links.restart('r'), LETTERHEAD),
};

const MAILS: Record<string, () => OutgoingMail> = {
  ...OWNER_MAILS,
  composeSubmissionEmail: submissionMail,
  composeVerificationEmail: () =>
    composeVerificationEmail(route, 't&u', links.refuse('r'), { links, operator: 'Acme' }),
};

const urlsIn = (text: string): string[] => (text.match(/https?:\/\/[^\s<>]+/g) ?? []).toSorted();

/** The links of an HTML part, and the URLs in its text. */
function urlsInHtml(part: string): string[] {
  const words = part
    .replace(/<a [^>]*href="([^"]*)"[^>]*>.*?<\/a>/gs, ' $1 ')
    .replace(/<[^>]*>/g, ' ');
  return urlsIn(words.replaceAll('&amp;', '&'));
}

describe('the text and the HTML part of a mail', () => {
  for (const [name, compose] of Object.entries(MAILS)) {
    it(`the text and HTML parts of a mail have the same links: ${name}`, () => {
      const { text, html } = compose();
      const urls = urlsIn(text);
      assert.ok(urls.length > 0);
      assert.deepEqual(urlsInHtml(html), urls);
    });
  }
});
