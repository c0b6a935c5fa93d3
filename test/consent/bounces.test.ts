import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { press } from './press.ts';
import { bounceTokenIn } from '../support/bounce-mails.ts';
import {
  basicAuth,
  postmarkBounce,
  postmarkComplaint,
  PROVIDERS,
  report,
} from '../support/bounce-providers.ts';
import { startDelivered } from '../support/bounced-form.ts';
import { manage, removeForm } from '../support/manage-form.ts';
import { startService, unsubscribeToken, type TestService } from '../support/service.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const PERIOD = 14 * DAY;
const PAGE = { accept: 'text/html', 'accept-language': 'de' };

const mailsOf = ({ sink }: TestService) => sink.received();

describe('a form whose mail came back', () => {
  // Guarantee: A submission
  it('a form whose mail came back answers 503 without asking the mail server, and counts a refusal', async (test) => {
    const { service, route, token, bounce, submit, settings } = await startDelivered(test);
    assert.equal((await settings()).health, undefined);
    assert.equal((await bounce(token)).status, 200);
    const before = mailsOf(service);
    const refused = await submit();
    assert.deepEqual([refused.status, refused.json.error], [503, 'delivery_failed']);
    assert.match(refused.json.message, /confirms the inbox again/);
    // Longer than the script waits: it sends nothing again by itself.
    const wait = [refused.json.retry_after_seconds, refused.headers.get('retry-after')];
    assert.deepEqual([refused.json.retryable, ...wait], [true, 3_600, '3600']);
    const page = await submit(PAGE);
    assert.equal(page.status, 503);
    assert.ok(page.text.includes('Das Postfach hinter diesem Formular nimmt zurzeit keine'));
    const tested = await manage(service, route, 'POST', '/test');
    assert.deepEqual([tested.status, Object.keys(tested.json.reasons)], [503, ['email']]);
    assert.equal(tested.json.retry_after_seconds, undefined);
    assert.equal(mailsOf(service), before);
    const [today] = (await manage(service, route, 'GET', '/counts')).json.days;
    const refusals = { delivery_failed: 3 };
    assert.deepEqual([today.delivered, today.failed, today.refused], [1, 0, refusals]);
    assert.equal((await settings()).health.status, 'bounced');
  });

  it('a link from a new mail heals every form of the inbox, and older mails that come back mark no form again', async (test) => {
    const { token, pass, bounce, submit, exchange, settings, deliver } = await startDelivered(test);
    const later = await deliver();
    await bounce(token);
    pass(2 * MINUTE);
    await exchange();
    const { health } = await settings();
    assert.equal(health.status, 'healed');
    assert.ok(health.since < health.until);
    assert.equal((await bounce(later)).status, 200);
    assert.equal((await submit()).status, 200);
    pass(2 * MINUTE);
    await bounce(await deliver());
    assert.equal((await submit()).status, 503);
  });

  it('the mails of the day after a form was healed say that others came back', async (test) => {
    const { service, token, pass, bounce, exchange, deliver } = await startDelivered(test);
    const said = () => (service.sink.mails.at(-1)?.email.text ?? '').replaceAll(/\s+/g, ' ');
    const told = /Email to this inbox came back from .{12,30} to .{12,30}\. Messages from then/;
    assert.doesNotMatch(said(), told);
    await bounce(token);
    pass(3 * DAY);
    await exchange();
    pass(DAY - MINUTE);
    await deliver();
    assert.match(said(), told);
    pass(2 * MINUTE);
    await deliver();
    assert.doesNotMatch(said(), told);
  });

  it('a healed form says so for 30 days', async (test) => {
    const { token, pass, bounce, exchange, settings } = await startDelivered(test);
    await bounce(token);
    await exchange();
    pass(30 * DAY);
    assert.equal((await settings()).health.status, 'healed');
    pass(MINUTE);
    assert.equal((await settings()).health, undefined);
  });

  it('a complaint ends when the owner starts the form again, not when they open a session', async (test) => {
    const { token, complain, submit, exchange, restart, settings } = await startDelivered(test);
    await complain(token);
    await exchange();
    assert.equal((await submit()).status, 503);
    assert.equal((await settings()).health.status, 'complaint');
    assert.equal((await restart()).status, 200);
    assert.equal((await submit()).status, 200);
  });

  it('a link from before a complaint heals nothing when it is opened again', async (test) => {
    const service = await startService(test, PROVIDERS);
    const { json: route } = await service.create();
    const link = service.verificationToken();
    const submit = () => service.submit(route.form_id, { message: 'hello' });
    assert.equal((await service.confirm(link)).status, 200);
    assert.equal((await submit()).status, 200);
    const token = bounceTokenIn(service.sink.mails.at(-1) ?? assert.fail('no mail'));
    await report(service, 'postmark', postmarkComplaint(token), basicAuth());
    assert.equal((await submit()).status, 503);
    assert.equal((await service.confirm(link)).status, 200);
    assert.equal((await submit()).status, 503);
  });

  it('a form that was stopped and confirmed again by mail delivers again', async (test) => {
    const { service, token, bounce, submit } = await startDelivered(test);
    const stop = unsubscribeToken(service);
    await bounce(token);
    await press(service, 'stop', { token: stop });
    assert.equal((await submit()).status, 409);
    await press(service, 'restart', { token: stop });
    assert.equal((await service.confirm(service.verificationToken())).status, 200);
    assert.equal((await submit()).status, 200);
  });
});

