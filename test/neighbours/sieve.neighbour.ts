import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { startService } from '../support/service.ts';
import { NOBODY } from '../support/temp-folder.ts';
import { giveToNobody, newProgramFolder, UNLESS_ROOT, unlessInstalled } from './programs.ts';

const PAGE = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'recipes.md'), 'utf8');

it(
  'the mailbox rule of docs/recipes.md sorts real mails (Pigeonhole)',
  { skip: unlessInstalled('sieve-test') },
  async (test) => {
    const service = await startService(test);
    const own = await service.activeRoute();
    const other = await service.activeRoute({ email: 'other@example.com' });
    const folder = newProgramFolder('sieve');
    giveToNobody(folder);
    const asNobody = UNLESS_ROOT ? {} : { uid: NOBODY, gid: NOBODY };
    const [, rule = ''] = /```sieve\n(.*?)```/s.exec(PAGE) ?? [];
    const script = join(folder, 'rule.sieve');
    writeFileSync(script, rule.replace('cfm_7K2MNP4QRSTVWXYZ', own.form_id));
    const folderOf = (raw: string) => {
      writeFileSync(join(folder, 'mail.eml'), raw);
      const { stdout, stderr, status } = spawnSync(
        'sieve-test',
        [script, join(folder, 'mail.eml')],
        { encoding: 'utf8', ...asNobody, env: { ...process.env, HOME: folder, USER: 'nobody' } },
      );
      assert.equal(status, 0, stderr);
      return /store message in folder: (.+)/.exec(stdout)?.[1];
    };
    const sent = async (formId: string, fields: Record<string, string>) => {
      service.sink.mails.length = 0;
      assert.equal((await service.submit(formId, fields)).status, 200);
      return service.sink.mails[0]?.raw ?? '';
    };
    assert.equal(folderOf(await sent(own.form_id, { message: 'Hello' })), 'Contact form');
    assert.equal(folderOf(await sent(other.form_id, { message: 'Hello' })), 'Forms');
    assert.equal(folderOf(await sent(own.form_id, { message: '[url=x]' })), 'Junk');
    assert.equal(folderOf('From: a@example.com\r\nSubject: [Suspicious] x\r\n\r\nx'), 'INBOX');
  },
);
