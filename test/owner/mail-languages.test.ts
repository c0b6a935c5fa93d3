import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES, wordsOf } from '../../src/words/languages.ts';
import { OWNER, type TestService, startService, unsubscribeToken } from '../support/service.ts';
import { until } from '../support/until.ts';
import { FAKE_PROVIDERS, startVerifiedService } from '../support/verified-service.ts';
import { deliver, press } from './press.ts';

const inGerman = { 'accept-language': 'de-AT, en;q=0.5' };
const de = wordsOf('de').mails;
const en = wordsOf('en').mails;

async function nextMail({ sink }: TestService) {
  await until('the mail', () => sink.mails.length > 0);
  const mail = sink.mails.pop();
  assert.ok(mail);
  const language = mail.email.headers.find(({ key }) => key === 'content-language')?.value;
  return { mail, subject: mail.email.subject, text: mail.email.text ?? '', language };
}

describe('the language of a verification mail', () => {
  for (const language of LANGUAGES) {
    const { tag, mails } = wordsOf(language);
    it(`a verification mail is in ${language} if the request that makes the form asks for it`, async (test) => {
      const service = await startService(test);
      await service.create({}, { 'accept-language': tag });
      const { subject, text, language: sent } = await nextMail(service);
      assert.deepEqual([subject, sent], [mails.confirm.subject, tag]);
      assert.ok(text.includes(mails.confirm.explanation));
    });
  }

  it('a verification mail is in English if the request asks for no language', async (test) => {
    const service = await startService(test);
    await service.create();
    const { subject, language } = await nextMail(service);
    assert.deepEqual([subject, language], [en.confirm.subject, 'en']);
  });

  it('a repeated verification mail is in the language of the request for it', async (test) => {
    const service = await startService(test);
    const { json } = await service.create();
    await nextMail(service);
    const headers = { ...inGerman, authorization: `Bearer ${json.management_token}` };
    const path = `/v1/routes/${json.form_id}/verification`;
    await service.request(path, { method: 'POST', headers });
    assert.equal((await nextMail(service)).subject, de.confirm.subject);
  });
});

describe('the language of mails to an owner', () => {
  it('the notice of a further form is in the language of the request that makes it', async (test) => {
    const service = await startService(test);
    await service.activeRoute();
    assert.equal((await service.create({ alias: 'Second' }, inGerman)).status, 201);
    assert.equal((await nextMail(service)).subject, de.new_form.subject);
  });

  it('a mail after a button was pressed is in the language of its page', async (test) => {
    const service = await startService(test);
    const { token, ask } = await deliver(service);
    service.sink.mails.length = 0;
    await press(service, 'stop', { token: ask }, inGerman);
    assert.equal((await nextMail(service)).subject, de.ask_stop.subject);
    await press(service, 'stop', { token }, inGerman);
    assert.equal((await nextMail(service)).subject, de.stopped.subject);
    await press(service, 'restart', { token }, inGerman);
    assert.equal((await nextMail(service)).subject, de.restart.subject);
  });

  it('a mail after one click of a mail program is in English', async (test) => {
    const service = await startService(test);
    const { token } = await deliver(service);
    service.sink.mails.length = 0;
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    await service.request(`/v1/routes/stop?token=${token}`, { method: 'POST', body });
    assert.equal((await nextMail(service)).subject, en.stopped.subject);
  });

  it('a mail about the month is not in the language of the visitor who used it up', async (test) => {
    const service = await startService(test, { MONTHLY_LIMIT: '1' });
    const { form_id } = await service.activeRoute();
    await service.submit(form_id, { message: 'Hallo' }, inGerman);
    await until('both mails', () => service.sink.mails.length === 2);
    const subjects = service.sink.mails.map(({ email }) => email.subject);
    assert.ok(subjects.includes(en.quota.reached.subject));
  });
});

for (const [name, startFake] of Object.entries(FAKE_PROVIDERS)) {
  describe(`the language of mails in verified mode with ${name}`, () => {
    it(`with ${name}, the mails about a form are in the language of the request that makes it`, async (test) => {
      const service = await startVerifiedService(test, startFake);
      service.fake.add(OWNER, { verified: true });
      await service.create({}, inGerman);
      const { mail, subject } = await nextMail(service);
      assert.equal(subject, de.new_form.subject);
      await press(service, 'stop', { token: unsubscribeToken(service, mail) });
      assert.equal((await nextMail(service)).subject, en.stopped.subject);
      await service.create({ alias: 'Second' }, inGerman);
      assert.equal((await nextMail(service)).subject, de.held_form.subject);
    });
  });
}
