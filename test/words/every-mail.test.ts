import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import PostalMime from 'postal-mime';
import type { AnyMail, EncodedMail } from '../../src/delivery/mail/mailer.ts';
import { composeMimeMessage } from '../../src/delivery/mail/mime-message.ts';
import { createComposeSubmissionEmail } from '../../src/delivery/mail/submission-email.ts';
import { toFacts } from '../../src/domain/submissions/mail-content.ts';
import { parseSubmission } from '../../src/domain/submissions/submission.ts';
import { LANGUAGES, wordsOf } from '../../src/words/languages.ts';
import { LETTERHEAD, OWNER_MAILS, ROUTE } from './every-mail.ts';
import { findForeign, wordsInHtml } from './other-languages.ts';

const FROM = { name: 'Acme Forms', address: 'forms@example.com' };

function submissionMail(): EncodedMail {
  const fields = { site: ['see https://a.example/?x=1&y=2'], message: ['http://b.example'] };
  const submission = parseSubmission(new Map(Object.entries(fields)));
  const facts = toFacts(submission.fields);
  const delivery = {
    id: 'msg_1',
    requestId: 'req_1',
    at: 0,
    route: ROUTE,
    submission,
    facts,
    receipt: 'x.y.z',
  };
  return createComposeSubmissionEmail(LETTERHEAD)(delivery);
}

const urlsIn = (text: string): string[] => (text.match(/https?:\/\/[^\s<>]+/g) ?? []).toSorted();

/** The lines below the signature mark: who sent a mail, why, and what its reader can do. */
function footerOf(text: string): string[] {
  const [, footer = ''] = text.split('\n-- \n');
  return footer.trimEnd().split('\n');
}

/** Checks a mail; resolves to its text part. */
async function expectWhole(mail: AnyMail, tag: string): Promise<string> {
  const email = await PostalMime.parse(composeMimeMessage(mail, FROM));
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
  assert.deepEqual(email.from, FROM);
  assert.deepEqual(
    email.to?.map((to) => to.address),
    [ROUTE.address],
  );
  assert.ok(email.subject && email.subject === mail.subject);
  assert.ok(email.date && email.messageId);
  assert.equal(header('auto-submitted'), 'auto-generated');
  assert.equal(header('content-language'), mail.language);
  assert.equal(header('list-unsubscribe'), mail.unsubscribe && `<${mail.unsubscribe}>`);
  assert.equal(header('list-unsubscribe-post') !== undefined, mail.unsubscribe !== undefined);
  const { text = '', html = '' } = email;
  assert.match(html, new RegExp(`<html lang="${tag}"`));
  const shown = wordsInHtml(html);
  for (const line of footerOf(text).filter((words) => !words.includes('https://'))) {
    assert.ok(shown.includes(line), `the HTML part lacks: ${line}`);
  }
  const urls = urlsIn(text);
  assert.ok(urls.length > 0);
  assert.deepEqual(urlsIn(shown), urls, 'each part has the same links, each as often');
  return text;
}

describe('a mail to an owner', () => {
  for (const { name, kind, about, compose } of OWNER_MAILS) {
    for (const language of LANGUAGES) {
      const words = wordsOf(language);

      it(`has what all mails have: ${name}, in ${language}`, async () => {
        const mail = compose(language);
        assert.equal(mail.language, words.tag);
        await expectWhole(mail, words.tag);
        const isStopped = ['held_form', 'stopped', 'restart'].includes(kind);
        const isActive = kind !== 'confirm' && !isStopped;
        const [sentBy = '', ...rest] = footerOf(mail.text);
        const named = kind === 'confirm' ? undefined : ROUTE.formId;
        const { why } = words.mails[kind];
        assert.equal(sentBy, words.mails.sentBy('Acme Ltd', why, named));
        const stop = `${words.mails.label(words.mails.stopForm)} ${LETTERHEAD.stopLink(ROUTE)}`;
        assert.equal(rest.includes(stop), isActive);
        assert.equal(mail.unsubscribe, isActive ? LETTERHEAD.unsubscribeLink(ROUTE) : undefined);
      });

      it(`has only links that it is about: ${name}, in ${language}`, () => {
        const given = JSON.stringify(about) + JSON.stringify(LETTERHEAD.stopLink(ROUTE));
        for (const url of urlsIn(compose(language).text)) assert.ok(given.includes(url), url);
      });

      it(`has no sentence of another language: ${name}, in ${language}`, () => {
        const { subject, text, html } = compose(language);
        assert.deepEqual(findForeign(`${subject}\n${text}\n${wordsInHtml(html)}`, language), []);
      });
    }
  }
});

describe('the mail of a submission', () => {
  it('has what all mails have, and says who sent it and how to stop it', async () => {
    const mail = submissionMail();
    const text = await expectWhole(mail, 'en');
    const footer = footerOf(text);
    assert.ok(footer.some((line) => line.startsWith('Sent by Acme Ltd because ')));
    assert.equal(footer.at(-1), `Stop this form: ${LETTERHEAD.stopLink(ROUTE)}`);
    assert.equal(mail.unsubscribe, LETTERHEAD.unsubscribeLink(ROUTE));
  });
});
