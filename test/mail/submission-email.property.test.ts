import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { composeMimeMessage } from '../../src/mail/mime-message.ts';
import { SubmissionMails } from '../../src/mail/submission-email.ts';
import { readFacts } from '../../src/cli/receipts/read-facts.ts';
import { toCanonicalFields } from '../../src/submissions/receipts/receipt.ts';
import { parseSubmission, type Submission } from '../../src/submissions/posted/submission.ts';
import { toFacts } from '../../src/submissions/posted/facts.ts';
import { Marks } from '../../src/submissions/suspicion/reasons.ts';
import type { FormSettings } from '../../src/contract/form-settings.ts';
import { describeMinute, explainMark } from '../../src/catalogs/catalog.ts';
import { LANGUAGES, wordsOf, type Language } from '../../src/catalogs/languages.ts';
import { newRoute } from '../stores/route-rows.ts';

const SENDER = { name: 'Forms', address: 'forms@example.com' };
const FOOTER = '\n\n-- \n';

const route = newRoute('owner@example.org', { alias: 'Größe & <Contact>', status: 'active' });

const LETTERHEAD = {
  operator: 'Acme',
  contact: undefined,
  sender: 'Acme Forms',
  inboxLink: () => 'https://forms.example/inbox',
};

const LINKS = {
  spam: 'https://forms.example/spam?token=s',
  stop: 'https://forms.example/stop?token=t',
  unsubscribe: 'https://forms.example/stop?token=u',
};

const marks = new Marks({ base: () => 'https://forms.example', now: Date.now });
const mails = new SubmissionMails(LETTERHEAD);
const AT = Date.UTC(2026, 10, 24, 8, 7);

async function roundTrip(fields: Map<string, string[]>, settings: FormSettings = {}) {
  const { submission } = marks.mark(route, parseSubmission(fields), { remember: false });
  const facts = toFacts(submission.fields);
  const about = { route: { ...route, settings }, submission, facts, outbox: { isInert: false } };
  const mail = mails.compose(
    { id: 'msg_cd892447-5368-4698-8922-4366b07915c7', at: AT, ...about, receipt: 'x.y.z' },
    { isCopy: false, links: LINKS, notSpam: 'https://forms.example/not-spam?token=n' },
  );
  const raw = composeMimeMessage(mail, SENDER);
  return { mail, raw, submission, email: await PostalMime.parse(raw) };
}

/** The lines above the fields: when it came, and why it is marked, if it is. */
const linesAbove = ({ suspicions }: Submission, language: Language) => [
  describeMinute(wordsOf(language).tag, new Date(AT)),
  ...(suspicions ? [explainMark(wordsOf(language), suspicions)] : []),
];

/** The content of the text part by its layout: labels, and indented values, all behind a bar. */
function expectedText(fields: Map<string, string[]>): string {
  const facts = toFacts(new Map(fields)).map(({ label, value }) => {
    const lines = value.split('\n').map((line) => (line === '' ? '|' : `|   ${line}`));
    return `| ${label}:\n${lines.join('\n')}`;
  });
  return facts.join('\n|\n').trimEnd();
}

