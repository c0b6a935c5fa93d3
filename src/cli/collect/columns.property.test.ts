import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import fc from 'fast-check';
import { newFormId } from '../../forms/route.ts';
import {
  collect,
  FORMATS,
  newPath,
  ofFields,
  parseCsv,
  rowsOf,
  send,
  writeMbox,
} from '../../../test/support/collect-tables.ts';

const withoutNumber = (label: string) => label.replace(/(?: \(\d+\))+$/, '');

const NAMES = ['reference', 'Receipt', 'name', 'Name', 'name (2)', '=1+1', '1', 'rowid', 'a"b'];
const VALUES = ['=1+1', '-2', '@a', "'x", '\tx', 'a\r\nb', '"', ',', 'a;=b', '\0', '| b:', '-- '];
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ minLength: 1, maxLength: 20 }));
const value = fc.oneof(fc.constantFrom(...VALUES), fc.string({ unit: 'binary', maxLength: 60 }));
const fields = fc.uniqueArray(
  fc.tuple(
    name.filter((each) => !each.startsWith('_')),
    fc.array(value, { minLength: 1, maxLength: 3 }),
  ),
  { selector: ([each]) => each, minLength: 1, maxLength: 6 },
);

it('every cell is what was submitted, in each format, for any fields', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fields, { minLength: 1, maxLength: 5 }), async (submitted) => {
      const sent = await Promise.all(submitted.map((each) => send(new Map(each))));
      const mbox = writeMbox(sent.map(({ raw }) => raw));
      for (const format of FORMATS) {
        const out = newPath(format);
        const { notes } = await collect({ mbox, out });
        assert.equal(notes, '');
        const rows = rowsOf(out);
        assert.equal(rows.length, sent.length);
        for (const [at, { facts, formId }] of sent.entries()) {
          const { reference, received, form, receipt, ...cells } = rows[at] ?? {};
          assert.ok(reference && received);
          assert.deepEqual([form, receipt], [formId, 'holds']);
          const shown = facts.map(({ label, value: text }) => [withoutNumber(label), text]);
          const found = Object.entries(cells).map(([label, text]) => [withoutNumber(label), text]);
          assert.deepEqual(found.map(String).toSorted(), shown.map(String).toSorted());
        }
      }
    }),
    { numRuns: 25 },
  );
});

it('a field called like a column has a number behind its name', async () => {
  const fixed = ofFields({ Receipt: 'altered', reference: 'x', name: '1', Name: '2' });
  const out = newPath('.csv');
  await collect({ mbox: writeMbox([(await send(fixed)).raw]), out });
  const [row] = rowsOf(out);
  assert.equal(row?.['receipt'], 'holds');
  assert.deepEqual(
    ['Receipt (2)', 'reference (2)', 'name', 'Name (2)'].map((each) => row[each]),
    ['altered', 'x', '1', '2'],
  );
});

it('fields of one name share a column, whatever their form calls them, and what nothing proves makes none', async () => {
  const form = { settings: { fields: [{ name: 'email', label: 'E-Mail' }] } as never };
  const plain = await send(ofFields({ email: 'a@example.com', message: 'Hello' }));
  const named = await send(ofFields({ email: 'b@example.com' }), { form });
  const { raw } = await send(ofFields({ forged: 'x', email: 'c@example.com' }));
  const altered = raw.replace('|   x', '|   y');
  for (const format of FORMATS) {
    const out = newPath(format);
    await collect({
      mbox: writeMbox([altered, plain.raw, named.raw, raw.replace('|   x', '|   z')]),
      out,
    });
    const rows = rowsOf(out).map(({ email, forged, other_fields: others, receipt }) => [
      receipt,
      email,
      forged,
      others,
    ]);
    const first = '[["forged","y"],["email","c@example.com"]]';
    assert.deepEqual(rows, [
      ['altered', undefined, undefined, first],
      ['holds', 'a@example.com', undefined, undefined],
      ['holds', 'b@example.com', undefined, undefined],
      ['altered', 'c@example.com', undefined, '[["forged","z"]]'],
    ]);
  }
});

it('forged mails and forms with fields without end leave columns for all other forms', async () => {
  const many = (mark: string) =>
    ofFields(Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${mark}${at}`, 'x'])));
  const labels = (mark: string) =>
    Array.from({ length: 250 }, (_, at) => `| ${mark}${at}:\n|   x\n`).join('');
  const forged = ['one', 'two'].map((mark) => `Letterslot-Reference: x\n\n${labels(mark)}-- \n`);
  const form = { settings: { fields: [{ name: 'own', label: 'Own' }] } as never };
  const formId = newFormId();
  const sent = [
    await send(many('a'), { formId }),
    await send(new Map([...many('b'), ['own', ['y']]]), { form }),
    await send(many('c'), { formId }),
    await send(ofFields({ name: 'Ada', message: 'Hello' })),
  ];
  const mails = [...forged, ...sent.map(({ raw }) => raw)];
  for (const format of FORMATS) {
    const out = newPath(format);
    const mbox = newPath('.mbox');
    // Run by run, as the shares of earlier runs count too.
    for (const count of mails.keys()) {
      writeMbox(mails.slice(0, count + 1), mbox);
      await collect({ mbox, out });
    }
    const rows = rowsOf(out);
    assert.equal(rows.filter(({ receipt }) => receipt === 'holds').length, 4);
    for (const { receipt, ...row } of rows.slice(0, 2)) {
      assert.deepEqual(Object.keys(row), ['other_fields']);
      assert.equal(JSON.parse(row['other_fields'] ?? '').length, 250);
      assert.equal(receipt, 'missing');
    }
    const columnsOf = (row = {}, mark = '') =>
      Object.keys(row).filter((column) => column.startsWith(mark) && /\d$/.test(column)).length;
    assert.deepEqual([columnsOf(rows[2], 'a'), columnsOf(rows[4], 'c')], [167, 0]);
    assert.ok(columnsOf(rows[3], 'b') > 100);
    const [own, last] = [rows[3], rows[5]];
    assert.deepEqual([own?.['own'], last?.['name'], last?.['message']], ['y', 'Ada', 'Hello']);
  }
});

it('declared fields stand in the order of the form, by their names and with their values', async () => {
  const declared = ['a', 'b', 'c'].map((each) => ({
    name: each,
    label: each === 'c' ? 'b' : each,
  }));
  const form = { settings: { fields: declared } as never };
  const first = await send(ofFields({ b: '2', c: '3', more: '4' }), { form });
  const second = await send(ofFields({ c: '3', b: '2', a: '1' }), { form });
  const out = newPath('.csv');
  await collect({ mbox: writeMbox([first.raw, second.raw]), out, bom: true });
  const text = readFileSync(out, 'utf8');
  assert.ok(text.startsWith('\ufeffreference,received,form,'));
  assert.deepEqual(parseCsv(text)[0]?.slice(3, -2), ['a', 'b', 'c', 'more']);
});
