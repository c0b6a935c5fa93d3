import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startMeteredService } from '../support/metered-service.ts';

const PERSON = { name: 'Ada', email: 'ada@example.org', message: 'm' };
const MARKED = 'letterslot_suspicious_submissions_total';

// Guarantee: Spam and limits
it('a trap that a browser filled in for a person is delivered and marked with that reason', async (test) => {
  const service = await startMeteredService(test);
  const { form_id } = await service.activeRoute();
  const before = service.sink.mails.length;
  for (const trap of ['Ada Lovelace', 'ada@example.org', '+49 30 123456', 'https://example.org']) {
    const { status } = await service.submit(form_id, { ...PERSON, _gotcha: trap });
    assert.equal(status, 200);
  }
  const mails = service.sink.mails.slice(before);
  assert.equal(mails.length, 4);
  for (const { email } of mails) {
    assert.match(email.subject ?? '', /^\[Suspicious\] /);
    assert.match(email.text ?? '', /a hidden field has what a browser may have filled in/);
    assert.doesNotMatch(email.text ?? '', /_gotcha|Lovelace/);
  }
  const marks: Record<string, number> = (await service.metrics()).byLabel(MARKED);
  assert.equal(marks['autofilled_trap'], 4);
});

it('what a program filled in is dropped, with the same answer', async (test) => {
  const service = await startMeteredService(test);
  const { form_id } = await service.activeRoute();
  const before = service.sink.mails.length;
  for (const trap of ['on', 'https://spam.example/', 'buy now']) {
    assert.equal((await service.submit(form_id, { ...PERSON, botcheck: trap })).status, 200);
  }
  const spam = { ...PERSON, message: '[url=https://spam.example/]x[/url]', _gotcha: 'Ada' };
  assert.equal((await service.submit(form_id, spam)).status, 200);
  assert.equal(service.sink.mails.length, before);
});

it('what a script sends for nothing fills no trap', async (test) => {
  const service = await startMeteredService(test);
  const { form_id } = await service.activeRoute();
  const before = service.sink.mails.length;
  for (const trap of ['0', 'off', 'false', 'null', 'undefined', ' \t', 'FALSE']) {
    const fields = { ...PERSON, message: `m ${trap}`, _gotcha: trap, _honey: trap };
    assert.equal((await service.submit(form_id, fields)).status, 200);
  }
  const subjects = service.sink.mails.slice(before).map(({ email }) => email.subject ?? '');
  assert.equal(subjects.length, 7);
  assert.ok(subjects.every((subject) => !subject.includes('Suspicious')));
});
