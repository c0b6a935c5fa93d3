import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  collect,
  HELLO,
  newPath,
  rowsOf,
  send,
  writeMbox,
} from '../../../test/support/collect-tables.ts';
import { CommandError } from '../command.ts';

const { raw } = await send(HELLO);

const collected = async (mbox: string) => {
  const out = newPath('.csv');
  const { out: said } = await collect({ mbox, out });
  return { rows: rowsOf(out).length, said };
};

const fileOf = (content: string | Buffer, ending = '.mbox') => {
  const path = newPath(ending);
  writeFileSync(path, content, 'latin1');
  return path;
};

const lf = raw.replaceAll('\r\n', '\n');

describe('what --mbox names', () => {
  it('a mail that its mailbox calls deleted makes no row', async () => {
    const marks: [header: string, rows: number][] = [
      ['X-Mozilla-Status: 0009', 0],
      ['X-Mozilla-Status: 0008\nX-Mozilla-Status2: 00000000', 0],
      ['X-Mozilla-Status: 1019', 0],
      ['X-Mozilla-Status: 0001\nX-Mozilla-Status2: 00200000', 0],
      ['X-Mozilla-Status2: 10a00000', 0],
      ['Status: ROD', 0],
      ['Status: RO\nX-Status: AD', 0],
      ['X-Status: D', 0],
      ['X-Mozilla-Status: 0001', 1],
      ['X-Mozilla-Status: 0010\nX-Mozilla-Status2: 00800000', 1],
      ['X-Mozilla-Status: 0080', 1],
      ['Status: RO\nX-Status: AF', 1],
      ['Status: Done', 1],
      ['X-Other-Status: D', 1],
    ];
    for (const [header, rows] of marks)
      for (const text of [
        `From - x\n${header}\n${lf}\n`,
        `From - x\r\n${header.replace('\n', '\r\n')}\r\n${raw}\r\n`,
      ]) {
        assert.equal((await collected(fileOf(text))).rows, rows, header);
      }
    const atEnd = lf.replace('\n\n', '\nX-Mozilla-Status: 0008\n\n');
    assert.equal((await collected(fileOf(`From - x\n${atEnd}`))).rows, 0);
    const inText = lf.replace('Hello', 'X-Mozilla-Status: 0008');
    assert.equal((await collected(fileOf(`From - x\n${inText}`))).rows, 1);
  });

  it('the mail behind a deleted one is read, now and in a later run', async () => {
    const [mbox, out] = [newPath('.mbox'), newPath('.csv')];
    const other = (await send(HELLO)).raw.replaceAll('\r\n', '\n');
    const text = `From - x\nX-Mozilla-Status: 0008\n${lf}\nFrom - x\n${other}\n`;
    writeFileSync(mbox, text);
    assert.match((await collect({ mbox, out })).out, /^Read 1 mail,/);
    const third = (await send(HELLO)).raw.replaceAll('\r\n', '\n');
    writeFileSync(mbox, `${text}From - x\n${third}\n`);
    assert.match((await collect({ mbox, out })).out, /^Read 1 mail,.*\nAdded 1 row/);
    assert.equal(rowsOf(out).length, 2);
  });

  it('the folder that Apple Mail exports, and a single mail, are read', async () => {
    const folder = newPath('.mbox');
    mkdirSync(folder);
    writeFileSync(join(folder, 'mbox'), `From a@b.example Thu Jan  1 00:00:00 1970\n${lf}\n`);
    writeFileSync(join(folder, 'table_of_contents'), 'x');
    assert.equal((await collected(folder)).rows, 1);
    await assert.rejects(
      collected(join(folder, '..')),
      /name one of its mailboxes, such as .*\.mbox/,
    );
    const eml = fileOf(raw.replace('MIME-Version', 'X-A: b\r\nMIME-Version'), '.eml');
    assert.equal((await collected(eml)).rows, 1);
    // A line that begins with "From " is text here.
    const lines = fileOf(`${lf}From me\nLetterslot-Delivery: x\n`, '.eml');
    assert.equal((await collected(lines)).rows, 1);
    const out = newPath('.csv');
    await collect({ mbox: eml, out });
    assert.match((await collect({ mbox: eml, out })).out, /^Read 0 mails/);
  });

  it('a mailbox without mails is none the less one', async () => {
    assert.match((await collected(fileOf(''))).said, /^Read 0 mails/);
    assert.equal((await collected(fileOf(`\n\nFrom \n${lf}`))).rows, 1);
  });

  const mbox = `From x\n${lf}`;
  const others: [what: RegExp, content: string | Buffer, ending: string][] = [
    [/a zip archive\. Unpack it/, 'PK\x03\x04\x14\0', '.zip'],
    [/a gzip archive\. Unpack it/, gzipSync(mbox), '.mbox.gz'],
    [/an archive/, '7z\xbc\xaf\x27\x1c', '.7z'],
    [/an archive/, `${'takeout/mails.mbox'.padEnd(257, '\0')}ustar\0${mbox}`, '.tar'],
    [/Outlook \(\.pst or \.ost\)/, '!BDN\0\0', '.pst'],
    [/Outlook \(\.msg\)/, '\xd0\xcf\x11\xe0\xa1\xb1', '.msg'],
    [/Outlook Express/, '\xcf\xad\x12\xfe', '.dbx'],
    [/Apple Mail \(\.emlx\)/, `${lf.length}\n${lf}`, '.emlx'],
    [/a PDF/, '%PDF-1.7\n', '.pdf'],
    [/a web page/, '\n<!DOCTYPE html><p>From: a', '.html'],
    [/a database/, 'SQLite format 3\0', '.db'],
    [/UTF-16/, Buffer.from(`\ufeff${mbox}`, 'utf16le'), '.mbox'],
    [/neither with “From ”/, 'Dear diary,\nFrom: now on\n', '.txt'],
    [/neither with “From ”/, 'From here on\nall is well.\n', '.txt'],
    [/neither with “From ”/, 'reference,received,form\r\n', '.csv'],
    [/neither with “From ”/, 'Note: call Bob\nTodo: rest\n\nFrom: x\n', '.txt'],
    [/neither with “From ”/, '{"from": "x"}', '.json'],
    [/neither with “From ”/, Buffer.alloc(100), '.bin'],
  ];
  for (const [what, content, ending] of others)
    it(`a file that is no mailbox is refused, and no table made: ${ending}, ${what}`, async () => {
      const [path, out] = [fileOf(content, ending), newPath('.csv')];
      await assert.rejects(
        collect({ mbox: path, out }),
        (error) =>
          error instanceof CommandError && what.test(error.message) && error.exitCode === 1,
      );
      assert.throws(() => rowsOf(out), /ENOENT/);
    });

  it('a Maildir, an empty folder and nothing at all are refused with what is left', async () => {
    const folder = newPath('');
    mkdirSync(folder);
    await assert.rejects(collected(folder), /a folder without a mailbox\. .*--imap/);
    mkdirSync(join(folder, 'cur'));
    await assert.rejects(collected(folder), /is a Maildir, which is not read\. .*--imap/);
    await assert.rejects(collected(join(folder, 'none')), /cannot be read \(ENOENT\)/);
  });

  it('a mailbox of mails with bars and separators is read as before', async () => {
    assert.equal((await collected(writeMbox([raw, raw, (await send(HELLO)).raw]))).rows, 2);
  });
});
