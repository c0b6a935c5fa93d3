import assert from 'node:assert/strict';
import { it } from 'node:test';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { formWithConfirmedCopies, mailTo } from '../support/copied-form.ts';
import { encryptedForm } from '../support/encrypted-form.ts';
import { owned, settingsOf } from '../support/manage-form.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { OWNER, startService, tokenIn, type TestService } from '../support/service.ts';
import type { ReceivedMail } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { poll } from './press.ts';

const ANN = 'ann@example.org';
const HELLO = { message: 'Hello' };
const MARKED = { message: '[url=https://a.example]Hello[/url]' };

const unsubscribeIn = ({ email }: ReceivedMail): string =>
  /<(\S+)>/.exec(email.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1] ??
  assert.fail('the mail has no List-Unsubscribe');

/** The button of a mail program, or the program by itself (RFC 8058). */
const oneClick = ({ request }: TestService, mail: ReceivedMail) =>
  request(unsubscribeIn(mail).replace(/^.*(?=\/v1\/)/, ''), {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });

const stateOf = (service: TestService, form_id: string) =>
  settingsOf(service, owned(service, { form_id }));

/** The mail of one submission to an address. */
async function mailOf(service: TestService, formId: string, fields: object, to = OWNER) {
  assert.equal((await service.submit(formId, { ...fields })).status, 200);
  return mailTo(service, to);
}

it('the button reports a marked message and stops nothing, while that of another mail stops the form', async (test) => {
  const service = await startService(test);
  const { form_id } = await service.activeRoute();
  const plain = await mailOf(service, form_id, HELLO);
  const marked = await mailOf(service, form_id, MARKED);
  for (const _ of [1, 2]) {
    const { status, json } = await oneClick(service, marked);
    assert.deepEqual([status, json.status], [200, 'active']);
  }
  assert.equal((await stateOf(service, form_id)).settings.challenge, 'suspicious');
  const { subject } = wordsOf('en').mails.guarded;
  await until('the notice', () => mailTo(service, OWNER).email.subject?.endsWith(subject) ?? false);
  await oneClick(service, plain);
  assert.equal((await poll(service, form_id)).status, 'pending_verification');
  const stopped = wordsOf('en').mails.stopped.subject;
  await until(
    'the notice of the stop',
    () => mailTo(service, OWNER).email.subject?.endsWith(stopped) ?? false,
  );
  assert.equal((await service.confirm(tokenIn(mailTo(service, OWNER)))).json.status, 'active');
});

it('the button in a marked copy ends no copy: its inbox is asked', async (test) => {
  const service = await startService(test);
  const { form_id } = await formWithConfirmedCopies(service, [ANN]);
  const marked = await mailOf(service, form_id, MARKED, ANN);
  const { status } = await oneClick(service, marked);
  assert.equal(status, 202);
  assert.equal((await stateOf(service, form_id)).copies[0].status, 'confirmed');
  assert.match(mailTo(service, ANN).email.text ?? '', /copy-stop\?token=/);
  await oneClick(service, await mailOf(service, form_id, HELLO, ANN));
  assert.equal((await stateOf(service, form_id)).copies[0].status, 'stopped');
});

it('the button of an encrypted mail does not show whether it is marked, and asks before it stops', async (test) => {
  const service = await startService(test);
  const { armored: key } = await makeKey(OWNER);
  const form_id = await encryptedForm(service, { type: 'openpgp', key });
  const plain = await mailOf(service, form_id, HELLO);
  const marked = await mailOf(service, form_id, MARKED);
  assert.equal(unsubscribeIn(plain), unsubscribeIn(marked));
  assert.equal((await oneClick(service, marked)).status, 202);
  assert.equal((await poll(service, form_id)).status, 'active');
});
