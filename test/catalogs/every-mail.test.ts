import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import PostalMime from 'postal-mime';
import type { LooseMail, EncodedMail } from '../../src/mail/mailer.ts';
import { composeMail } from '../../src/mail/compose-mail.ts';
import { composeMimeMessage } from '../../src/mail/mime-message.ts';
import { SubmissionMails } from '../../src/mail/submission-email.ts';
import { toFacts } from '../../src/submissions/posted/facts.ts';
import { parseSubmission } from '../../src/submissions/posted/submission.ts';
import { describeDay, describeMinute, explainMark, fill } from '../../src/catalogs/catalog.ts';
import { LANGUAGES, wordsOf, type Language } from '../../src/catalogs/languages.ts';
import type { Route } from '../../src/forms/route.ts';
import { LETTERHEAD, LINKS, OWNER_MAILS, ROUTE } from './every-mail.ts';
import { findForeign, wordsInHtml } from './other-languages.ts';
import { listOf } from '../support/list-of.ts';

const DAY = 86_400_000;
const FROM = { name: 'Acme Forms', address: 'forms@example.com' };

function submissionMail(
  language: Language,
  more: Partial<Route> = {},
  isCopy = false,
): EncodedMail {
  const fields = {
    site: ['see https://a.example/?x=1&y=2'],
    note: ['http://b.example <a href=x>'],
  };
  const parsed = parseSubmission(new Map(Object.entries(fields)));
  const submission = { ...parsed, suspicions: ['markup'] as const };
  const facts = toFacts(submission.fields);
  // It came from no website.
  const { onlyFrom: _none, notSpam, ...links } = LINKS;
  const delivery = {
    id: 'msg_1',
    at: 0,
    route: { ...ROUTE, language, ...more },
    submission,
    facts,
    receipt: 'x.y.z',
    outbox: { isInert: false },
  };
  const { address } = ROUTE;
  const reader = isCopy
    ? ({ isCopy, address, links } as const)
    : ({ isCopy, links, notSpam } as const);
  return new SubmissionMails(LETTERHEAD).compose(delivery, reader);
}

const explainedBy = (sentBy: string, reply: string) =>
  sentBy.endsWith('。') ? sentBy + reply : `${sentBy} ${reply}`;

const urlsIn = (text: string): string[] => (text.match(/https?:\/\/[^\s<>]+/g) ?? []).toSorted();

/** The lines below the signature mark: who sent a mail, why, and what its reader can do. */
function footerOf(text: string): string[] {
  const [, footer = ''] = text.split('\n-- \n');
  return footer.trimEnd().split('\n');
}

async function readBack(mail: LooseMail) {
  const email = await PostalMime.parse(composeMimeMessage(mail, FROM));
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value;
  return { email, header };
}

/** Checks a mail; resolves to its text part. */
async function expectWhole(mail: LooseMail, tag: string): Promise<string> {
  const { email, header } = await readBack(mail);
  assert.deepEqual(email.from, FROM);
  assert.deepEqual(
    email.to?.map((to) => to.address),
    [ROUTE.address],
  );
  assert.ok(email.subject && email.subject === mail.subject);
  assert.ok(email.date && email.messageId);
  const isMessage = mail.isMessage === true;
  assert.equal(header('auto-submitted'), isMessage ? undefined : 'auto-generated');
  assert.equal(header('content-language'), mail.language);
  assert.equal(header('list-unsubscribe'), mail.unsubscribe && `<${mail.unsubscribe}>`);
  assert.equal(header('list-unsubscribe-post') !== undefined, mail.unsubscribe !== undefined);
  const { text = '', html = '' } = email;
  assert.match(html, new RegExp(`<html lang="${tag}"`));
  assert.doesNotMatch(html, /<style|url\(/, 'styles are attributes, and nothing is loaded');
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
  for (const { name, kind, about, compose } of OWNER_MAILS)
    for (const language of LANGUAGES) {
      const words = wordsOf(language);

      it(`has what all mails have: ${name}, in ${language}`, async () => {
        const mail = compose(language);
        assert.equal(mail.language, words.tag);
        await expectWhole(mail, words.tag);
        const isStopped = ['held_form', 'stopped', 'restart', 'handed_over'].includes(kind);
        const isOfNoForm = listOf('confirm inbox copy_ask copy_stop hand_over_offer').includes(
          kind,
        );
        const isActive = !isOfNoForm && !isStopped;
        const [sentBy = '', ...rest] = footerOf(mail.text);
        const sender = { operator: 'Acme Ltd', why: words.mails[kind].why, formId: ROUTE.formId };
        assert.equal(sentBy, fill(words.mails[isOfNoForm ? 'sentBy' : 'sentByForm'], sender));
        const { label, stopForm, inboxPage } = words.mails;
        const stop = `${fill(label, { text: stopForm })} ${LINKS.stop}`;
        assert.equal(rest.includes(stop), isActive);
        // Once: as the button, or in the small print.
        const toInbox = urlsIn(mail.text).filter((url) => url === LETTERHEAD.inboxLink());
        assert.equal(toInbox.length, isOfNoForm ? 0 : 1);
        assert.ok(isOfNoForm || mail.text.includes(fill(label, { text: inboxPage })));
        assert.equal(mail.unsubscribe, isActive ? LINKS.unsubscribe : undefined);
      });

      it(`has only links that it is about: ${name}, in ${language}`, () => {
        const own = [LINKS.stop, LETTERHEAD.inboxLink()];
        const given = JSON.stringify([about, own]);
        for (const url of urlsIn(compose(language).text)) assert.ok(given.includes(url), url);
      });

      it(`has no sentence of another language: ${name}, in ${language}`, () => {
        const { subject, text, html } = compose(language);
        assert.doesNotMatch(subject + text, /\{\w+\}/, 'every gap is filled');
        assert.deepEqual(findForeign(`${subject}\n${text}\n${wordsInHtml(html)}`, language), []);
      });
    }
});

