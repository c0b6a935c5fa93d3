import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LinkifyIt } from 'linkify-it';
import PostalMime from 'postal-mime';
import { readContent } from '../../src/cli/receipts/receipt-mail.ts';
import { inertFileName, inertText } from '../../src/mail/inert-text.ts';
import { composeMessage } from '../../src/mail/mime-message.ts';
import { SubmissionMails } from '../../src/mail/submission-email.ts';
import { parseSubmission } from '../../src/submissions/posted/submission.ts';
import { toFacts } from '../../src/submissions/posted/facts.ts';
import { Receipts } from '../../src/submissions/receipts/prepare-receipt.ts';
import { readKeySet, verifyReceipt } from '../../src/submissions/receipts/verify-receipt.ts';
import { newKeyring } from '../support/keys.ts';
import { newRoute } from '../stores/route-rows.ts';

const SERVICE = 'https://forms.example.net';
const keyring = newKeyring();
const keys = readKeySet(JSON.stringify({ keys: [keyring.signing.publicJwk] }));
const receipts = new Receipts(keyring, () => SERVICE);
const route = newRoute('owner@example.org', { alias: 'Visit example.com', status: 'active' });
const linkTo = (page: string) => `${SERVICE}/${page}?token=${route.formId}.x`;
const mails = new SubmissionMails({
  operator: 'Acme',
  contact: undefined,
  sender: 'Acme Forms',
  inboxLink: () => `${SERVICE}/inbox`,
});

/** As greedy as mail programs are: bare domains, addresses of machines, and domains of today. */
const linkifier = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true });
linkifier.tlds(['app', 'dev', 'example', 'zip', '中国', 'xn--p1ai'], true);
const linksIn = (text: string) => linkifier.match(text)?.map(({ text: link }) => link) ?? [];

const piece = fc.oneof(
  fc.constantFrom(
    ...Array.from('://\\..@?#-_,;()[]<>|"\'*~ \n。．｡․／：＠12ü中\u200b\u00ad\u2028\ufeff'),
  ),
  fc.constantFrom('http', 'https', 'FTP', '://', 'mailto:', 'www.', '//', 'localhost', 'xn--p1ai'),
  fc.constantFrom('example', '.com', '.de', '.рф', '.中国', '.zip', 'ada@', '127.0.0.1', '[::1]'),
  fc.webUrl(),
  fc.emailAddress(),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const text = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''));

const unescape = (html: string) =>
  html
    .replaceAll('<br />', '\n')
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

async function mailOf(given: ReadonlyMap<string, string[]>) {
  const submission = { ...parseSubmission(new Map(given)), suspicions: ['links'] as const };
  const facts = toFacts(submission.fields);
  const id = `msg_${randomUUID()}`;
  const receipt = await receipts.prepare({
    id,
    at: Date.now(),
    formId: route.formId,
    fields: facts,
  })();
  const links = {
    spam: linkTo('spam'),
    stop: linkTo('stop'),
    unsubscribe: linkTo('stop'),
  };
  const delivered = { id, at: 0, route, submission, facts, receipt, outbox: { isInert: true } };
  const message = composeMessage(
    mails.compose(delivered, { isCopy: false, links, notSpam: linkTo('not-spam') }),
    {
      name: 'Forms',
      address: 'forms@example.com',
    },
  );
  assert.ok(typeof message !== 'string');
  const raw = Array.from(message.pieces()).join('');
  return { facts, raw, email: await PostalMime.parse(raw), verified: verifyReceipt(receipt, keys) };
}

