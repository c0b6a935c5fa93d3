import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { bounceMail } from '../support/bounce-mails.ts';
import { linkTokenOf } from '../support/inbox-session.ts';
import { ENTRY } from '../support/service-process.ts';
import { OWNER, startService } from '../support/service.ts';
import { join } from 'node:path';

const BOUNCE_ADDRESS = 'bounces@forms.example.com';

/** Pipes a mail into `letterslot bounce`, as a mail server does. */
async function pipe(env: Record<string, string>, mail: string, ...args: string[]) {
  const child = spawn(process.execPath, [ENTRY, 'bounce', ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  child.stdin.on('error', () => undefined).end(mail);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  return { code, out, err };
}

async function startBounced(test: TestContext) {
  const service = await startService(test, { BOUNCE_ADDRESS });
  const env = {
    DATABASE_URL: `file:${join(service.folder, 'test.db')}`,
    SMTP_URL: service.sink.url,
    MAIL_FROM: 'forms@letterslot.example',
    BOUNCE_ADDRESS,
  };
  const route = await service.activeRoute();
  const submit = () => service.submit(route.form_id, { message: 'hello' });
  assert.equal((await submit()).status, 200);
  const to = service.sink.mails.at(-1)?.from ?? '';
  return { service, env, route, submit, to };
}

it('a mail that is too dear to read is refused', async () => {
  for (const line of ['\n', '\r\n', 'a\n', '--b\n']) {
    const mail = bounceMail({ to: BOUNCE_ADDRESS }) + line.repeat(140_000 / line.length);
    const { code, out, err } = await pipe({}, mail);
    assert.deepEqual([code, out], [65, '']);
    assert.match(err, /^This mail is not read as a report: it has more than \d+ /);
  }
});

it('a bounce from the pipe stops its form, until its owner opens a link from a new mail', async (test) => {
  const { service, env, submit, to } = await startBounced(test);
  assert.match(to, /^bounces\+[a-z2-9]{38}@forms\.example\.com$/);
  const piped = await pipe(env, bounceMail({ to }));
  assert.deepEqual(piped, {
    code: 0,
    out: 'The report was read: the form or the copy delivers nothing for now.\n',
    err: '',
  });
  const refused = await submit();
  assert.deepEqual([refused.status, refused.json.error], [503, 'delivery_failed']);
  const token = linkTokenOf(service, OWNER);
  await service.request('/v1/inbox/sessions/exchange', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  assert.equal((await submit()).status, 200);
});

it('the recipient that the mail server names counts before the header, in any case of letters', async (test) => {
  const { env, submit, to } = await startBounced(test);
  const elsewhere = bounceMail({ to: 'undisclosed-recipients:;' });
  const piped = await pipe(env, elsewhere, '--recipient', to.toUpperCase());
  assert.equal(piped.out, 'The report was read: the form or the copy delivers nothing for now.\n');
  assert.equal((await submit()).status, 503);
});

it('mails that report nothing change nothing, and the mail server keeps none of them', async (test) => {
  const { env, submit, to } = await startBounced(test);
  const others = [
    '',
    'hello',
    bounceMail({ to: BOUNCE_ADDRESS }),
    bounceMail({ to, action: 'delayed' }),
    `${bounceMail({ to: BOUNCE_ADDRESS })}${'x'.repeat(2_000_000)}`,
  ];
  for (const mail of others) assert.equal((await pipe(env, mail)).code, 0);
  assert.equal((await submit()).status, 200);
});

it('a bounce that cannot be noted now is kept by the mail server', async (test) => {
  const { env, to } = await startBounced(test);
  const mail = bounceMail({ to });
  const wrong = { ...env, DATABASE_URL: 'file:/nowhere/letterslot.db' };
  assert.equal((await pipe(wrong, mail)).code, 75);
  const { code, err } = await pipe({ ...env, BOUNCE_ADDRESS: 'nobody' }, mail);
  assert.equal(code, 75);
  assert.match(err, /^BOUNCE_ADDRESS must be a mail address/);
});