const nasty = fc.constantFrom(
  ...[
    ['\r\n', '\n', '\r', '.', '\r\n.\r\n', 'From ', '>', '-- \n', ' \n', '='],
    ['=?utf-8?q?x?=', '\u2028', '\u202e', '\0', '\ud800', '😀', 'ü', '\t', '\u00a0'],
    ['\ufeff', 'x'.repeat(80), '<b>', '&', ': ', '--boundary'],
  ].flat(),
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ maxLength: 30 }),
  fc.array(nasty, { maxLength: 12 }).map((parts) => parts.join('')),
  fc
    .array(fc.oneof(nasty, fc.string({ maxLength: 5 })), { maxLength: 30 })
    .map((parts) => parts.join('')),
);
const fields = fc
  .array(
    fc.tuple(
      text.map((name) => `f${name}`),
      fc.array(text, { minLength: 1, maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((entries) => new Map(entries));

const ourLines = (isMarked: boolean, { noReply }: Submission) => [
  `Sent by Acme because this inbox confirmed the form “Größe & <Contact>”. ${wordsOf('en').mails.submission.replies[noReply ?? 'nobody']}`,
  'Reference: BYEU-JT4V',
  'This was spam: https://forms.example/spam?token=s',
  ...(isMarked ? ['This was not spam: https://forms.example/not-spam?token=n'] : []),
  'Stop this form: https://forms.example/stop?token=t',
  'Your forms and settings: https://forms.example/inbox',
];

/** What a visitor may try in order to imitate the footer. */
const imitation = fc.constantFrom(
  ...[
    ['-- ', '--', '-- \n', '\n\n-- \n', 'Stop this form: https://evil.example/stop'],
    ['Stop this form', 'Sent by evil because this inbox confirmed the form “evil”.'],
    ['Your forms and settings: https://evil.example/inbox', '| evil:', '|', '</blockquote>'],
    ['</span></p></blockquote><div>', '\u202eevil', '\u2066', '\u2028', '\r', '\u0085'],
    ['\v', '\n', ' '],
  ].flat(),
);
const language = fc.constantFrom(...LANGUAGES);
const imitating = fc
  .array(fc.oneof(imitation, text), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''));
const imitations = fc
  .array(fc.tuple(imitating, fc.array(imitating, { minLength: 1, maxLength: 2 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((entries) => new Map(entries));

describe('the mail of any submission', () => {
  // Guarantee: Mails, pages and integrations
  it('a submission mail shows exactly the cleaned fields in its text part', async () => {
    await fc.assert(
      fc.asyncProperty(fields, async (input) => {
        const { email, submission } = await roundTrip(input);
        const read = email.text ?? '';
        const shown = [...linesAbove(submission, 'en'), expectedText(input)].join('\n\n').trimEnd();
        assert.equal(read.slice(0, read.lastIndexOf(FOOTER)), shown);
      }),
      { numRuns: 400 },
    );
  });

  it('a submission mail gives its fields back from its text part', async () => {
    await fc.assert(
      fc.asyncProperty(fields, async (input) => {
        const { email } = await roundTrip(input);
        const read = email.text ?? '';
        const [facts = []] = readFacts(read);
        assert.equal(toCanonicalFields(facts), toCanonicalFields(toFacts(input)));
      }),
      { numRuns: 400 },
    );
  });

  it('a submission mail has a bar before every line of the visitor, and before no other', async () => {
    await fc.assert(
      fc.asyncProperty(imitations, async (input) => {
        const { email, submission } = await roundTrip(input);
        const lines = (email.text ?? '').trimEnd().split('\n');
        const html = email.html ?? '';
        const end = lines.indexOf('-- ');
        assert.equal(lines.lastIndexOf('-- '), end);
        const above = linesAbove(submission, 'en').flatMap((line) => [line, '']);
        assert.deepEqual(lines.slice(0, above.length), above);
        assert.ok(lines.slice(above.length, end - 1).every((line) => line.startsWith('|')));
        assert.equal(lines[end - 1], '');
        assert.deepEqual(
          lines.slice(end + 1),
          ourLines(submission.suspicions !== undefined, submission),
        );
        const hidden = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
        assert.doesNotMatch(lines.join('\n') + html, hidden);
        const [before = '', quoted = '', after = ''] = html.split(/<\/?blockquote[^>]*>/);
        assert.doesNotMatch(before + after, /evil/);
        const markup = quoted.replace(/ style="[^"]*"| dir="auto"/g, '').match(/<[^>]*>/g) ?? [];
        assert.deepEqual(
          markup.filter((tag) => !/^<(\/?(p|strong|span)|br \/)>$/.test(tag)),
          [],
        );
      }),
      { numRuns: 400 },
    );
  });

  it('a submission mail is safe on the wire and keeps its envelope', async () => {
    await fc.assert(
      fc.asyncProperty(fields, text, text, language, async (input, subject, email, spoken) => {
        const asked = new Map([
          ...input,
          ['_subject', [subject]],
          ['email', [email]],
          ['name', [subject]],
          ['_format', ['json']],
          ['bcc', ['x@evil.example']],
        ]);
        const settings = { language: spoken, sender_name: '{name} {email} – {form}' };
        const { mail, raw, email: read } = await roundTrip(asked, settings);
        assert.doesNotMatch(raw, /\r(?!\n)|\0/);
        assert.ok(raw.split(/\r?\n/).every((line) => line.length <= 998));
        const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
        assert.match(head, /^[\t\r\n\x20-\x7e]+$/);
        for (const name of ['from', 'to', 'subject']) {
          assert.equal(read.headers.filter(({ key }) => key === name).length, 1, name);
        }
        assert.deepEqual(read.to, [{ name: '', address: 'owner@example.org' }]);
        assert.deepEqual(read.from, {
          name: mail.senderName ?? 'Forms',
          address: 'forms@example.com',
        });
        assert.equal(read.cc, undefined);
        assert.equal(read.bcc, undefined);
        assert.equal(read.subject, mail.subject);
        const content = read.attachments[0]?.content;
        assert.ok(content instanceof ArrayBuffer);
        const flat = JSON.parse(Buffer.from(content).toString('utf8'));
        for (const [name, values] of input) {
          assert.deepEqual(flat[name], values.length === 1 ? values[0] : values);
        }
      }),
      { numRuns: 300 },
    );
  });
});
