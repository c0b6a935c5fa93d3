import assert from 'node:assert/strict';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { blocksIn, shellBlocksOf } from '../guides/blocks.ts';
import { callWith, inboxTokenIn } from '../support/inbox-session.ts';
import { newNodeKeys } from '../support/keys.ts';
import { OWNER, startService } from '../support/service.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { startPipingPostfix } from './postfix.ts';
import { UNLESS_ROOT, unlessInstalled } from './programs.ts';

const skip = UNLESS_ROOT || unlessInstalled('postfix');

const BOUNCE_ADDRESS = 'bounces@forms.example.com';

const PAGE = 'docs/bounces.md';
const [main = '', master = '', transport = ''] = blocksIn(PAGE, (language) => language === '').map(
  ({ text }) => text,
);
const [SCRIPT = ''] = shellBlocksOf(PAGE).map(({ text }) => text);

/** The script of the page with this database, its keys and this checkout. */
const scriptFor = (database: string, keys: Record<string, string>) =>
  SCRIPT.replace('file:/var/lib/letterslot/letterslot.db', database)
    .replace('/opt/letterslot', join(import.meta.dirname, '../..'))
    .replace(/^exec/m, (exec) =>
      [...Object.entries(keys).map((pair) => `export ${pair.join('=')}`), exec].join('\n'),
    );

describe("bounces through Debian's Postfix", { skip }, () => {
  it('a mail that Postfix cannot deliver stops its form, and the link of a new mail heals it', async (test) => {
    const provider = await startSmtpSink(test);
    const keys = newNodeKeys();
    // A service that has made the database, beside the one that delivers through Postfix.
    const { folder } = await startService(test, keys);
    const database = { ...keys, DATABASE_URL: `file:${join(folder, 'test.db')}` };
    const postfix = await startPipingPostfix(test, provider.port, {
      main,
      master,
      transport,
      script: scriptFor(database.DATABASE_URL, keys),
      path: '/usr/local/bin/letterslot-bounce',
    });
    const service = await startService(test, {
      ...database,
      SMTP_URL: postfix.url().replace(/\/\/.*@/, '//'),
      BOUNCE_ADDRESS,
    });
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o666);
    chmodSync(folder, 0o777);

    const { form_id } = (await service.create({ email: OWNER })).json;
    const newest = () => provider.mails.at(-1) ?? assert.fail('no mail');
    await until('the verification mail', () => provider.mails.length === 1);
    const [, token = ''] = /verify\?token=([\w.%-]+)/.exec(newest().email.text ?? '') ?? [];
    assert.equal((await service.confirm(decodeURIComponent(token))).status, 200);
    const submit = async () => (await service.submit(form_id, { message: 'Hello' })).status;
    assert.equal(await submit(), 200);
    await until('a delivery', () => provider.mails.length === 2);
    assert.match(newest().from, /^bounces\+[a-z2-9]{38}@forms\.example\.com$/);

    provider.refuseWith({ code: 550, text: '5.1.1 no such user here' });
    assert.equal(await submit(), 200, 'Postfix takes it before it knows');
    await until('the bounce', async () => (await submit()) === 503, 30_000).catch((error) => {
      throw new Error(postfix.output(), { cause: error });
    });
    // The command has written its row before Postfix sees it end.
    await until('the end of the command', () =>
      /relay=letterslot.*status=sent/.test(postfix.output()),
    );

    provider.refuseWith(undefined);
    await callWith(service, 'POST', '/v1/inbox/sessions', { body: { email: OWNER } });
    await until('the link', () => newest().email.text?.includes('/inbox#token=') ?? false);
    const body = { token: inboxTokenIn(newest()) };
    assert.equal(
      (await callWith(service, 'POST', '/v1/inbox/sessions/exchange', { body })).status,
      200,
    );
    assert.equal(await submit(), 200);
  });
});
