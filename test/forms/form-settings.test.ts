import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { press } from '../consent/press.ts';
import { manage } from '../support/manage-form.ts';
import { linkedToken, startService } from '../support/service.ts';

const ORIGINS = ['https://example.com', 'https://*.example.com'];
const ALL = {
  language: 'de',
  subject: '{name} · {form}',
  sender_name: '{name} via {form}',
  redirect: 'https://example.com/thanks',
  success_message: 'Thank you.\nWe answer within a day.',
  website: { name: 'Example', url: 'https://example.com/' },
  origins: ORIGINS,
  paused: false,
};

describe('the settings of a form', async () => {
  let now = Date.UTC(2026, 5, 1);
  const service = await startService(undefined, {}, { now: () => now });
  const { sink, create, activeRoute, putSettings, submit, request } = service;

  const read = (route: RouteResource) => manage(service, route, 'GET', '/settings');
  const accept = (token: string) => press(service, 'settings', { token });

  /** A form of an inbox of its own: mails about changes have a budget for each. */
  let owners = 0;
  const anOwner = (body: object) =>
    activeRoute({ email: `owner${(owners += 1)}@example.com`, ...body });

  it('settings are read as they were sent, at creation and afterwards, and {} resets them', async () => {
    const route = await activeRoute({ settings: ALL });
    const created = await read(route);
    assert.deepEqual(created.json.settings, ALL);
    assert.deepEqual(created.json.next_action, { type: 'none' });
    assert.match(created.headers.get('access-control-expose-headers') ?? '', /ETag/);
    assert.equal((await putSettings(route, { ...ALL, paused: true })).json.settings.paused, true);
    const reset = await putSettings(route, { origins: ORIGINS });
    assert.deepEqual(reset.json.settings, { origins: ORIGINS });
    assert.notEqual((await read(route)).headers.get('etag'), created.headers.get('etag'));
  });

  it('settings that were chosen at creation are on the page that asks for consent, and change nothing there', async () => {
    const website = { name: '“Example”', url: 'https://example.com/' };
    await create({ email: 'asked@example.com', settings: { ...ALL, website } });
    const token = service.verificationToken();
    const { text } = await request(`/v1/routes/verify?token=${token}`);
    assert.match(text, /Language<.*“Deutsch”/s);
    assert.match(text, /Page after sending.*“https:\/\/example\.com\/thanks”/s);
    assert.match(text, /Website<.*“\S+Example\S+, https:\/\/example\.com\/”/s);
  });

  it('settings at creation are a part of the request that an Idempotency-Key stands for', async () => {
    const headers = { 'idempotency-key': 'with settings' };
    const settings = { subject: 'a', redirect: 'https://example.com/' };
    const first = await create({ settings }, headers);
    const swapped = { redirect: 'https://example.com/', subject: 'a' };
    assert.equal((await create({ settings: swapped }, headers)).json.form_id, first.json.form_id);
    assert.equal((await create({ settings: { subject: 'b' } }, headers)).status, 422);
    assert.equal((await create({}, headers)).status, 422);
  });

  it('settings change only if If-Match names the current ones', async () => {
    const route = await activeRoute();
    const etag = (await read(route)).headers.get('etag') ?? '';
    const weak = await putSettings(route, { subject: 'a' }, { 'if-match': `W/${etag}` });
    assert.equal(weak.json.error, 'settings_changed');
    const listed = await putSettings(route, { subject: 'a' }, { 'if-match': `"x", ${etag}` });
    assert.equal(listed.status, 200);
    assert.equal((await putSettings(route, { subject: 'b' }, { 'if-match': etag })).status, 412);
    assert.equal((await putSettings(route, { subject: 'c' }, { 'if-match': '*' })).status, 200);
    assert.deepEqual((await read(route)).json.settings, { subject: 'c' });
  });

  it('changes of settings that are sent at the same time leave one of them, as a whole', async () => {
    const route = await activeRoute();
    const names = ['a', 'b', 'c', 'd'];
    const wanted = names.map((name) => ({ subject: name, success_message: name }));
    const answers = await Promise.all(wanted.map((settings) => putSettings(route, settings)));
    assert.ok(answers.every(({ status }) => status === 200));
    const { subject, success_message } = (await read(route)).json.settings;
    assert.equal(subject, success_message);
  });

  // Guarantee: A form
  it('a switch-off of origins waits for the owner, while the rest of the change holds at once', async () => {
    const route = await anOwner({ settings: { origins: ORIGINS, paused: true } });
    const { json } = await putSettings(route, { subject: 'New' });
    assert.deepEqual(json.settings, { subject: 'New', origins: ORIGINS });
    assert.deepEqual(json.proposed, { subject: 'New' });
    assert.equal(json.next_action.type, 'human_verification');
    const token = linkedToken(service, 'settings');
    assert.match(sink.mails.at(-1)?.email.text ?? '', /Now: https\[:\]/);

    const page = await request(`/v1/routes/settings?token=${token}`);
    assert.match(page.text, /example\.com.*every website/s);
    await putSettings(route, { subject: 'New' });
    assert.equal(sink.mails.length, 1, 'the same change mails the owner once');

    const accepted = await accept(token);
    assert.deepEqual(accepted.json.settings, { subject: 'New' });
    assert.equal(accepted.json.proposed, undefined);
    assert.equal((await accept(token)).status, 200);
    assert.deepEqual((await read(route)).json, accepted.json);
  });

  it('a change that waits is gone after 24 hours', async () => {
    const route = await anOwner({ settings: { origins: ORIGINS } });
    const before = (await read(route)).headers.get('etag');
    await putSettings(route, {});
    const token = linkedToken(service, 'settings');
    now += LIMITS.proposalHours * 3_600_000 - 1;
    assert.deepEqual((await read(route)).json.proposed, {});
    now += 1;
    assert.equal((await read(route)).json.proposed, undefined);
    assert.equal((await read(route)).headers.get('etag'), before);
    assert.equal((await accept(token)).json.error, 'verification_mismatch');
    assert.deepEqual((await read(route)).json.settings, { origins: ORIGINS });
  });

  it('a change whose mail has no budget, or is refused, changes nothing', async () => {
    const route = await activeRoute({ email: 'spent@example.com', settings: { origins: ORIGINS } });
    sink.refuseWith({ code: 554, text: 'no' });
    assert.equal((await putSettings(route, { paused: true })).json.error, 'delivery_failed');
    sink.refuseWith(undefined);
    for (const subject of ['a', 'b', 'c']) await putSettings(route, { subject });
    const { json } = await read(route);
    assert.equal((await putSettings(route, { subject: 'd' })).json.error, 'rate_limited');
    assert.deepEqual((await read(route)).json, json);
    assert.equal((await putSettings(route, { origins: ORIGINS })).status, 200);
  });

  it('a paused form refuses submissions with a sentence that says so, and keeps everything', async () => {
    const route = await activeRoute({ settings: { paused: true } });
    const { status, json } = await submit(route.form_id, { message: 'Hello' });
    assert.equal(status, 409);
    assert.equal(json.error, 'inbox_not_verified');
    assert.match(json.message, /paused/);
    const polled = (await request(`/v1/routes/${route.form_id}`)).json;
    assert.equal(polled.status, 'active');
    assert.match(polled.message, /paused/);
    await putSettings(route, {});
    assert.equal((await submit(route.form_id, { message: 'Hello' })).status, 200);
  });

  it('a redirect of the settings is followed by browsers, and found in `next` by programs', async () => {
    const route = await activeRoute({
      settings: { redirect: ALL.redirect, success_message: 'Merci' },
    });
    const send = (accepted: string, fields = {}) =>
      submit(route.form_id, { message: 'Hello', ...fields }, { accept: accepted });
    const browser = await send('text/html,*/*');
    assert.equal(browser.status, 303);
    assert.equal(browser.headers.get('location'), ALL.redirect);
    const program = await send('application/json');
    assert.equal(program.json.next, ALL.redirect);
    assert.equal(program.json.message, 'Merci');
    const own = await send('application/json', { _redirect: 'https://own.example/' });
    assert.equal(own.headers.get('location'), 'https://own.example/');
    const trapped = await send('text/html', { _gotcha: 'x' });
    assert.equal(trapped.headers.get('location'), ALL.redirect);
    const rehearsed = await send('application/json', { _dry_run: 'true' });
    assert.equal(rehearsed.json.would.redirect, ALL.redirect);
  });

  const HOSTILE: [what: string, body: string][] = [
    ['more than 16 KiB', JSON.stringify({ success_message: 'x'.repeat(LIMITS.settingsBytes) })],
    ['deep nesting', `{"website":${'['.repeat(8_000)}${']'.repeat(8_000)}}`],
    ['a member twice', '{"subject":"a","subject":"b"}'],
    [
      'thousands of members twice below a long name',
      `{"${'k'.repeat(8_000)}":{${Array(1_000).fill('"a":1').join()}}}`,
    ],
    [
      'thousands of unknown members',
      `{${Array.from({ length: 1_600 }, (_, at) => `"${at}":1`).join()}}`,
    ],
  ];
  for (const [what, body] of HOSTILE)
    it(`settings with ${what} are refused, before and after creation`, async () => {
      const route = await anOwner({});
      const { json, text } = await putSettings(route, body);
      assert.equal(json.error, 'settings_invalid');
      assert.ok(text.length < 2 * LIMITS.settingsBytes, 'a short request has a long answer');
      const created = await request('/v1/routes', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"email":"new@example.com","alias":"a","settings":${body}}`,
      });
      assert.equal(created.json.error, 'settings_invalid');
      // Mails about forms of other tests may still be on their way.
      const own = new Set(['new@example.com', `owner${owners}@example.com`]);
      assert.ok(!sink.mails.some(({ recipients: [to = ''] }) => own.has(to)));
    });

  it('settings are sealed: no word of them is in the database', async () => {
    const { readFileSync, readdirSync } = await import('node:fs');
    await activeRoute({ settings: { success_message: 'Sentinel-in-settings' } });
    for (const name of readdirSync(service.folder)) {
      assert.ok(!readFileSync(`${service.folder}/${name}`).includes('Sentinel-in-settings'), name);
    }
    await service.close();
  });
});
