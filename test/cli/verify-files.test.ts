import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rowsOf } from '../support/collect-tables.ts';
import { runCli } from '../support/run-cli.ts';
import { deliver } from './delivered.ts';

const FILES = [
  new File(['%PDF-1.7\n', new Uint8Array(3_000).map((_none, at) => at % 251)], 'Müller "cv".pdf'),
  new File(['%PDF-1.7\n'], 'Müller "cv".pdf'),
  new File([], '履歴書.txt'),
];

/** The base64 of the second file. */
const SECOND = Buffer.from('%PDF-1.7\n').toString('base64');
const OTHER = Buffer.from('%PDF-1.6\n').toString('base64');

const APART = {
  env: { MARKED_MAIL_FROM: 'Unchecked <spam@marked.example>' },
  more: { offer: '[url=https://shop.example/a]cheap[/url]', _honey: 'x' },
};
const NAMED = [
  new File(['%PDF-1.7\n'], 'www.shop.example.pdf'),
  new File(['a'], 'as-submitted.json'),
];

describe('verify-receipt of a marked mail with inert addresses', () => {
  it('verify-receipt proves what was submitted, by the attachment whose inert writing the mail shows', async (test) => {
    const { mail, eml, receipt, here, posted } = await deliver(test, NAMED, APART);
    assert.deepEqual(
      mail.email.attachments.map(({ filename }) => filename),
      ['submission.json', 'www[.]shop[.]example.pdf', 'as-submitted (2).json', 'as-submitted.json'],
    );
    assert.match(mail.email.text ?? '', /\[url=shop\[\.\]example\/a\]cheap/);
    const whole = await here(eml);
    assert.equal(whole.code, 0, whole.out + whole.err);
    assert.match(whole.out, /Proven: its content is the 4 fields given here\./);
    assert.match(whole.out, /Proven: its 2 attached files came with this delivery, byte by byte\./);
    const bare = await here(receipt, '--fields', posted);
    assert.equal(bare.code, 0, bare.out + bare.err);
  });

  it('collect makes a row of what was submitted, with the names that its files had', async (test) => {
    const { mail, file, keys } = await deliver(test, NAMED, APART);
    const from = 'From mail@example.com Thu Nov 26 05:00:00 2026\n';
    const mbox = file('mail.mbox', `${from}${mail.raw.replaceAll('\r\n', '\n')}\n`);
    const out = `${mbox}.csv`;
    const args = ['collect', '--mbox', mbox, '--out', out, '--keys', keys, '--strict'];
    const { code, err } = await runCli({}, args);
    assert.equal(code, 0, err);
    const [row] = rowsOf(out);
    assert.equal(row?.['offer'], APART.more.offer);
    assert.equal(row['attachments'], 'www.shop.example.pdf\nas-submitted (2).json');
    assert.equal(row['receipt'], 'holds');
  });

  it('verify-receipt refutes an inert mail whose text or original was altered, or whose original is gone', async (test) => {
    const { mail, file, here } = await deliver(test, [], APART);
    const at = mail.raw.lastIndexOf('\r\n\r\n') + 4;
    const original = mail.raw.slice(at, mail.raw.indexOf('\r\n--', at));
    const decoded = Buffer.from(original, 'base64').toString();
    assert.match(decoded, /https:\/\/shop\.example/);
    const other = Buffer.from(decoded.replace('shop', 'shap')).toString('base64');
    const altered = {
      text: mail.raw.replaceAll('shop[.]example', 'shap[.]example'),
      original: mail.raw.replace(original, other.replace(/.{76}/g, '$&\r\n')),
      gone: mail.raw.replace('as-submitted.json', 'other.json'),
    };
    for (const [what, raw] of Object.entries(altered)) {
      assert.notEqual(raw, mail.raw, what);
      const { code, out } = await here(file(`${what}.eml`, raw));
      assert.equal(code, 1, what);
      assert.match(out, /Refuted: the fields given here are not those of this delivery/, what);
    }
  });
});

describe('verify-receipt of a mail with files', () => {
  it('verify-receipt proves the files of a saved mail byte by byte', async (test) => {
    const { eml, receipt, here, posted } = await deliver(test, FILES);
    const whole = await here(eml);
    assert.equal(whole.code, 0, whole.out + whole.err);
    assert.match(whole.out, /Proven: its 3 attached files came with this delivery, byte by byte\./);
    const bare = await here(receipt, '--fields', posted);
    assert.equal(bare.code, 0, bare.out + bare.err);
    assert.match(bare.out, /Proven: its content is the 3 fields given here\./);
    assert.match(bare.out, /Not checked: its files\./);
  });

  it('verify-receipt does not prove a mail whose files were changed, renamed, added or taken away', async (test) => {
    const { mail, file, here } = await deliver(test, FILES);
    const part = /--=_mixed_[^\r]+\r\nContent-Type: text\/plain\r\n[^]+?(?=--=_mixed)/.exec(
      mail.raw,
    )?.[0];
    assert.ok(part && mail.raw.includes(SECOND));
    const altered = {
      changed: mail.raw.replace(SECOND, OTHER),
      renamed: mail.raw.replace(/filename\*=UTF-8''M/g, "filename*=UTF-8''N"),
      taken: mail.raw.replace(part, ''),
      added: mail.raw.replace(part, part + part),
    };
    for (const [what, raw] of Object.entries(altered)) {
      assert.notEqual(raw, mail.raw, what);
      const path = file(`${what}.eml`, raw);
      const { code, out } = await here(path);
      assert.equal(code, 1, what);
      assert.match(out, /Refuted: the attached files are not those of this delivery\./);
      assert.equal(JSON.parse((await here(path, '--json')).out).files, 'refuted');
    }
  });
});