describe('the mail of a submission', () => {
  for (const language of LANGUAGES)
    it(`a submission mail says in ${language} why it is marked, who sent it and what to do`, async () => {
      const mail = submissionMail(language);
      const words = wordsOf(language);
      const { mails } = words;
      const form = fill(words.quote, { text: ROUTE.alias });
      const why = fill(mails.submission.why, { form });
      const text = await expectWhole(mail, words.tag);
      const time = describeMinute(words.tag, new Date(0));
      assert.ok(text.startsWith(`${time}\n\n${explainMark(words, ['markup'])}\n\n| site:`), text);
      assert.deepEqual(footerOf(text), [
        explainedBy(
          fill(mails.sentBy, { operator: 'Acme Ltd', why }),
          mails.submission.replies.nobody,
        ),
        fill(words.reference, { reference: 'AAAB-AAAA' }),
        `${fill(mails.label, { text: mails.submission.wasSpam })} ${LINKS.spam}`,
        `${fill(mails.label, { text: mails.submission.notSpam })} ${LINKS.notSpam}`,
        `${fill(mails.label, { text: mails.stopForm })} ${LINKS.stop}`,
        `${fill(mails.label, { text: mails.inboxPage })} ${LETTERHEAD.inboxLink()}`,
      ]);
      assert.equal(mail.unsubscribe, LINKS.spam);
      const { email } = await readBack(mail);
      assert.deepEqual(findForeign(text + wordsInHtml(email.html ?? ''), language), []);
    });

  for (const language of LANGUAGES)
    it(`a submission mail says in ${language}, for a day, between which days others came back`, async () => {
      const { tag, mails } = wordsOf(language);
      const [since, until] = [new Date(-3 * DAY), new Date(-DAY)];
      const days = { since: describeDay(tag, since), until: describeDay(tag, until) };
      const told = fill(mails.submission.cameBack, days);
      const toldAfter = async (bounced: Route['bounced'], isCopy = false) => {
        const text = await expectWhole(submissionMail(language, { bounced }, isCopy), tag);
        assert.deepEqual(findForeign(text, language), []);
        return footerOf(text).includes(told);
      };
      const bounced = { kind: 'bounce', at: since.getTime(), healedAt: until.getTime() } as const;
      assert.equal(await toldAfter(bounced), true);
      assert.equal(await toldAfter({ ...bounced, healedAt: bounced.healedAt - 1 }), false);
      assert.equal(await toldAfter(bounced, true), false, 'a copy is for another inbox');
      // Their owner got these.
      assert.equal(await toldAfter({ ...bounced, kind: 'complaint' }), false);
    });

  it('a submission mail has the ids of its delivery in its header alone', async () => {
    const { email, header } = await readBack(submissionMail('en'));
    assert.equal(header('letterslot-delivery'), 'msg_1');
    assert.equal(header('letterslot-receipt'), 'x.y.z');
    assert.doesNotMatch(`${email.text}${email.html}`, /msg_1|x\.y\.z|cfm_/);
  });
});

const contacts: [contact: string | undefined, text: string, html: string][] = [
  ['help@acme.example', '\n\nhelp@acme.example\n', 'href="mailto:help@acme.example"'],
  [
    'https://acme.example/help',
    '\n\nhttps://acme.example/help\n',
    'href="https://acme.example/help"',
  ],
  [undefined, 'Acme Ltd runs this service and can raise the limit.\n\n-- ', '</p>'],
];
for (const [contact, inText, inHtml] of contacts)
  it(`a mail about the limit says who can raise it, with the contact ${contact ?? 'left out'}`, () => {
    const about = { level: 100, used: 8, limit: 8, resetsAt: new Date(0) };
    const head = { ...LETTERHEAD, contact };
    const { text, html } = composeMail('quota', { ...about, route: ROUTE }, 'en', head);
    assert.ok(text.includes(inText), text);
    assert.ok(html.includes(inHtml));
  });

it("a notice begins with the name of the reader's form, and ends with that of a stranger's, inert", () => {
  const subjectOf = (more: object) => {
    const about = { link: 'https://forms.example/x', route: { ...ROUTE, ...more } };
    return composeMail('ask_stop', about, 'en', LETTERHEAD);
  };
  const own = subjectOf({});
  assert.equal(own.subject, 'Lindholm example.com · Do you want to stop your form?');
  assert.match(own.text, /Form:\n {2}“Lindholm example\.com”/);
  const other = subjectOf({ unapprovedSince: 1 });
  assert.equal(other.subject, 'Do you want to stop your form? · Lindholm example[.]com');
  assert.match(other.text, /Name chosen by the requester:\n/);
  const long = subjectOf({ alias: 'x'.repeat(120) }).subject;
  assert.equal(long, `${'x'.repeat(60)}… · Do you want to stop your form?`);
});
