import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  collect,
  FORMATS,
  HELLO,
  newPath,
  rowsOf,
  send,
  writeMbox,
} from '../../../test/support/collect-tables.ts';
import { createDeployment } from '../../../test/support/composed-mails.ts';
import { MessageReader } from './read-messages.ts';

const LINES = '\n'.repeat(1_100_000);

const NAMED = `Letterslot-Reference: x\nMessage-ID:\n <dear\u009b1@b.example>\n\n${LINES}`;

/** A mail of somebody else, which could have one of this service in it. */
const UNNAMED = `Subject: message/rfc822\n\n${LINES}`;

describe('mails that are too dear to read', () => {
  for (const format of FORMATS)
    it(`they are named and counted once, and all others are read into a ${format}`, async () => {
      const [one, two] = [await send(HELLO), await send(HELLO)];
      const named = NAMED.replace('\u009b', '');
      const mbox = writeMbox([one.raw, named, UNNAMED, two.raw]);
      const out = newPath(format);
      const { out: said, notes, code } = await collect({ mbox, out });
      assert.equal(code, 0);
      assert.match(said, /Read 4 mails, and found 3 messages/);
      assert.match(
        notes,
        /^The mail <dear1@b\.example> \(.*, byte \d+\) is not read: .*line breaks\.$/m,
      );
      assert.match(notes, /^The mail at .*, byte \d+ is not read: /m);
      assert.match(notes, /^2 mails could not be read/m);
      assert.deepEqual(
        rowsOf(out).map(({ receipt }) => receipt),
        ['holds', 'altered', 'holds'],
      );
      const again = await collect({ mbox, out });
      assert.match(again.out, /Read 0 mails/);
      assert.equal(again.notes, '');
    });

  it('a run that ends behind them leaves them behind as well', async () => {
    const [mbox, out] = [writeMbox([NAMED, (await send(HELLO)).raw]), newPath('.csv')];
    await assert.rejects(collect({ mbox, out, files: mbox }), /files cannot be saved/);
    const { out: said, notes } = await collect({ mbox, out });
    assert.match(said, /Read 1 mail,/);
    assert.equal(notes, '');
    assert.equal(rowsOf(out).length, 2);
  });

  it('a Message-ID that is none names no mail', async () => {
    const { notes } = await collect({ mbox: writeMbox([NAMED]), out: newPath('.csv') });
    assert.doesNotMatch(notes, /\u009b/);
    assert.match(notes, /^The mail at /m);
  });

  it('many of them are counted, and the first 20 named', async () => {
    const { notes } = await collect({
      mbox: writeMbox(Array(25).fill(`Letterslot-Delivery: x\n\n${'--b\n'.repeat(20_000)}`)),
      out: newPath('.db'),
    });
    assert.equal(notes.match(/is not read/g)?.length, 20);
    assert.match(notes, /25 mails could not be read/);
  });
});

describe('encrypted mails', () => {
  const encrypted = (headers: string) =>
    Buffer.from(
      `${headers}Content-Type: multipart/encrypted; boundary=b\r\n\r\n--b\r\n` +
        'Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b\r\n' +
        'Content-Type: application/octet-stream\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n--b--\r\n',
    );

  it('are decrypted only if their receipt holds', async () => {
    const { keys, send: sendFrom } = createDeployment();
    let asked = 0;
    const reader = new MessageReader({ keys, place: undefined }, () => {
      asked += 1;
      return Promise.resolve(undefined);
    });
    const { raw, receipt } = await sendFrom(HELLO);
    assert.ok(raw.includes('Letterslot-Receipt'));
    const forged = await createDeployment().send(HELLO);
    for (const value of ['x', 'a.b.c~d~e', forged.receipt])
      await reader.read({ raw: encrypted(`Letterslot-Receipt: ${value}\r\n`) });
    await reader.read({ raw: encrypted('Letterslot-Reference: K74M-2Q9D\r\n') });
    assert.equal(asked, 0);
    await reader.read({ raw: encrypted(`Letterslot-Receipt: ${receipt}\r\n`) });
    assert.equal(asked, 1);
  });
});
