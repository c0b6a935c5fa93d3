import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { openRoute } from '../../src/forms/route.ts';
import type { RouteRow } from '../../src/platform/stores/route-table.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { forgedToken } from '../support/decision-tokens.ts';
import { settingsOf } from '../support/manage-form.ts';
import { linkedToken, startService, type TestService } from '../support/service.ts';
import { isDelivery, type ReceivedMail } from '../support/smtp-sink.ts';
import { until } from '../support/until.ts';
import { press } from './press.ts';

const MARKED = { message: '[url=https://a.example]Hello[/url]' };

describe('the links by which an owner judges a submission', () => {
  let service: TestService;
  let inboxes = 0;
  const rows = new Map<string, RouteRow>();

  before(async () => {
    const wrapStore = (store: Store): Store => ({
      ...store,
      routes: {
        ...store.routes,
        async find(formId) {
          const row = await store.routes.find(formId);
          if (row) rows.set(formId, row);
          return row;
        },
      },
    });
    service = await startService(undefined, {}, { wrapStore });
  });
  after(() => service?.close());

  const newForm = () => service.activeRoute({ email: `owner${(inboxes += 1)}@example.com` });

  async function mailOf(form: RouteResource, fields: Record<string, string>, headers = {}) {
    assert.equal((await service.submit(form.form_id, fields, headers)).status, 200);
    const mail = service.sink.mails.findLast(isDelivery);
    assert.ok(mail);
    return mail;
  }

  const challengeOf = async (form: RouteResource) =>
    (await settingsOf(service, form)).settings.challenge;

  /** What the sealed row of the form says, as it was read last. */
  function relaxedOf({ form_id }: RouteResource) {
    const row = rows.get(form_id);
    assert.ok(row);
    return openRoute(service.service.keyring, row).relaxed;
  }

  /** The notices to the inbox of the newest form. */
  const notices = (kind: 'guarded' | 'relaxed') =>
    service.sink.mails.filter(
      ({ email, recipients }) =>
        email.subject?.endsWith(wordsOf('en').mails[kind].subject) &&
        recipients[0] === `owner${inboxes}@example.com`,
    );

  const linksIn = ({ email }: ReceivedMail) =>
    [...(email.text ?? '').matchAll(/\/v1\/routes\/((?:not-)?spam)\?/g)].map(([, page]) => page);

  it('a mail has a link to say that it was spam, and a marked one to say that it was not', async () => {
    const form = await newForm();
    assert.deepEqual(linksIn(await mailOf(form, { message: 'Hello' })), ['spam']);
    assert.deepEqual(linksIn(await mailOf(form, MARKED)), ['spam', 'not-spam']);
    const test = { ...MARKED, _test: 'yes' };
    assert.deepEqual(linksIn(await mailOf(form, test)), ['spam', 'not-spam'], 'a test of anybody');
    const authorization = `Bearer ${form.management_token}`;
    assert.deepEqual(linksIn(await mailOf(form, test, { authorization })), []);
  });

  it('"This was spam" makes the form ask suspicious submissions, then every one, and says so by mail', async () => {
    const form = await newForm();
    const token = linkedToken(service, 'spam', await mailOf(form, { message: 'Hello' }));
    const path = `/v1/routes/spam?token=${token}`;
    const { text: page } = await service.request(path);
    assert.match(page, /Now: None[^]*After the change: For suspicious submissions/);
    assert.ok(page.includes(wordsOf('en').owners.spam.notKept));
    for (const _ of [1, 2]) {
      const { status } = await press(service, 'spam', { token, choice: 'suspicious' });
      assert.equal(status, 200);
      assert.equal(await challengeOf(form), 'suspicious');
    }
    await until('the notice', () => notices('guarded').length > 0);
    const next = (await service.request(path)).text;
    assert.match(next, /Now: For suspicious submissions[^]*After the change: For every submission/);
    await press(service, 'spam', { token, choice: 'always' });
    assert.equal(await challengeOf(form), 'always');
    await press(service, 'spam', { token, choice: 'suspicious' });
    assert.equal(await challengeOf(form), 'always');
    const done = (await service.request(path)).text;
    assert.ok(!done.includes('<button'), done);
    await until('the second notice', () => notices('guarded').length > 1);
    assert.equal(notices('guarded').length, 2);
  });

  it('the link in the notice of an attack means every submission, whatever is posted with it', async () => {
    const form = await newForm();
    await mailOf(form, { message: 'Hello' });
    const row = rows.get(form.form_id);
    assert.ok(row);
    const fromNotice = { from: 'notice' } as const;
    const token = forgedToken(service, 'spam', form.form_id, fromNotice, row.owner);
    assert.equal((await press(service, 'spam', { token })).status, 200);
    assert.equal(await challengeOf(form), 'always');
  });

  it('"This was not spam" relaxes the reasons of that mail after a mail to the owner, and takes it back', async () => {
    const form = await newForm();
    const token = linkedToken(service, 'not-spam', await mailOf(form, MARKED));
    const { text } = await service.request(`/v1/routes/not-spam?token=${token}`);
    assert.ok(text.includes('it has the markup of a link'));
    assert.equal(relaxedOf(form), undefined);
    await press(service, 'not-spam', { token });
    await press(service, 'not-spam', { token });
    await service.request(`/v1/routes/not-spam?token=${token}`);
    assert.deepEqual(relaxedOf(form), ['markup']);
    const [notice, ...others] = notices('relaxed');
    assert.ok(notice && others.length === 0);
    const undo = linkedToken(service, 'not-spam', notice);
    const shown = (await service.request(`/v1/routes/not-spam?token=${undo}`)).text;
    assert.match(shown, /<button type="submit" name="choice" value="undo"/);
    await press(service, 'not-spam', { token: undo, choice: 'undo' });
    await service.request(`/v1/routes/not-spam?token=${token}`);
    assert.equal(relaxedOf(form), undefined);
  });

  it('nothing is relaxed when the owner cannot be mailed about it', async () => {
    const form = await newForm();
    const token = linkedToken(service, 'not-spam', await mailOf(form, MARKED));
    service.sink.refuseWith({ code: 550, text: 'no' });
    const { json } = await press(service, 'not-spam', { token });
    service.sink.refuseWith(undefined);
    assert.equal(json.error, 'delivery_failed');
    await service.request(`/v1/routes/not-spam?token=${token}`);
    assert.equal(relaxedOf(form), undefined);
  });

  it('"This was spam" lets relaxed reasons count again', async () => {
    const form = await newForm();
    const mail = await mailOf(form, MARKED);
    await press(service, 'not-spam', { token: linkedToken(service, 'not-spam', mail) });
    const token = linkedToken(service, 'spam', mail);
    await press(service, 'spam', { token, choice: 'suspicious' });
    await service.request(`/v1/routes/spam?token=${token}`);
    assert.equal(relaxedOf(form), undefined);
    assert.equal(await challengeOf(form), 'suspicious');
  });
});
