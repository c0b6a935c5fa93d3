import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { armorIn, encryptedForm } from '../support/encrypted-form.ts';
import { startLosingProxy } from '../support/losing-proxy.ts';
import { startService, type TestService } from '../support/service.ts';
import type { ReceivedMail } from '../support/smtp-sink.ts';
import { newTempFolder } from '../support/temp-folder.ts';
import { asMail, fillMailbox, startCollecting, type Collecting } from './collecting.ts';
import { fieldsIn, fieldsOf, rowsIn, SUBMISSION, type Row, type Sent } from './collected-rows.ts';
import type { Dovecot } from './dovecot.ts';
import { createGnuPG } from './gnupg.ts';
import { UNLESS_ROOT, unlessInstalled } from './programs.ts';

const CURVE_25519 = [
  'Key-Type: eddsa',
  'Key-Curve: ed25519',
  'Subkey-Type: ecdh',
  'Subkey-Curve: cv25519',
];

const sha256 = (octets: Buffer | string) => createHash('sha256').update(octets).digest('hex');

describe(
  'collect with Dovecot',
  { skip: UNLESS_ROOT || unlessInstalled('dovecot', 'doveadm') },
  () => {
    const ends: (() => Promise<void> | void)[] = [];
    const owner = { after: (end: () => Promise<void> | void) => void ends.unshift(end) };
    const folder = newTempFolder('collect');
    const inFolder = (name: string) => join(folder, name);
    let service: TestService;
    let dovecot: Dovecot;
    let submit: Collecting['submit'];
    let collect: Collecting['collect'];
    let collected: Collecting['collected'];
    let sent: Sent[] = [];

    const isSent = ({ reference }: Row) => sent.some((one) => one.reference === reference);

    function expectAll(rows: readonly Row[]): void {
      assert.equal(rows.length, sent.length);
      const byReference = new Map(rows.map((row) => [row.reference, row]));
      for (const { reference, form, given, files } of sent) {
        const row = byReference.get(reference);
        assert.ok(row, reference);
        assert.deepEqual(fieldsIn(row), fieldsOf(given));
        // Files that are saved are named after their message.
        const saved = Object.keys(files).map((name) => `${reference} ${name}`);
        assert.equal(row['attachments'] ?? '', saved.join('\n'));
        assert.deepEqual([row.form, row.receipt], [form, 'holds']);
      }
    }

    before(async () => {
      ({ service, dovecot, submit, collect, collected } = await startCollecting(owner, folder));
      sent = await fillMailbox({ service, dovecot, submit });
    });

    after(async () => {
      for (const end of ends) await end();
      rmSync(folder, { recursive: true, force: true });
    });

    const flags = () => dovecot.doveadm('fetch', 'mailbox uid flags', 'all');

    it('every cell is what was submitted, and the mailbox stays as it was', async () => {
      const was = await flags();
      expectAll(await collected('all.csv'));
      assert.equal(await flags(), was);
      const saved = execFileSync('find', [inFolder('files'), '-type', 'f'], { encoding: 'utf8' });
      const hashes = saved
        .trim()
        .split('\n')
        .map((path) => sha256(readFileSync(path)));
      const expected = sent.flatMap(({ files }) =>
        Object.values(files).map((file) => sha256(file)),
      );
      assert.deepEqual(hashes.toSorted(), expected.toSorted());
    });

    it('a later run adds what is new, wherever mails were moved, and after UIDVALIDITY has changed', async () => {
      const written = readFileSync(inFolder('all.csv'), 'utf8');
      await dovecot.doveadm('move', 'Archive', 'mailbox', 'INBOX', 'uid', '30:40');
      expectAll(await collected('all.csv'));
      rmSync(join(dovecot.maildir, 'dovecot-uidlist'));
      expectAll(await collected('all.csv'));
      assert.equal(readFileSync(inFolder('all.csv'), 'utf8'), written);
      const { message } = await submit(sent[0]?.form ?? '', [['name', 'New']]);
      await dovecot.deliver(asMail(message.mail));
      sent.push(message);
      expectAll(await collected('all.csv'));
    });

    /** Puts mails into a folder of their own, and collects them from there. */
    async function collectFrom(
      name: string,
      mails: readonly Buffer[],
      env: Record<string, string> = {},
      ...args: string[]
    ) {
      await dovecot.doveadm('mailbox create', name);
      for (const mail of mails) await dovecot.deliver(mail, name);
      const url = dovecot.url(name);
      const result = await collect(`${name}.csv`, args, { url, env });
      return { ...result, rows: rowsIn(inFolder(`${name}.csv`)) };
    }

    it('mails that are altered, forged, of another deployment or without a receipt are marked', async (test) => {
      const form = sent[0]?.form ?? '';
      const [{ message: one }, { message: other }] = [
        await submit(form, [['message', 'Pay 100 to Ada']]),
        await submit(form, [['message', 'Pay 200 to Eve']]),
      ];
      const stranger = await startService(test);
      await stranger.submit((await stranger.activeRoute()).form_id, { message: 'Hello' });
      const [strange] = stranger.sink.mails;
      assert.ok(strange);
      const headOf = ({ raw }: ReceivedMail) => raw.slice(0, raw.indexOf('\r\nMIME-Version'));
      const { raw } = one.mail;
      const { rows, code, err } = await collectFrom('Marked', [
        Buffer.from(raw.replaceAll('100', '900'), 'latin1'),
        Buffer.from(headOf(one.mail) + other.mail.raw.slice(headOf(other.mail).length), 'latin1'),
        asMail(strange),
        Buffer.from(raw.replace(/Letterslot-Receipt:.*?\r\n(?! )/s, ''), 'latin1'),
        asMail(one.mail),
      ]);
      assert.equal(code, 0, err);
      const marks = rows.map(({ receipt }) => receipt).toSorted();
      assert.deepEqual(marks, ['altered', 'altered', 'altered', 'holds', 'missing']);
      const strict = await collect('strict.csv', ['--strict'], { url: dovecot.url('Marked') });
      assert.equal(strict.code, 1, strict.err);
    });

    it('a mail that its server marks as deleted makes no row', async () => {
      const form = sent[0]?.form ?? '';
      const messages = [await submit(form, [['n', '1']]), await submit(form, [['n', '2']])];
      await dovecot.doveadm('mailbox create', 'Deleted');
      for (const { message } of messages) await dovecot.deliver(asMail(message.mail), 'Deleted');
      await dovecot.doveadm('flags add', '\\Deleted', 'mailbox', 'Deleted', 'uid', '1');
      const { code, err } = await collect('deleted.csv', [], { url: dovecot.url('Deleted') });
      assert.equal(code, 0, err);
      assert.deepEqual(
        rowsIn(inFolder('deleted.csv')).map(({ reference }) => reference),
        [messages[1]?.message.reference],
      );
    });

    it(
      'encrypted mails are read with gpg; without the key, nothing is said to hold',
      { skip: unlessInstalled('gpg') },
      async (test) => {
        const gnupg = createGnuPG(test);
        const { key } = gnupg.makeKey(CURVE_25519);
        const forms = [
          await encryptedForm(service, { type: 'openpgp', key }, { files: {} }),
          await encryptedForm(service, { type: 'openpgp', key }),
        ];
        const given = fc.sample(SUBMISSION, { seed: 33, numRuns: 4 });
        const messages: Sent[] = [];
        for (const [at, fields] of given.entries()) {
          const form = forms[at % 2] ?? '';
          const files: Record<string, string> = at === 0 ? { 'a.txt': 'content' } : {};
          messages.push((await submit(form, fields, files)).message);
        }
        const [first, , third] = messages;
        assert.ok(first && third);
        // The outer header of one delivery around the content of another.
        const data = (mail: ReceivedMail) => armorIn(mail, 'PGP MESSAGE');
        const mixed = Buffer.from(
          first.mail.raw.replace(data(first.mail), data(third.mail)),
          'latin1',
        );
        const mails = [mixed, ...messages.map(({ mail }) => asMail(mail))];
        const locked = await collectFrom('Locked', mails, { GNUPGHOME: inFolder('nothing') });
        assert.equal(locked.code, 0, locked.err);
        assert.match(locked.err, /encrypted: gpg has no key/);
        assert.deepEqual(new Set(locked.rows.map(({ receipt }) => receipt)), new Set(['missing']));
        const env = { GNUPGHOME: gnupg.home };
        const opened = await collectFrom('Opened', mails, env);
        assert.equal(opened.code, 0, opened.err);
        for (const { reference, given: fields, files } of messages) {
          const row = opened.rows.find(
            (one) => one.reference === reference && one.receipt === 'holds',
          );
          assert.ok(row, reference);
          assert.deepEqual(fieldsIn(row), fieldsOf(fields));
          assert.equal(row['attachments'] ?? '', Object.keys(files).join('\n'));
        }
        const others = opened.rows.filter(({ receipt }) => receipt !== 'holds');
        assert.deepEqual(
          others.map(({ receipt }) => receipt),
          ['altered'],
        );
      },
    );

    it('a run whose connection is lost says so, and the next one goes on', async (test) => {
      const proxy = await startLosingProxy(Number(new URL(dovecot.url()).port));
      test.after(() => proxy.close());
      const url = dovecot.url().replace(/:\d+\//, `:${proxy.port}/`);
      proxy.loseNextAnswer(15_000);
      const files = ['--files', inFolder('lost')];
      const lost = await collect('lost.csv', files, { url });
      assert.equal(lost.code, 75, lost.err);
      assert.match(lost.err, /connection was lost .*The next run goes on/);
      const again = await collect('lost.csv', files, { url });
      assert.equal(again.code, 0, again.err);
      expectAll(rowsIn(inFolder('lost.csv')).filter(isSent));
    });

    it('STARTTLS does as well', async () => {
      const { code, err } = await collect('all.csv', [], { url: dovecot.url('INBOX', 'imap') });
      assert.equal(code, 0, err);
    });

    it('a wrong password, an unknown authority and a missing folder are said in words', async () => {
      const faults: [RegExp, Parameters<typeof collect>[2]][] = [
        [/NODE_EXTRA_CA_CERTS/, { env: { NODE_EXTRA_CA_CERTS: '' } }],
        [/no folder Forms\. There are: .*INBOX/, { url: dovecot.url('Forms') }],
        // Dovecot makes the next login wait.
        [/refuses the login of owner@example\.com/, { env: { LETTERSLOT_IMAP_PASSWORD: 'wrong' } }],
      ];
      for (const [sentence, how] of faults) {
        const { code, err } = await collect('faults.csv', [], how);
        assert.match(err, sentence);
        assert.equal(code, 1);
      }
    });
  },
);
