import assert from 'node:assert/strict';
import { it } from 'node:test';

import { startMeteredService } from '../support/metered-service.ts';
import { isDelivery } from '../support/smtp-sink.ts';

const MARKED = 'letterslot_suspicious_submissions_total';

// Guarantee: Spam and limits
it('a suspicious submission is delivered, marked, explained and counted by reason', async (test) => {
  const service = await startMeteredService(test);
  const { form_id } = await service.activeRoute();
  const odd = { message: '[url=https://a.example]x[/url]', _honey: 'x', _subject: 'Offer' };
  const { json } = await service.submit(form_id, odd);
  assert.deepEqual(json.delivery, { email: 'delivered' });
  await service.submit(form_id, { ...odd, _test: 'yes' });
  await service.submit(form_id, { message: 'Hello' });
  const [first, second, third] = service.sink.mails.map(({ email }) => email);
  assert.equal(first?.subject, '[Suspicious] Offer');
  assert.equal(second?.subject, '[Test] [Suspicious] Offer');
  assert.equal(third?.subject, 'New submission: Contact form');
  const why =
    /Marked as suspicious because it has the markup of a link, and a field that people do not see/;
  assert.match(first?.text ?? '', why);
  assert.match(first?.html ?? '', why);
  assert.doesNotMatch(first?.text ?? '', /_honey/);
  assert.doesNotMatch(third?.text ?? '', /suspicious/i);
  const metrics = await service.metrics();
  assert.deepEqual(metrics.byLabel(MARKED), { markup: 2, foreign_trap: 2 });
  assert.match(service.logText(), /"event":"submission_marked".*"suspicions":\["markup"/);
});

it('the fourth submission of a kind is suspicious; own tests and retries do not count', async (test) => {
  const service = await startMeteredService(test);
  const { form_id, management_token } = await service.activeRoute();
  const send = (fields = {}, headers = {}) =>
    service.submit(form_id, { message: 'again', ...fields }, headers);
  const authorization = `Bearer ${management_token}`;
  for (let count = 0; count < 4; count += 1) await send({ _test: 'on' }, { authorization });
  service.sink.refuseWith({ code: 451, text: 'later' });
  for (let count = 0; count < 4; count += 1) assert.equal((await send()).status, 503);
  service.sink.refuseWith(undefined);
  for (let count = 0; count < 3; count += 1) await send();
  const subjects = () => service.sink.mails.map(({ email }) => email.subject);
  assert.ok(subjects().every((subject) => !subject?.includes('[Suspicious]')));
  assert.equal((await send()).status, 200);
  assert.equal(subjects().at(-1), '[Suspicious] New submission: Contact form');
  assert.deepEqual((await service.metrics()).byLabel(MARKED), { repeat: 1 });
});

it('a test by anybody is remembered, and marked, like every submission', async (test) => {
  const service = await startMeteredService(test);
  const forms: string[] = [];
  for (let count = 0; count < 4; count += 1) forms.push((await service.activeRoute()).form_id);
  const [first = ''] = forms;
  const offer = 'We place your shop on the first page of every search engine within thirty days.';
  for (const form of forms) await service.submit(form, { message: offer, _test: 'yes' });
  for (let count = 0; count < 4; count += 1) {
    const { json } = await service.submit(first, { message: 'again', _test: 'run 1' });
    assert.deepEqual([json.test, json.echo], [true, 'run 1']);
  }
  const subjects = service.sink.mails.filter(isDelivery).map(({ email }) => email.subject ?? '');
  const marks = subjects.map((subject) => subject.includes('[Suspicious]'));
  assert.deepEqual(marks, [false, false, false, true, false, false, false, true]);
  assert.ok(subjects.every((subject) => subject.startsWith('[Test] ')));
  assert.deepEqual((await service.metrics()).byLabel(MARKED), { many_forms: 1, repeat: 1 });
});

it('a submission is suspicious by its page, its script and the forms that had it before', async (test) => {
  const service = await startMeteredService(test);
  const website = { name: 'Shop', url: 'https://shop.example' };
  const forms: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const { form_id } = await service.activeRoute({ settings: { website } });
    forms.push(form_id);
  }
  const [first = ''] = forms;
  await service.submit(first, { message: 'Hello' }, { origin: 'https://other.example' });
  await service.submit(first, { message: 'Посмотрите наш новый сайт https://a.example' });
  const offer = 'We place your shop on the first page of every search engine within thirty days.';
  for (const form of forms) await service.submit(form, { message: offer });
  const marks = service.sink.mails
    .map(({ email }) => email.subject ?? '')
    .filter((subject) => subject.includes('New submission'))
    .map((subject) => subject.startsWith('[Suspicious] '));
  assert.deepEqual(marks, [true, true, false, false, false, true]);
  const counted = (await service.metrics()).byLabel(MARKED);
  assert.deepEqual(counted, { other_page: 1, foreign_script: 1, many_forms: 1 });
});
