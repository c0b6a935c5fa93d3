import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { mailTo, ownerPuts } from '../support/copied-form.ts';
import { owned, settingsOf } from '../support/manage-form.ts';
import { linkedToken, startService, type TestService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { press } from './press.ts';

const SITE = 'https://example.com';

describe('what the owner of a form decides by a link', () => {
  let service: TestService;
  let inboxes = 0;

  before(async () => {
    service = await startService(undefined);
  });
  after(() => service?.close());

  async function newForm() {
    const owner = `owner${(inboxes += 1)}@example.com`;
    const form = await service.activeRoute({ email: owner });
    await service.submit(form.form_id, { message: 'Hello' }, { origin: SITE });
    const mail = service.sink.mails.findLast(isDelivery);
    const tokens = {
      spam: linkedToken(service, 'spam', mail),
      origin: linkedToken(service, 'origin', mail),
    };
    return { form, owner, tokens };
  }

  const seen = (form: RouteResource, owner: string) =>
    settingsOf(service, owned(service, form, owner));

  it('the holder of the token goes below the challenge of "This was spam" only with the click of the owner', async () => {
    const { form, owner, tokens } = await newForm();
    await press(service, 'spam', { token: tokens.spam });
    const asked = await service.putSettings(form, { subject: 'New' });
    assert.deepEqual(asked.json.settings, { subject: 'New', challenge: 'suspicious' });
    assert.deepEqual(asked.json.proposed, { subject: 'New' });
    const stricter = await service.putSettings(form, { challenge: 'always' });
    assert.equal(stricter.json.proposed, undefined);
    const lower = await service.putSettings(form, { challenge: 'suspicious' });
    assert.equal(lower.json.proposed, undefined, 'not below what was asked for');
    await service.putSettings(form, {});
    const token = linkedToken(service, 'settings', mailTo(service, owner));
    assert.equal((await press(service, 'settings', { token })).status, 200);
    assert.deepEqual((await seen(form, owner)).settings, {});
    await service.putSettings(form, { challenge: 'always' });
    const free = await service.putSettings(form, {});
    assert.equal(free.json.proposed, undefined, 'the owner has lifted it');
  });

  it('the owner goes below it with a session at once', async () => {
    const { form, owner, tokens } = await newForm();
    await press(service, 'spam', { token: tokens.spam });
    const { json } = await ownerPuts(service, form, { subject: 'New' }, owner);
    assert.deepEqual([json.settings, json.proposed], [{ subject: 'New' }, undefined]);
  });

  for (const page of ['spam', 'origin'] as const)
    it(`a change that waits is over once the owner has pressed the button of the link ${page}`, async () => {
      const { form, owner, tokens } = await newForm();
      await service.putSettings(form, { copies: ['ann@place.example'] });
      const token = linkedToken(service, 'settings', mailTo(service, owner));
      await press(service, page, { token: tokens[page] });
      const { status, json } = await press(service, 'settings', { token });
      assert.deepEqual([status, json.error], [409, 'verification_mismatch']);
      const { settings, proposed } = await seen(form, owner);
      const kept = { spam: { challenge: 'suspicious' }, origin: { origins: [SITE] } }[page];
      assert.deepEqual([settings, proposed], [kept, undefined]);
    });
});
