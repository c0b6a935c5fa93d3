import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { LANGUAGES, wordsOf } from '../../src/catalogs/languages.ts';
import { ownerPuts } from '../support/copied-form.ts';
import { settingsOf as stateOf } from '../support/manage-form.ts';
import { linkedToken, startService, type TestService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { press } from './press.ts';

const SITE = 'https://example.com';
const OTHER = 'https://example.org';
const DAY = 86_400_000;

describe('the website in the mail of a submission', () => {
  let service: TestService;
  let inboxes = 0;

  before(async () => {
    service = await startService(undefined, { PUBLIC_URL: 'https://forms.example.net' });
  });
  after(() => service?.close());

  const newForm = (body: object = {}) =>
    service.activeRoute({ email: `owner${(inboxes += 1)}@example.com`, ...body });

  /** The newest mail after a submission with these headers. */
  async function mailFrom(form: RouteResource, headers: Record<string, string>) {
    const { status } = await service.submit(form.form_id, { message: 'Hello' }, headers);
    assert.equal(status, 200);
    const mail = service.sink.mails.findLast(isDelivery);
    assert.ok(mail);
    return mail;
  }

  const settingsOf = async (form: RouteResource) => (await stateOf(service, form)).settings;

  const SAID: [headers: Record<string, string>, host: string][] = [
    [{ origin: SITE }, 'example[.]com'],
    [{ origin: 'https://www.example.com:8443' }, 'www[.]example[.]com[:]8443'],
    [{ origin: 'https://xn--bcher-kva.example' }, 'xn--bcher-kva[.]example'],
    [{ origin: 'http://localhost:3000' }, 'localhost[:]3000'],
    [{ referer: 'https://example.com/secret-path?secret=1#secret' }, 'example[.]com'],
  ];

  for (const [headers, host] of SAID)
    it(`the mail of a submission with ${JSON.stringify(headers)} names ${host}`, async () => {
      const { email, raw } = await mailFrom(await newForm(), headers);
      const { onlyFrom } = wordsOf('en').mails.submission;
      for (const part of [email.text, email.html]) assert.ok(part?.includes(`${host} · `), part);
      assert.ok(email.text?.includes(`${onlyFrom}: https://forms.example.net/v1/routes/origin`));
      assert.doesNotMatch(raw, /secret/);
    });

  it('a mail names no website that is not known, has no TLS, or is this service', async () => {
    const form = await newForm();
    const unnamed: Record<string, string>[] = [
      {},
      { origin: 'null' },
      { origin: 'null', referer: `${SITE}/` },
      { origin: 'http://example.com' },
      { origin: 'https://forms.example.net' },
      { origin: 'https://xn--a.example' },
      { origin: 'https://a.example\\@b.example' },
    ];
    for (const headers of unnamed) {
      const { email } = await mailFrom(form, headers);
      assert.doesNotMatch(email.text ?? '', /origin\?token| · /);
    }
    const limited = await newForm({ settings: { origins: [SITE] } });
    const { email } = await mailFrom(limited, { origin: SITE });
    assert.doesNotMatch(email.text ?? '', /origin\?token| · /);
  });

  it('every language has the line and the link', async () => {
    for (const language of LANGUAGES) {
      const form = await newForm({ settings: { language } });
      const { email } = await mailFrom(form, { origin: SITE });
      const { onlyFrom } = wordsOf(language).mails.submission;
      assert.ok(email.text?.startsWith('example[.]com · '), email.text);
      assert.ok(email.text?.includes(onlyFrom));
    }
  });

  it('the link sets that origin and nothing else, tells the owner, and may be repeated', async () => {
    const form = await newForm({ settings: { subject: '{form}', success_message: 'Thanks' } });
    const mail = await mailFrom(form, { origin: SITE });
    const token = linkedToken(service, 'origin', mail);
    const kept = { subject: '{form}', success_message: 'Thanks' };
    for (const _ of [1, 2]) {
      const { status, json } = await press(service, 'origin', { token });
      assert.deepEqual([status, json.form_id], [200, form.form_id]);
      assert.ok(!('settings' in json), 'a reader of a quoted link sees no setting');
    }
    assert.deepEqual(await settingsOf(form), { ...kept, origins: [SITE] });
    const { subject } = wordsOf('en').mails.limited;
    const notices = () =>
      service.sink.mails.filter(({ email }) => email.subject?.endsWith(subject));
    await until('the notice', () => notices().length > 0);
    assert.equal(notices().length, 1);
    assert.match(notices()[0]?.email.text ?? '', /https\[:\]\/\/example\[\.\]com/);
    const { json } = await service.submit(form.form_id, { message: 'm' }, { origin: OTHER });
    assert.equal(json.error, 'origin_not_allowed');
  });

  it('a link to one website changes nothing in a form that has others, and shows them', async () => {
    const form = await newForm();
    const token = linkedToken(service, 'origin', await mailFrom(form, { origin: SITE }));
    await service.putSettings(form, { origins: [OTHER, 'https://*.example.net'] });
    const { text } = await service.request(`/v1/routes/origin?token=${token}`);
    assert.ok(text.includes(OTHER) && text.includes('https://*.example.net'));
    assert.ok(!text.includes('<button'));
    const { status, json } = await press(service, 'origin', { token });
    assert.deepEqual([status, json.error], [409, 'verification_mismatch']);
    assert.deepEqual((await settingsOf(form)).origins, [OTHER, 'https://*.example.net']);
  });

  it('two presses at once write once, and a change of other settings at that time is not lost', async () => {
    const form = await newForm();
    const token = linkedToken(service, 'origin', await mailFrom(form, { origin: SITE }));
    const answers = await Promise.all([1, 2].map(() => press(service, 'origin', { token })));
    assert.ok(answers.every(({ status }) => status === 200));
    assert.deepEqual(await settingsOf(form), { origins: [SITE] });
  });
});

describe('the end of the link to limit a form', () => {
  async function start(test: TestContext) {
    const clock = { now: Date.now() };
    const service = await startService(test, {}, { now: () => clock.now });
    const form = await service.activeRoute();
    /** The token in the mail of a new submission. */
    const token = async () => {
      await service.submit(form.form_id, { message: 'Hello' }, { origin: SITE });
      return linkedToken(service, 'origin', service.sink.mails.findLast(isDelivery));
    };
    const page = async (text: string) =>
      (await service.request(`/v1/routes/origin?token=${text}`)).text;
    return { clock, service, form, token, page };
  }

  it('a link that was used limits nothing again once the owner lifts the limit, and nor do links of before', async (test) => {
    const { clock, service, form, token, page } = await start(test);
    const unused = await token();
    clock.now += 1_000;
    const used = await token();
    assert.equal((await press(service, 'origin', { token: used })).status, 200);
    clock.now += 1_000;
    await ownerPuts(service, form, {});
    for (const ended of [used, unused]) {
      const { status, json } = await press(service, 'origin', { token: ended });
      assert.deepEqual([status, json.error], [410, 'verification_token_expired']);
      assert.match(await page(ended), /<h1>This link has ended/);
    }
    assert.equal((await press(service, 'origin', { token: await token() })).status, 200);
  });

  it('a link limits nothing after 30 days', async (test) => {
    const { clock, service, token, page } = await start(test);
    const old = await token();
    clock.now += 30 * DAY - 1;
    assert.match(await page(old), /<button/);
    clock.now += 1;
    assert.equal((await press(service, 'origin', { token: old })).status, 410);
    assert.doesNotMatch(await page(old), /<button/);
  });
});
