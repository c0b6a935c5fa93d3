import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { createDeployment } from '../../../test/support/composed-mails.ts';
import {
  collect,
  HELLO,
  newPath,
  ofFields,
  rowsOf,
  send,
  writeMbox,
} from '../../../test/support/collect-tables.ts';

const other = createDeployment();

const marksOf = async (raws: readonly string[]) => {
  const out = newPath('.csv');
  const { notes, code } = await collect({ mbox: writeMbox(raws), out, strict: true });
  return { marks: rowsOf(out).map(({ receipt }) => receipt), notes, code };
};

it('altered, forged and foreign mails are marked, and mails of others make no row', async () => {
  const { raw, receipt } = await send(HELLO);
  const { raw: own } = await send(ofFields({ name: 'Eve', message: 'Pay now' }));
  const foreign = await other.send(HELLO);
  const add = (text: string, line: string) =>
    text.replace('MIME-Version', `${line}\r\nMIME-Version`);
  const without = (text: string) =>
    text.replace(/Letterslot-Receipt:[^\r]*\r\n(?: [^\r]*\r\n)*/, '');
  const theirs = `Letterslot-Receipt: ${receipt}`;
  const mixed = 'Content-Type: multipart/mixed; boundary=b\n\n';
  const MAILS: Record<string, [raw: string, mark: string | undefined]> = {
    genuine: [raw, 'holds'],
    'with another text': [raw.replace('Hello', 'Hallo'), 'altered'],
    'with another HTML part': [raw.replace(/Hello(?!.*Hello)/s, 'Hallo'), 'holds'],
    'of another deployment': [foreign.raw, 'altered'],
    'with the receipt of another delivery': [add(without(own), theirs), 'altered'],
    'with two receipts': [add(raw, theirs), 'altered'],
    'without a receipt': [without(raw), 'missing'],
    'below a header without end': [`X: ${'a'.repeat(3_000_000)}\r\n${raw}`, 'altered'],
    'with a reference alone': ['letterslot-reference : K74M-2Q9D\n\nhello\n', 'missing'],
    'with NUL and no UTF-8': [raw.replace('Hello', 'Hel\0lo=FF'), 'altered'],
    'nested too deep': [`Letterslot-Receipt: x\n${`${mixed}--b\n`.repeat(200)}`, 'altered'],
    'with too many boundaries': [
      `Letterslot-Delivery: x\n${mixed}${'--b\n'.repeat(20_000)}`,
      'altered',
    ],
    'that is an automatic reply': [
      'Auto-Submitted: auto-replied\nLetterslot-Reference: K74M-2Q9D\n\nx\n',
      undefined,
    ],
    'of somebody else': ['Subject: Letterslot-Receipt: x\n\nLetterslot-Receipt: x\n', undefined],
  };
  for (const [what, [mail, mark]] of Object.entries(MAILS)) {
    const { marks, code } = await marksOf([mail]);
    assert.deepEqual(marks, mark === undefined ? [] : [mark], what);
    assert.equal(code, mark === 'altered' || mark === 'missing' ? 1 : 0, what);
  }
  const all = await marksOf(Object.values(MAILS).map(([mail]) => mail));
  assert.equal(all.marks.filter((mark) => mark === 'holds').length, 1);
  assert.match(all.notes, /8 new rows marked as altered.*\n2 new rows marked as missing/);
});

it('copies make one row, and an altered copy hides nothing', async () => {
  const { raw } = await send(HELLO);
  const altered = raw.replace('Hello', 'Hallo');
  const forward = (text: string, mark = 'f') =>
    `Subject: Fwd\r\nContent-Type: multipart/mixed; boundary=${mark}\r\n\r\n--${mark}\r\n\r\nSee.\r\n` +
    `--${mark}\r\nContent-Type: message/rfc822\r\n\r\n${text}\r\n--${mark}--\r\n`;
  const twice = forward(forward(raw), 'g');
  const { marks } = await marksOf([altered, altered, twice, `Received: by x\r\n${raw}`, raw]);
  assert.deepEqual(marks, ['altered', 'holds']);
  const { marks: later } = await marksOf([raw, altered, forward(raw)]);
  assert.deepEqual(later, ['holds', 'altered']);
});

it('a line that its mailbox may have quoted does not break a receipt', async () => {
  const { raw } = await send(HELLO);
  const path = newPath('.mbox');
  // Behind the last boundary: no part of the mail.
  for (const line of ['>From me', '>>From me']) {
    const mail = `${raw.replaceAll('\r\n', '\n')}${line}\n`;
    writeFileSync(path, `From a\n${mail}\n`);
    const out = newPath('.csv');
    await collect({ mbox: path, out });
    assert.equal(rowsOf(out)[0]?.['receipt'], 'holds');
  }
});
