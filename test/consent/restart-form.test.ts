import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { removeForm, resend } from '../support/manage-form.ts';
import {
  linkedToken,
  OWNER,
  startService,
  tokenIn,
  unsubscribeToken,
  type TestService,
} from '../support/service.ts';
import { until } from '../support/until.ts';
import { startVerifiedService } from '../support/verified-service.ts';
import { deliver, poll, press } from './press.ts';

const HELLO = { message: 'Hello' };
const DAY = 86_400_000;

/** Stops a form; the token behind the button of the page that says so. */
async function stopAndSeeUndo(service: TestService, token: string, why = {}): Promise<string> {
  const { text } = await press(service, 'stop', { token, ...why }, { accept: 'text/html' });
  const [, undo = ''] = /action="verify"[\s\S]*?value="([^"]+)"/.exec(text) ?? [];
  assert.ok(undo);
  return undo;
}

describe('a stopped form', () => {
  it('a stopped form delivers again by the button on the page that stopped it', async (test) => {
    const service = await startService(test);
    const { form_id, token } = await deliver(service);
    const undo = await stopAndSeeUndo(service, token);
    const { verification_expires_at: until24 } = await poll(service, form_id);
    assert.ok(Date.parse(until24) > Date.now() + DAY - 60_000, 'as long as any other token');
    assert.equal((await service.confirm(undo)).json.status, 'active');
    assert.equal((await service.submit(form_id, HELLO)).status, 200);
  });

  it('a stopped form delivers again by a link that the stop link has mailed to its owner', async (test) => {
    const service = await startService(test);
    const { form_id, token } = await deliver(service);
    await press(service, 'stop', { token });
    await until('the notice', () => service.sink.mails.length === 2);
    const page = await service.request(`/v1/routes/stop?token=${token}`);
    assert.match(page.text, /action="restart"/);
    service.sink.mails.length = 0;
    const sent = await press(service, 'restart', { token });
    assert.equal(sent.status, 202);
    assert.equal((await poll(service, form_id)).status, 'pending_verification');
    const [mail] = service.sink.mails;
    assert.ok(mail);
    assert.match(mail.email.subject ?? '', / · Start your form again\?$/);
    assert.equal((await service.confirm(tokenIn(mail))).json.status, 'active');
  });

  it('a stopped form sends no mail on resend or replay', async (test) => {
    let time = Date.now();
    const service = await startService(test, {}, { now: () => time });
    const key = { 'idempotency-key': 'a key' };
    const created = (await service.create({}, key)).json;
    await service.confirm(service.verificationToken());
    await service.submit(created.form_id, HELLO);
    await press(service, 'stop', { token: unsubscribeToken(service) });
    await until('the notice', () => service.sink.mails.length === 3);
    service.sink.mails.length = 0;
    time += 2 * DAY;
    for (const { status, json } of [await resend(service, created), await service.create({}, key)])
      assert.deepEqual([status, json.status], [200, 'pending_verification']);
    assert.deepEqual(service.sink.mails, []);
  });

  // Guarantee: The owner of an inbox
  it('a stopped form stays stopped on older links: undo, restart mail, first mail', async (test) => {
    let time = Date.now();
    const service = await startService(test, {}, { now: () => time });
    const { json } = await service.create();
    const first = service.verificationToken();
    await service.confirm(first);
    await service.submit(json.form_id, HELLO);
    const token = unsubscribeToken(service);
    const undo = await stopAndSeeUndo(service, token);
    await press(service, 'restart', { token });
    const restart = service.verificationToken();
    assert.equal((await service.confirm(undo)).json.status, 'active');
    time += 1_000;
    await press(service, 'stop', { token });
    for (const old of [first, undo, restart]) {
      const answer = await service.confirm(old);
      assert.deepEqual([answer.status, answer.json.error], [409, 'verification_mismatch']);
      const page = await service.request(`/v1/routes/verify?token=${encodeURIComponent(old)}`);
      assert.equal(page.status, 200);
      assert.doesNotMatch(page.text, /<form/);
    }
    assert.equal((await poll(service, json.form_id)).status, 'pending_verification');
  });

  it('in verified mode, a stopped form restarts only by the link in the mail about that stop', async (test) => {
    const service = await startVerifiedService(test);
    const { fake, pass } = service;
    const { json } = await service.create();
    fake.verify(OWNER);
    pass(5_000);
    assert.equal((await poll(service, json.form_id)).status, 'active');
    await service.submit(json.form_id, HELLO);
    const token = unsubscribeToken(service);
    const mailedLink = async () => {
      await until('the notice', () => service.sink.mails.length === 1);
      return linkedToken(service, 'restart');
    };
    service.sink.mails.length = 0;
    await press(service, 'stop', { token });
    const restart = await mailedLink();
    const page = await service.request(`/v1/routes/restart?token=${restart}`);
    assert.match(page.text, /action="restart"/);
    assert.equal((await poll(service, json.form_id)).status, 'pending_verification');
    service.sink.mails.length = 0;
    const mailing = await press(service, 'restart', { token });
    assert.equal(mailing.status, 202, 'the stop link only mails');
    assert.equal((await poll(service, json.form_id)).status, 'pending_verification');
    assert.equal(linkedToken(service, 'restart'), restart);
    assert.equal((await press(service, 'restart', { token: restart })).json.status, 'active');
    service.sink.mails.length = 0;
    pass(1_000);
    await press(service, 'stop', { token });
    const again = await press(service, 'restart', { token: restart });
    assert.equal(again.json.error, 'verification_token_invalid');
    const back = await press(service, 'restart', { token: await mailedLink() });
    assert.equal(back.json.status, 'active');
  });
});

