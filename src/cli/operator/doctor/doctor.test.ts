import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readSettings } from '../../../platform/settings/settings.ts';
import { checkApart, checkBounces } from './doctor.ts';

const MAIL = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'Forms <forms@example.com>' };
const verdictOf = (env: Record<string, string>) => checkBounces(readSettings(env, () => ''));

it('doctor says who reports bounces, and warns if there are no reports or SPF is of another domain', () => {
  const messageOf = (env: Record<string, string>) => {
    const [finding] = verdictOf({ ...MAIL, ...env });
    return `${finding?.verdict}: ${finding?.message}`;
  };
  assert.match(messageOf({}), /^warn: set BOUNCE_ADDRESS or a provider/);
  const own = messageOf({ BOUNCE_ADDRESS: 'b@bounce.Example.com', MAILGUN_SIGNING_KEY: 'x' });
  assert.equal(own, 'ok: reported by BOUNCE_ADDRESS, Mailgun');
  assert.match(messageOf({ BOUNCE_ADDRESS: 'b@notexample.com' }), /^warn: SPF of notexample\.com/);
  assert.deepEqual(verdictOf({}), [], 'the preview mailbox takes everything');
});

it('doctor says whether marked mail is apart: by the domain below a public suffix', () => {
  const verdict = (marked: string) => {
    const env = { ...MAIL, MARKED_MAIL_FROM: `Spam <spam@${marked}>` };
    const [finding] = checkApart(readSettings(env, () => ''));
    return `${finding?.verdict}: ${finding?.message}`;
  };
  assert.match(
    verdict('spam.Example.com'),
    /^warn: mailboxes judge example\.com and spam\.example\.com as one/,
  );
  assert.match(verdict('example.com'), /^warn:/);
  assert.match(verdict('example.co.uk'), /^ok: example\.co\.uk has a reputation apart/);
  assert.deepEqual(checkApart(readSettings(MAIL, () => '')), []);
});
