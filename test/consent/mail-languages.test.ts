import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fill } from '../../src/catalogs/catalog.ts';
import { LANGUAGES, wordsOf, type Language } from '../../src/catalogs/languages.ts';
import {
  linkedToken,
  OWNER,
  type TestService,
  startService,
  unsubscribeToken,
} from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { startVerifiedService } from '../support/verified-service.ts';
import { deliver, press } from './press.ts';

const inGerman = { 'accept-language': 'de-AT, en;q=0.5' };
const de = wordsOf('de').mails;
const en = wordsOf('en').mails;

async function nextMail({ sink }: TestService) {
  await until('the mail', () => sink.mails.length > 0);
  const mail = sink.mails.pop();
  assert.ok(mail);
  const language = mail.email.headers.find(({ key }) => key === 'content-language')?.value;
  // Without the name of the form, which notices have.
  const subject = mail.email.subject?.replace(/^Contact form · | · (Contact form|Second)$/, '');
  return { mail, subject, text: mail.email.text ?? '', language };
}

/** What a creation asks for, and the language of its mail. */
const ASKED: [what: string, settings: object, header: string | undefined, mailed: Language][] = [
  ...LANGUAGES.map((language): (typeof ASKED)[number] => [
    language,
    {},
    wordsOf(language).tag,
    language,
  ]),
  ['no language', {}, undefined, 'en'],
  ['French, with German in its settings', { language: 'de' }, 'fr', 'de'],
];

const askingIn = (language: Language) =>
  fill(wordsOf(language).mails.confirm.subject, { operator: 'Letterslot' });

describe('the language of a verification mail', () => {
  for (const [what, settings, header, mailed] of ASKED)
    it(`a verification mail is in ${mailed} if the request that makes the form asks for ${what}`, async (test) => {
      const service = await startService(test);
      await service.create({ settings }, header === undefined ? {} : { 'accept-language': header });
      const { subject, text, language } = await nextMail(service);
      assert.deepEqual([subject, language], [askingIn(mailed), wordsOf(mailed).tag]);
      assert.ok(text.includes(wordsOf(mailed).mails.confirm.explanation));
    });

  it('a repeated verification mail is in the language of the request for it', async (test) => {
    const service = await startService(test);
    const { json } = await service.create();
    await nextMail(service);
    const headers = { ...inGerman, authorization: `Bearer ${json.management_token}` };
    const path = `/v1/routes/${json.form_id}/verification`;
    await service.request(path, { method: 'POST', headers });
    assert.equal((await nextMail(service)).subject, askingIn('de'));
  });
});

describe('the language of mails to an owner', () => {
  it('the notice of a further form is in the language of the request that makes it', async (test) => {
    const service = await startService(test);
    await service.activeRoute();
    assert.equal((await service.create({ alias: 'Second' }, inGerman)).status, 201);
    assert.equal((await nextMail(service)).subject, de.new_form.subject);
  });

  it("mails to an owner are in the form's language, not in that of the request that causes them", async (test) => {
    const service = await startService(test, { MONTHLY_LIMIT: '1' });
    const { json } = await service.create({}, inGerman);
    await service.confirm(service.verificationToken());
    service.sink.mails.length = 0;
    await service.submit(json.form_id, { message: 'Hello' }, { 'accept-language': 'fr' });
    await until('both mails', () => service.sink.mails.length === 2);
    const delivered = service.sink.mails.find(isDelivery);
    const limit = service.sink.mails.find((mail) => mail !== delivered);
    assert.ok(delivered && limit);
    assert.equal(delivered.email.subject, fill(de.submission.subject, { form: 'Contact form' }));
    assert.ok(delivered.email.text?.includes(`${de.inboxPage}: ${service.url}/inbox`));
    assert.equal(limit.email.subject, de.quota.reached.subject);
    const ask = linkedToken(service, 'stop', delivered);
    const token = unsubscribeToken(service, delivered);
    service.sink.mails.length = 0;
    await press(service, 'stop', { token: ask }, { 'accept-language': 'es' });
    assert.equal((await nextMail(service)).subject, de.ask_stop.subject);
    await press(service, 'stop', { token });
    assert.equal((await nextMail(service)).subject, de.stopped.subject);
    await press(service, 'restart', { token });
    assert.equal((await nextMail(service)).subject, de.restart.subject);
  });

  it('mails to an owner are in English if the request that made the form asked for no language', async (test) => {
    const service = await startService(test);
    const { token } = await deliver(service);
    service.sink.mails.length = 0;
    await press(service, 'stop', { token }, inGerman);
    assert.equal((await nextMail(service)).subject, en.stopped.subject);
  });
});

it('in verified mode, the mails about a form are in the language of the request that makes it', async (test) => {
  const service = await startVerifiedService(test);
  service.fake.add(OWNER, { verified: true });
  await service.create({}, inGerman);
  const { mail, subject } = await nextMail(service);
  assert.equal(subject, de.new_form.subject);
  await press(service, 'stop', { token: unsubscribeToken(service, mail) });
  assert.equal((await nextMail(service)).subject, de.stopped.subject);
  await service.create({ alias: 'Second' }, inGerman);
  assert.equal((await nextMail(service)).subject, de.held_form.subject);
});
