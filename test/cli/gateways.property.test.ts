import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { readContent, receiptsIn } from '../../src/cli/receipts/receipt-mail.ts';
import { parseMail } from '../../src/mail/parse-mail.ts';
import { ReceiptFault, verifyReceipt } from '../../src/submissions/receipts/verify-receipt.ts';
import { createDeployment, mailedFile } from '../support/composed-mails.ts';
import {
  base64,
  eightBit,
  only1252,
  putTogether,
  REWRITINGS,
  takeApart,
  UTF_16,
  windows1252,
  type Parts,
} from '../support/gateway.ts';

const deployment = createDeployment();

const FORM = {
  settings: {
    fields: [
      { name: 'message', label: 'Ihre Nachricht' },
      { name: 'plan', type: 'select', options: [{ value: 'g', label: 'Gold' }, 'Silver'] },
      { name: 'terms', label: 'I agree', type: 'checkbox' },
    ],
  },
  language: 'de',
} as never;

/** Texts that windows-1252 has, so that a gateway may write them in it. */
const word = fc.oneof(
  fc.constantFrom('Größe', '€ 5', 'https://example.org/a?b=c', '-- ', '|', '| a:', '> x', 'From '),
  fc.constantFrom(' ', '\n', '\n\n', '\t', '  \n', 'ada@example.org', '=', '.', '<b>', "'"),
  fc.string({ maxLength: 12 }),
);
const value = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(''));
const name = fc.oneof(
  fc.constantFrom('name', 'email', 'message', 'plan', 'Größe', 'two words', '12'),
  fc.string({ minLength: 1, maxLength: 12 }).map((text) => `f${text}`),
);
const submission = fc.record({
  fields: fc
    .array(fc.tuple(name, fc.array(value, { minLength: 1, maxLength: 2 })), {
      minLength: 1,
      maxLength: 5,
    })
    .map((entries) => new Map(entries)),
  isDeclared: fc.boolean(),
  isMarked: fc.boolean(),
  files: fc.uniqueArray(fc.constantFrom('cv.pdf', 'www.a.example.txt', 'Müller.txt'), {
    maxLength: 2,
  }),
});
type Given = typeof submission extends fc.Arbitrary<infer Value> ? Value : never;

const send = ({ fields, isDeclared, isMarked, files }: Given) =>
  deployment.send(fields, {
    ...(isDeclared && { form: FORM }),
    ...(isMarked && { suspicions: ['links'] as const }),
    ...(files.length > 0 && { files: files.map((each) => mailedFile(each, `of ${each}`)) }),
  });

type Mail = Awaited<ReturnType<typeof send>>;

/** Wraps long lines at a blank, as the rest of a line does not say what was there before. */
const wrap = (text: string) => text.replace(/^(.{40,70}\S) (?=\S)/gm, '$1\n');

/** What the reader of `verify-receipt` and `collect` says of a mail. */
async function judge(raw: string) {
  const mail = await parseMail(Buffer.from(raw, 'latin1'));
  const [receipt = ''] = receiptsIn(mail);
  try {
    const { claims } = verifyReceipt(receipt, deployment.keys);
    return readContent(mail, claims);
  } catch (error) {
    if (!(error instanceof ReceiptFault)) throw error;
    return { refuted: ['receipt'], fields: [], files: [] };
  }
}

const pairs = (fields: Mail['fields']) =>
  fields.map(({ label, value: text }) => `${label}: ${text.replace(/[ \t]+(?=\n)/g, '')}`);

// Guarantee: Receipts
it('a receipt holds whatever is put around the fields, in any encoding', async () => {
  await fc.assert(
    fc.asyncProperty(
      submission,
      fc.subarray(Object.keys(REWRITINGS), { minLength: 1 }),
      fc.constantFrom(base64, eightBit, UTF_16, windows1252),
      async (given, names, write) => {
        const sent = await send(given);
        let parts = takeApart(sent.raw);
        for (const each of names) parts = REWRITINGS[each]?.(parts) ?? parts;
        const fits = write !== windows1252 || only1252(parts);
        const { refuted, fields, files } = await judge(putTogether(parts, fits ? write : base64));
        assert.deepEqual(refuted, [], names.join(', '));
        assert.deepEqual(pairs(fields).toSorted(), pairs(sent.fields).toSorted());
        assert.deepEqual(
          files.map(({ filename }) => filename),
          given.files,
        );
      },
    ),
    { numRuns: 300 },
  );
});

it('a receipt holds in a mail whose long lines were wrapped', async () => {
  const long = fc
    .array(fc.stringMatching(/^[a-zü]{1,9}$/), { minLength: 8, maxLength: 60 })
    .map((words) => words.join(' '));
  await fc.assert(
    fc.asyncProperty(long, long, async (one, other) => {
      const { raw } = await deployment.send(
        new Map([
          ['one', [one]],
          ['other', [`${other}\n\nEnd`]],
        ]),
      );
      const parts = takeApart(raw);
      const text = wrap(parts.text);
      const { refuted } = await judge(putTogether({ ...parts, text }, base64));
      assert.deepEqual(refuted, []);
    }),
    { numRuns: 100 },
  );
});