describe('what does not stop a form', () => {
  it('one refused message, and one full mailbox, stop no form; a mailbox full on three days does', async (test) => {
    const { token, pass, bounce, submit, deliver } = await startDelivered(test);
    await bounce(token, 'SpamNotification');
    // Days are counted in periods, whose first day is the next one here.
    pass(PERIOD - (Date.now() % PERIOD) + MINUTE);
    for (const day of [1, 2]) {
      for (const _mail of ['first', 'second', 'third']) {
        await bounce(await deliver(), 'SoftBounce');
      }
      assert.equal((await submit()).status, 200, `day ${day}`);
      pass(DAY);
    }
    await bounce(await deliver(), 'SoftBounce');
    assert.equal((await submit()).status, 503);
  });

  it('forged, foreign, deleted and old tokens change nothing, and are answered like others', async (test) => {
    const { service, route, token, pass, bounce, submit } = await startDelivered(test);
    const other = await service.activeRoute({ email: 'other@example.com' });
    const swapped = other.form_id.slice(4).toLowerCase() + token.slice(16);
    const changed = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a');
    const unknown = 'zzzzzzzzzzzzzzzz'.slice(0, 16) + token.slice(16);
    const answers = [];
    for (const text of [swapped, changed, unknown, '', 'x'.repeat(100_000)]) {
      answers.push(await bounce(text));
    }
    assert.ok(answers.every(({ status, text }) => status === 200 && text === '{"success":true}\n'));
    assert.equal((await submit()).status, 200);
    assert.equal((await service.submit(other.form_id, { message: 'x' })).status, 200);
    pass(31 * DAY);
    await bounce(token);
    assert.equal((await submit()).status, 200);
    await removeForm(service, route);
    assert.equal((await bounce(token)).text, '{"success":true}\n');
  });

  it('a failure behind an address that forwards stops no form at once', async (test) => {
    const { service, token, submit } = await startDelivered(test);
    const elsewhere = { ...postmarkBounce(token), Email: 'member@other.example' };
    await report(service, 'postmark', elsewhere, basicAuth());
    assert.equal((await submit()).status, 200);
  });

  it('without settings, mails have no token, and no provider has a path', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    await service.submit(form_id, { message: 'hello' });
    const mail = service.sink.mails.at(-1);
    assert.equal(mail?.from, 'forms@letterslot.example');
    assert.throws(() => bounceTokenIn(mail ?? assert.fail()));
    for (const provider of ['ses', 'postmark', 'mailgun', 'sendgrid', '__proto__']) {
      assert.equal((await report(service, provider, {})).json.error, 'not_found');
    }
  });
});
