import assert from 'node:assert/strict';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createDeployment, mailedFile } from '../../../test/support/composed-mails.ts';
import {
  collect,
  FORMATS,
  HELLO,
  newPath,
  ofFields,
  rowsOf,
  send,
  writeMbox,
} from '../../../test/support/collect-tables.ts';
import { CommandError, UsageError } from '../command.ts';
import { listOf } from '../../../test/support/list-of.ts';

const other = createDeployment();

describe('further runs of collect', () => {
  for (const format of FORMATS) {
    it(`a further run adds what is new, and its columns, to a ${format}`, async () => {
      const first = await send(HELLO);
      const second = await send(ofFields({ name: 'Bob', phone: '+49 30' }));
      const [mbox, out] = [newPath('.mbox'), newPath(format)];
      writeMbox([first.raw], mbox);
      await collect({ mbox, out });
      writeMbox([first.raw, second.raw], mbox);
      const again = await collect({ mbox, out });
      assert.match(again.out, /Read 1 mail, and found 1 message/);
      const rows = rowsOf(out).map(({ name, phone }) => [name, phone]);
      assert.deepEqual(rows, [
        ['Ada', undefined],
        ['Bob', '+49 30'],
      ]);
      writeMbox([second.raw], mbox);
      const shrunk = await collect({ mbox, out });
      assert.match(shrunk.notes, /was rewritten/);
      assert.equal(rowsOf(out).length, 2);
    });

    it(`a mailbox without messages makes a ${format} without rows`, async () => {
      const out = newPath(format);
      await collect({ mbox: writeMbox([]), out });
      assert.deepEqual(rowsOf(out), []);
    });

    it(`other terms and other keys lose and double nothing in a ${format}`, async () => {
      const one = await send(HELLO, { at: Date.UTC(2026, 0, 5) });
      const two = await send(HELLO);
      const [mbox, out, keys] = [writeMbox([one.raw, two.raw]), newPath(format), newPath('.json')];
      writeFileSync(keys, JSON.stringify({ keys: [other.keyring.signing.publicJwk] }));
      await collect({ mbox, out, form: one.formId, since: '2026-01-06' });
      await collect({ mbox, out, form: two.formId, keys });
      assert.deepEqual(
        rowsOf(out).map(({ receipt }) => receipt),
        ['altered'],
      );
      await collect({ mbox, out });
      assert.deepEqual(
        rowsOf(out).map(({ form, receipt }) => [form, receipt]),
        [
          [two.formId, 'altered'],
          [one.formId, 'holds'],
          [two.formId, 'holds'],
        ],
      );
    });
  }

  it('days are those of UTC, and --until has its own day in it', async () => {
    const days = listOf(`
      2026-01-04T23:59:59 2026-01-05T00:00:00 2026-01-05T23:59:59 2026-01-06T00:00:00
    `);
    const mails = await Promise.all(days.map((at) => send(HELLO, { at: Date.parse(`${at}Z`) })));
    const mbox = writeMbox(mails.map(({ raw }) => raw));
    const collected = async (terms: Record<string, string>) => {
      const out = newPath('.csv');
      await collect({ mbox, out, ...terms });
      return rowsOf(out).map(({ received = '' }) =>
        days.findIndex((at) => received.startsWith(at)),
      );
    };
    assert.deepEqual(await collected({ since: '2026-01-05' }), [1, 2, 3]);
    assert.deepEqual(await collected({ until: '2026-01-05' }), [0, 1, 2]);
    assert.deepEqual(await collected({ since: '2026-01-05', until: '2026-01-05' }), [1, 2]);
    const wrong: Record<string, string>[] = [
      { since: '2026-01-06', until: '2026-01-05' },
      { until: '2026-02-31' },
      { until: '2026-01' },
    ];
    for (const terms of wrong) {
      await assert.rejects(collected(terms), UsageError);
    }
  });

  it('a file of somebody else is not touched, and an unknown ending is refused', async () => {
    const mbox = writeMbox([(await send(HELLO)).raw]);
    const out = newPath('.csv');
    writeFileSync(out, 'a,b\r\n');
    await assert.rejects(collect({ mbox, out }), CommandError);
    assert.equal(readFileSync(out, 'utf8'), 'a,b\r\n');
    await assert.rejects(collect({ mbox, out: newPath('.xlsx') }), UsageError);
    await assert.rejects(collect({ mbox, out: newPath('.jsonl') }), /name a \.csv, or a \.db/);
    for (const folder of FORMATS.map(newPath)) {
      mkdirSync(folder);
      await assert.rejects(collect({ mbox, out: folder }), /is not a file/);
    }
    const free = newPath('.csv');
    symlinkSync(out, `${free}.new`);
    for (const _run of [1, 2]) await assert.rejects(collect({ mbox, out: free }), /move it away/);
    assert.equal(readFileSync(out, 'utf8'), 'a,b\r\n');
    rmSync(`${free}.new`);
    await collect({ mbox, out: free });
    assert.equal(rowsOf(free).length, 1);
  });

  it('a table that was deleted is not begun again without its rows', async () => {
    const [mbox, out] = [writeMbox([(await send(HELLO)).raw]), newPath('.csv')];
    await collect({ mbox, out });
    rmSync(out);
    await assert.rejects(collect({ mbox, out }), /delete .*\.state too/);
    rmSync(`${out}.state`);
    await collect({ mbox, out });
    assert.equal(rowsOf(out).length, 1);
  });

  it('others read neither the table nor what is saved, whatever the umask of the user', async () => {
    const { raw } = await send(HELLO, { files: [mailedFile('cv.txt', 'one')] });
    const before = process.umask(0);
    try {
      const above = newPath('');
      const files = join(above, 'inner');
      const outs = FORMATS.map(newPath);
      for (const out of outs) await collect({ mbox: writeMbox([raw]), out, files });
      const state = outs.filter((out) => out.endsWith('.csv')).map((out) => `${out}.state`);
      const saved = readdirSync(files).map((name) => join(files, name));
      const modeOf = (path: string) => statSync(path).mode & 0o777;
      assert.deepEqual([above, files].map(modeOf), [0o700, 0o700]);
      const written = [...outs, ...state, ...saved];
      assert.equal(written.length, 4);
      assert.deepEqual(new Set(written.map(modeOf)), new Set([0o600]));
    } finally {
      process.umask(before);
    }
  });

  it('files get clean names in the folder, and none replaces another', async () => {
    const files = [mailedFile('cv.txt', 'one'), mailedFile('b c.txt', 'two')];
    const { raw } = await send(HELLO, { files });
    const evil = raw.replaceAll('filename="cv.txt"', 'filename="../../cv.txt"');
    const saved = newPath('');
    for (const out of [newPath('.csv'), newPath('.csv')]) {
      await collect({ mbox: writeMbox([raw, evil]), out, files: saved });
      const [row, altered] = rowsOf(out);
      const names = readdirSync(saved).toSorted();
      assert.equal(names.length, 2);
      assert.deepEqual(row?.['attachments']?.split('\n').toSorted(), names);
      assert.equal(altered?.['attachments'], 'cv.txt\nb c.txt');
    }
    writeFileSync(join(saved, readdirSync(saved).toSorted()[1] ?? ''), 'mine');
    await collect({ mbox: writeMbox([raw]), out: newPath('.csv'), files: saved });
    assert.equal(readdirSync(saved).length, 3);
  });
});
