import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { DEBIAN_GUIDES } from '../guides/elsewhere.ts';
import { writeFiles } from '../guides/shell.ts';
import { walk, type Guide } from '../guides/walk.ts';
import { armorIn } from '../support/encrypted-form.ts';
import { sessionOf } from '../support/inbox-session.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { AUTHORITY } from '../support/postgres-server.ts';
import { OWNER, startService, type TestService } from '../support/service.ts';
import { asMail } from './collecting.ts';
import { rowsIn } from './collected-rows.ts';
import { startDovecot } from './dovecot.ts';
import { UNLESS_ROOT, unlessInstalled, type Owner } from './programs.ts';

type Page = (typeof DEBIAN_GUIDES)[number];

/** What a page and its reader need. */
const WALKS: Record<
  Page,
  { skip: string | false; open(owner: Owner, service: TestService): Promise<Omit<Guide, 'page'>> }
> = {
  'docs/collect.md': {
    skip: UNLESS_ROOT || unlessInstalled('dovecot', 'doveadm', 'script'),
    async open(owner, service) {
      const dovecot = await startDovecot(owner);
      await dovecot.doveadm('mailbox create', 'Forms');
      const message = async (form: string) => {
        assert.equal((await service.submit(form, { message: 'Hello' })).status, 200);
        await dovecot.deliver(asMail(service.sink.mails.splice(0)[0] ?? assert.fail('no mail')));
      };
      const url = 'imaps://you@imap.example.com/INBOX';
      return {
        variables: { NODE_EXTRA_CA_CERTS: AUTHORITY },
        programs: { doveadm: dovecot.shim },
        stands: {
          [url]: dovecot.url('INBOX'),
          'you@example.com': dovecot.user,
          'the password': dovecot.password,
        },
        asks: { 'npx letterslot collect': ['assword', `${dovecot.password}\r`] },
        before: { 'npx letterslot collect': (_shell, form) => message(form) },
        async ends({ folder, run }) {
          assert.equal(rowsIn(join(folder, 'messages.csv')).length, 1);
          // As cron does.
          await run('$HOME/forms/collect.sh');
          const rows = rowsIn(join(folder, 'forms/messages.csv'));
          assert.deepEqual(
            rows.map(({ receipt }) => receipt),
            ['holds'],
          );
        },
      };
    },
  },
  'docs/encryption.md': {
    skip: unlessInstalled('gpg', 'jq'),
    async open(_owner, service) {
      const { armored } = await makeKey(OWNER);
      const message = async (folder: string, form: string) => {
        const { status } = await service.patchSettings(
          { form_id: form },
          { encryption: { type: 'openpgp', key: readFileSync(join(folder, 'ada.asc'), 'utf8') } },
          { authorization: `Bearer ${sessionOf(service, OWNER)}` },
        );
        assert.equal(status, 200);
        await service.submit(form, { message: 'Hello, in secret' });
        const mail = service.sink.mails.splice(0).at(-1) ?? assert.fail('no mail');
        writeFiles(folder, { 'encrypted.asc': armorIn(mail, 'PGP MESSAGE') });
      };
      return {
        // A reader who has a key, and makes another one.
        files: { 'ada.asc': armored },
        programs: {
          gpg: 'PATH=${PATH#*:} && exec gpg --batch --pinentry-mode loopback --passphrase "" "$@"',
        },
        stands: {
          '-----BEGIN PGP PUBLIC KEY BLOCK-----\\n…': JSON.stringify(armored).slice(1, -1),
        },
        before: { 'gpg --decrypt': ({ folder }, form) => message(folder, form) },
        prints: { 'gpg --fingerprint': /fingerprint = |(?:[0-9A-F]{4} +){5}/ },
        async ends({ folder, run }) {
          await run('gpgconf --kill all');
          assert.match(readFileSync(join(folder, 'message.eml'), 'utf8'), /Hello, in secret/);
        },
      };
    },
  },
};

describe('guides that need programs of Debian, followed to the letter', () => {
  let service: TestService;
  before(async () => (service = await startService(undefined)));
  after(() => service.close());

  for (const [page, { skip, open }] of Object.entries(WALKS))
    it(`the shell blocks of ${page} work in their order`, { skip }, async (test) =>
      walk(test, service, { page, ...(await open(test, service)) }),
    );
});
