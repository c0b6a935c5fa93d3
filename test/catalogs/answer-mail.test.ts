import assert from 'node:assert/strict';
import { it } from 'node:test';
import PostalMime from 'postal-mime';
import { AnswerMails } from '../../src/mail/answer-email.ts';
import { composeMimeMessage } from '../../src/mail/mime-message.ts';
import { parseEmailAddress } from '../../src/platform/text/email-address.ts';
import { fill } from '../../src/catalogs/catalog.ts';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { LETTERHEAD, ROUTE } from './every-mail.ts';
import { findForeign, wordsInHtml } from './other-languages.ts';

const to = parseEmailAddress('visitor@elsewhere.example');
assert.ok(to);

const reference = 'K74M-2Q9D';
const STOP = 'https://forms.example.com/v1/answers/stop?token=t&u';
const FROM = { name: 'Acme Forms', address: 'forms@example.com' };

const answers = new AnswerMails(LETTERHEAD);
for (const language of LANGUAGES)
  it(`says who sent it, why, and how to stop such answers, in ${language}`, async () => {
    const { mails, quote, reference: named, tag } = wordsOf(language);
    const route = { ...ROUTE, alias: 'Atelier', language };
    // Words of no language, so that only ours are looked at.
    const mail = answers.compose({
      route,
      answer: { subject: '123', text: '4\n\n5\n6' },
      to,
      reference,
      stopLink: STOP,
    });
    const { text = '', html = '' } = await PostalMime.parse(composeMimeMessage(mail, FROM));
    const form = fill(quote, { text: 'Atelier' });
    const because = fill(mails.answer.why, { form });
    const why = fill(mails.sentByForm, {
      operator: 'Acme Ltd',
      why: because,
      formId: ROUTE.formId,
    });
    assert.equal(
      text.trimEnd(),
      `4\n\n5\n6\n\n-- \n${why}\n${mails.answer.replies}\n${fill(named, { reference })}\n${fill(mails.label, { text: mails.answer.stop })} ${STOP}`,
    );
    const shown = wordsInHtml(html);
    for (const words of [why, mails.answer.replies, mails.answer.stop, STOP]) {
      assert.ok(shown.includes(words), words);
    }
    assert.match(html, new RegExp(`<html lang="${tag}"`));
    assert.deepEqual(html.match(/href="[^"]*"/g), [`href="${STOP.replace('&', '&amp;')}"`]);
    assert.equal(
      mail.senderName,
      fill(mails.submission.via, { name: 'Atelier', form: 'Acme Forms' }),
    );
    const about = { route, to, reference, stopLink: STOP };
    const own = answers.compose({ ...about, answer: { subject: '{form}', text: '7' } });
    assert.equal(own.subject, 'Atelier');
    const blank = answers.compose({ ...about, answer: { subject: '–', text: '7' } });
    assert.equal(blank.subject, fill(mails.answer.subject, { form }));
    assert.deepEqual(findForeign(`${blank.subject}\n${text}\n${shown}`, language), []);
  });