describe('the mail of a marked submission with inert addresses', () => {
  it('inert text: addresses of every kind are broken, and other text stays', () => {
    for (const [given, inert] of [
      [
        'Look: https://Example.com/a.b?u=http://evil.example.',
        'Look: Example[.]com/a.b?u=evil[.]example.',
      ],
      [
        'www.example.com, example.co.uk and t.me/x',
        'www[.]example[.]com, example[.]co[.]uk and t[.]me/x',
      ],
      ['https://paypal.com:x@evil.example:8443/', 'paypal[.]com:x[@]evil[.]example:8443/'],
      ['mailto:ada@example.org', 'ada[@]example[.]org'],
      [
        'bücher.example xn--bcher-kva.example пример.рф',
        'bücher[.]example xn--bcher-kva[.]example пример[.]рф',
      ],
      ['http://127.0.0.1:80 10.0.0.1 https://[::1]/', '127[.]0[.]0[.]1:80 10[.]0[.]0[.]1 [::1]/'],
      ['(//evil.example) \\\\evil\\share', '(evil[.]example) evil\\share'],
      ['hthttp://tp://evil.example', 'evil[.]example'],
      ['http:/mailto:/evil.example', 'http:/evil[.]example'],
      ['例え。com', '例え[。]com'],
      ['https://\ufeffevil.\ufeffexample/ a\ufeff@b', '\ufeffevil[.]\ufeffexample/ a\ufeff[@]b'],
    ] as const) {
      assert.equal(inertText(given), inert);
      assert.deepEqual(linksIn(inert), []);
    }
    for (const plain of [
      'e.g. 3.50 € at 10:30 on 26.11.2026, v1.2.3; C:/Users; and/or; 你好。我是'.concat(' @ada'),
      'https://',
    ]) {
      assert.equal(inertText(plain), plain);
    }
    assert.equal(inertFileName('www.example.com.pdf'), 'www[.]example[.]com.pdf');
    assert.equal(inertFileName('cv.pdf'), 'cv.pdf');
  });

  it('inert text takes time in proportion to its length, whatever it is made of', () => {
    for (const unit of [...'. a a. a- / @ a@ http:// mailto: :/ 。'.split(' '), 'a.bb ']) {
      const long = unit.repeat(100_000 / unit.length);
      const begun = performance.now();
      inertText(long);
      assert.ok(performance.now() - begun < 1_000, unit);
    }
  });

  it('nothing of the visitor can be linked in subject, sender, text and HTML; the links of the service can', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, text, async (name, subject, message, label) => {
        const { email } = await mailOf(
          new Map([
            ['name', [name]],
            ['_subject', [subject]],
            ['message', [message]],
            [`f${label}`, [message, subject]],
          ]),
        );
        assert.deepEqual(linksIn(email.subject ?? ''), []);
        assert.deepEqual(linksIn(email.from?.name ?? ''), []);
        const [above = '', below = ''] = (email.text ?? '').split('\n-- \n');
        assert.deepEqual(linksIn(above), []);
        const isOwn = (link: string) => link.startsWith(`${SERVICE}/`);
        const own = linksIn(below);
        assert.ok(own.length >= 4 && own.every(isOwn), own.join(' '));
        const [head = '', quoted = '', tail = ''] = (email.html ?? '').split(
          /<\/?blockquote[^>]*>/,
        );
        assert.deepEqual(linksIn(unescape(quoted)), []);
        assert.deepEqual(linksIn(unescape(head.slice(head.indexOf('<body'))).trim()), []);
        const hrefs = Array.from(
          (quoted + tail).matchAll(/href="([^"]*)"/g),
          ([, href = '']) => href,
        );
        assert.ok(hrefs.length >= 4 && hrefs.every(isOwn));
      }),
      { numRuns: 300 },
    );
  });

  it('the receipt proves the mail and what was submitted, which comes along as no text', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (name, message) => {
        const { facts, raw, email, verified } = await mailOf(
          new Map([
            ['name', [name]],
            ['message', [message, 'https://seen.example/a']],
          ]),
        );
        assert.deepEqual(readContent(email).fields, facts);
        const { fields, refuted } = readContent(email, verified.claims);
        assert.deepEqual([fields, refuted], [facts, []]);
        assert.doesNotMatch(raw.replaceAll('=\r\n', ''), /seen\.example/);
      }),
      { numRuns: 200 },
    );
  });
});