describe('new forms of an inbox whose owner stopped one', () => {
  const CREATED = { 201: 'at once', 202: 'after a click' } as const;
  const create = async (service: TestService, alias: string) =>
    CREATED[(await service.create({ alias })).status as keyof typeof CREATED];

  it('a new form after a stop waits for a click for 30 days, whatever other forms are active', async (test) => {
    let time = Date.now();
    const service = await startService(test, {}, { now: () => time });
    const { token } = await deliver(service);
    await service.activeRoute({ alias: 'Another form' });
    assert.equal(await create(service, 'before the stop'), 'at once');
    await press(service, 'stop', { token });
    assert.equal(await create(service, 'a stranger’s'), 'after a click');
    time += 29 * DAY;
    assert.equal(await create(service, 'a stranger’s'), 'after a click');
    time += 2 * DAY;
    assert.equal(await create(service, 'much later'), 'at once');
  });

  it('a new form after a report waits although its creator deletes the reported form', async (test) => {
    const service = await startService(test);
    const form = await deliver(service);
    await service.activeRoute({ alias: 'Another form' });
    await press(service, 'stop', { token: form.token, choice: 'spam' });
    await removeForm(service, form);
    assert.equal(await create(service, 'again'), 'after a click');
  });

  it('a new form is active at once when the owner has restarted the stopped one', async (test) => {
    const service = await startService(test);
    const { token } = await deliver(service);
    await service.confirm(await stopAndSeeUndo(service, token));
    assert.equal(await create(service, 'after the undo'), 'at once');
  });

  it('a new form after a report waits even when the reported form was restarted', async (test) => {
    const service = await startService(test);
    const { token } = await deliver(service);
    const undo = await stopAndSeeUndo(service, token, { choice: 'spam' });
    assert.equal((await service.confirm(undo)).json.status, 'active');
    assert.equal(await create(service, 'after the report'), 'after a click');
  });

  it('in verified mode, a new form after a stop waits for the link mailed to the inbox', async (test) => {
    const service = await startVerifiedService(test);
    const { fake, pass } = service;
    const { json } = await service.create();
    fake.verify(OWNER);
    pass(5_000);
    assert.equal((await poll(service, json.form_id)).status, 'active');
    await service.submit(json.form_id, HELLO);
    await press(service, 'stop', { token: unsubscribeToken(service), choice: 'spam' });
    await until('the notice of the stop', () => service.sink.mails.length === 2);
    service.sink.mails.length = 0;
    const held = await service.create({ alias: 'A stranger’s' });
    assert.equal(held.status, 202);
    const waiting = { ...held.json, ...(await poll(service, held.json.form_id)) };
    assert.equal(waiting.status, 'pending_verification');
    pass(5_000);
    assert.equal((await service.submit(held.json.form_id, HELLO)).status, 409);
    await until('the mail', () => service.sink.mails.length === 1);
    assert.match(service.sink.mails[0]?.email.subject ?? '', /^A new form waits for this inbox · /);
    const started = await press(service, 'restart', { token: linkedToken(service, 'restart') });
    assert.equal(started.json.status, 'active');
  });
});