// Guarantee: Receipts
it('a receipt refutes any other value, name, order, file, time or form', async () => {
  await fc.assert(
    fc.asyncProperty(submission, fc.nat(), fc.nat(), async (given, chosen, at) => {
      const sent = await send(given);
      const parts = takeApart(sent.raw);
      const isQuoted = (line: string) => line.startsWith('| ');
      const lines = parts.text.split('\n');
      const quoted = lines.flatMap((line, place) => (isQuoted(line) ? [place] : []));
      const change = (edit: (line: string) => string[]) => {
        const place = quoted[at % quoted.length] ?? 0;
        return {
          ...parts,
          text: lines.toSpliced(place, 1, ...edit(lines[place] ?? '')).join('\n'),
        };
      };
      const inHeader = (pattern: RegExp, by: string) => ({
        ...parts,
        header: parts.header.replace(pattern, by),
      });
      const changes: (() => Parts)[] = [
        () => change((line) => [line.replace(/\S(:?\s*)$/u, '\u2020$1')]),
        () => change((line) => [line, '|   More']),
        () => change((line) => [line.endsWith(':') ? `| x${line.slice(2)}` : `${line}x`]),
        () => change(() => []),
        () => change((line) => ['| added:', '|   x', '|', line]),
        () => inHeader(/(?<=Letterslot-Receipt: [^~]{10})./, '*'),
        () => inHeader(/(?<=Letterslot-Delivery: msg_)./, 'x'),
        () => inHeader(/(?<=Letterslot-Reference: )./, '*'),
        () => ({ ...parts, attached: [...parts.attached, PDF] }),
      ];
      if (given.files.length > 0) {
        changes.push(
          () => ({ ...parts, attached: parts.attached.slice(1) }),
          () => ({
            ...parts,
            attached: parts.attached.map((part) => part.replace('text/plain', 'text/html')),
          }),
          () => ({
            ...parts,
            attached: parts.attached.map((part) =>
              part.replace(/(filename\*?=(?:UTF-8'')?"?)/g, '$1x'),
            ),
          }),
        );
      }
      const changed = changes[chosen % changes.length]?.();
      assert.ok(changed);
      const raw = putTogether(changed, base64);
      assert.ok(raw !== putTogether(parts, base64), `nothing changed, ${chosen}`);
      assert.notDeepEqual((await judge(raw)).refuted, [], changed.text);
    }),
    { numRuns: 500 },
  );
});

it('names, values and order that the mail does not show are as signed too, and so are time and form', async () => {
  const fields = new Map([
    ['terms', ['on']],
    ['plan', ['g']],
    ['message', ['Hello']],
  ]);
  const { raw } = await deployment.send(fields, { form: FORM });
  const parts = takeApart(raw);
  const [, folded = ''] = /^Letterslot-Fields: ((?:.*\r\n )*.*)\r$/m.exec(parts.header) ?? [];
  const token = folded.replaceAll('\r\n ', '');
  const entries = Buffer.from(token, 'base64url').toString();
  assert.equal(entries, '[[2,"terms","on"],[1,"plan","g"],[0,"message"]]');
  assert.deepEqual((await judge(putTogether(parts, base64))).refuted, []);
  const others = [
    entries.replace('"g"', '"s"'),
    entries.replace('"terms"', '"other"'),
    '[[1,"plan","g"],[2,"terms","on"],[0,"message"]]',
    '[[2,"terms","on"],[1,"plan","g"]]',
    '[0,1,2]',
    '[]',
    'x',
  ];
  for (const other of others) {
    const header = parts.header.replace(folded, Buffer.from(other).toString('base64url'));
    const { refuted } = await judge(putTogether({ ...parts, header }, base64));
    assert.deepEqual(refuted, ['fields'], other);
  }
  const [jws = '', claims = '', path = ''] = (await deployment.send(fields)).receipt.split('~');
  for (const change of [{ iat: 1 }, { form_id: 'cfm_22222222222222AA' }, { v: 2 }]) {
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
    const changed = Buffer.from(JSON.stringify({ ...said, ...change })).toString('base64url');
    const header = `Letterslot-Receipt: ${[jws, changed, path].join('~')}\r\n`;
    const { refuted } = await judge(putTogether({ ...parts, header }, base64));
    assert.deepEqual(refuted, ['receipt']);
  }
});

it('a field in the header proves no other text of a form without labels', async () => {
  const { raw } = await deployment.send(new Map([['message', ['100']]]));
  const { header, ...parts } = takeApart(raw);
  const token = Buffer.from('[[0,"message","100"]]').toString('base64url');
  const forged = `${header}Letterslot-Fields: ${token}\r\n`;
  const text = parts.text.replace('100', '900');
  const { refuted } = await judge(putTogether({ ...parts, text, header: forged }, base64));
  assert.deepEqual(refuted, ['fields']);
});

const PDF =
  'Content-Type: application/pdf\r\nContent-Disposition: attachment; filename="more.pdf"\r\n' +
  'Content-Transfer-Encoding: base64\r\n\r\nJVBERi0=';
