import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AnswerMails } from '../../src/mail/answer-email.ts';
import { parseEmailAddress } from '../../src/platform/text/email-address.ts';
import { fill } from '../../src/catalogs/catalog.ts';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { LETTERHEAD, ROUTE } from './every-mail.ts';

const to = parseEmailAddress('visitor@elsewhere.example');
assert.ok(to);
const ABOUT = { to, reference: 'K74M-2Q9D', stopLink: 'https://forms.example.com/stop' };

const answers = new AnswerMails(LETTERHEAD);

// The rest of the mail is in test/goldens.
for (const language of LANGUAGES)
  it(`an automatic reply has the subject of its owner, else one that names the form, in ${language}`, () => {
    const route = { ...ROUTE, alias: 'Atelier', language };
    const subjectOf = (subject: string) =>
      answers.compose({ ...ABOUT, route, answer: { subject, text: '7' } }).subject;
    const { mails, quote } = wordsOf(language);
    const form = fill(quote, { text: 'Atelier' });
    assert.equal(subjectOf('{form}'), 'Atelier');
    assert.equal(subjectOf('–'), fill(mails.answer.subject, { form }));
  });
