import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { press } from '../consent/press.ts';
import { settingsOf } from '../support/manage-form.ts';
import { linkedToken, startService } from '../support/service.ts';

const ORIGINS = ['https://example.com'];
const ALL = {
  language: 'de',
  redirect: 'https://example.com/thanks',
  success_message: 'Thank you.',
  website: { name: 'Example', url: 'https://example.com/' },
  origins: ORIGINS,
};

describe('a merge patch of settings', async () => {
  const service = await startService(undefined);
  const { activeRoute, patchSettings } = service;

  const accept = (token: string) => press(service, 'settings', { token });

  it('a patch changes the members that it names, and null removes one', async () => {
    const route = await activeRoute({ settings: ALL });
    const { redirect: _, ...rest } = ALL;
    const patch = { redirect: null, website: { name: 'Other' }, success_message: 'Thanks.' };
    const type = { 'content-type': 'application/merge-patch+json' };
    const { status, json } = await patchSettings(route, patch, type);
    assert.equal(status, 200);
    const website = { ...ALL.website, name: 'Other' };
    assert.deepEqual(json.settings, { ...rest, website, success_message: 'Thanks.' });
    assert.deepEqual((await patchSettings(route, {})).json.settings, json.settings);
    assert.deepEqual((await patchSettings(route, { redirect: null })).json.settings, json.settings);
  });

  it('a patch has its faults where they are, and names what was meant', async () => {
    const route = await activeRoute({ settings: ALL });
    const faulty = await patchSettings(route, { sucess_message: null, origins: ['nowhere'] });
    assert.equal(faulty.json.error, 'settings_invalid');
    const paths = faulty.json.errors.map(({ path }: { path: string }) => path);
    assert.deepEqual(paths, ['/sucess_message', '/origins/0']);
    assert.match(faulty.json.errors[0].message, /Did you mean “success_message”/);
    assert.equal((await patchSettings(route, '[]')).json.error, 'settings_invalid');
    assert.deepEqual((await settingsOf(service, route)).settings, ALL);
  });

  it('patches that wait for the owner add up, and have no effect before', async () => {
    const route = await activeRoute({
      email: 'waiting@example.com',
      settings: { origins: ORIGINS, redirect: ALL.redirect },
    });
    const first = await patchSettings(route, { origins: null });
    assert.deepEqual(first.json.proposed, { redirect: ALL.redirect });
    const older = linkedToken(service, 'settings');
    const second = await patchSettings(route, { copies: ['copy@example.org'], redirect: null });
    assert.deepEqual(second.json.settings, { origins: ORIGINS });
    assert.deepEqual(second.json.proposed, { copies: ['copy@example.org'] });
    assert.equal((await accept(older)).status, 409);
    assert.equal((await accept(linkedToken(service, 'settings'))).status, 200);
    assert.deepEqual((await settingsOf(service, route)).settings, { copies: ['copy@example.org'] });
  });

  after(() => service.close());
});
