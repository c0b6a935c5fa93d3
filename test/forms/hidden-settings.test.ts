import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { RouteResource } from '../../src/contract/schemas.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { ownerPuts } from '../support/copied-form.ts';
import { agreeToHandOver, offer, tokenOfHandOver } from '../support/handed-form.ts';
import { sessionOf } from '../support/inbox-session.ts';
import { manage, owned, settingsOf } from '../support/manage-form.ts';
import { startService, type TestService } from '../support/service.ts';

const SLACK = 'https://hooks.slack.com/services/T00000000/B00000000/first-secret';
const SECOND = 'https://hooks.slack.com/services/T00000000/B00000000/second-secret';
const TOPIC = 'https://ntfy.example.com/topic-secret';
const HOOK = 'https://hooks.example.com/catch/hook-secret';
const BOT = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALD-secret';
const COPY = 'colleague-secret@example.org';

const TARGETS = [
  { type: 'slack', url: SLACK },
  { type: 'slack', url: SECOND },
  { type: 'telegram', token: BOT, chat_id: '-100' },
  { type: 'ntfy', url: TOPIC, token: 'tk_ntfy-secret' },
  { type: 'webhook', url: HOOK },
];

const MARKS = {
  slack: /^https:\/\/hooks\.slack\.com\/…set:[\w-]{10}$/,
  telegram: /^set:[\w-]{10}$/,
};

type Form = Pick<RouteResource, 'form_id'> & { management_token?: string };

const seenBy = (service: TestService, form: Form) => manage(service, form, 'GET', '/settings');

const ownerSees = async (service: TestService, form: Form, owner: string) =>
  (await settingsOf(service, owned(service, form, owner))).settings;

const pathsOf = (json: { errors: { path: string }[] }) => json.errors.map(({ path }) => path);

describe('the secrets that the owner of an inbox has set', () => {
  let service: TestService;
  let forms = 0;

  before(async () => {
    service = await startService(undefined);
  });
  after(() => service?.close());

  /** A form with secrets that its owner has set. */
  async function guardedForm() {
    const owner = `owner${(forms += 1)}@example.com`;
    const form = await service.activeRoute({ email: owner });
    const { status } = await ownerPuts(service, form, { targets: TARGETS, copies: [COPY] }, owner);
    assert.equal(status, 200);
    return { ...form, owner };
  }

  // Guarantee: A form
  it('the holder of the token sees marks for secrets, and keeps these by sending the marks back', async () => {
    const form = await guardedForm();
    const { json, text, headers } = await seenBy(service, form);
    assert.doesNotMatch(text, /secret/);
    const [slack, , telegram, ntfy] = json.settings.targets;
    assert.match(slack.url, MARKS.slack);
    assert.match(telegram.token, MARKS.telegram);
    assert.deepEqual([telegram.chat_id, ntfy.type], ['-100', 'ntfy']);
    assert.deepEqual(json.copies, [{ address: json.settings.copies[0], status: 'asked' }]);
    const own = await seenBy(service, owned(service, form, form.owner));
    assert.equal(own.headers.get('etag'), headers.get('etag'), 'one ETag for both');
    const changed = await service.putSettings(
      form,
      { ...json.settings, subject: 'New' },
      { 'if-match': headers.get('etag') ?? '' },
    );
    assert.deepEqual([changed.status, changed.json.proposed], [200, undefined]);
    assert.doesNotMatch(changed.text, /secret/);
    assert.deepEqual(await ownerSees(service, form, form.owner), {
      subject: 'New',
      copies: [COPY],
      targets: TARGETS,
    });
  });

  it('marks that are moved, or whose neighbours are left out, keep their own values', async () => {
    const form = await guardedForm();
    const [, second, telegram, ntfy] = (await seenBy(service, form)).json.settings.targets;
    const wanted = { targets: [ntfy, telegram, second] };
    assert.equal((await service.putSettings(form, wanted)).json.proposed, undefined);
    assert.deepEqual(await ownerSees(service, form, form.owner), {
      targets: [TARGETS[3], TARGETS[2], TARGETS[1]],
    });
  });

  it('a mark takes no secret to another place, and one that stands for nothing is a fault', async () => {
    const form = await guardedForm();
    const { settings } = (await seenBy(service, form)).json;
    const [slack, , telegram, ntfy, hook] = settings.targets;
    const faulty = [
      [{ ...ntfy, url: 'https://ntfy.evil.example/topic' }, 'token'],
      [{ ...telegram, chat_id: '-666' }, 'token'],
      [{ ...hook, type: 'ntfy' }, 'url'],
      [{ type: 'webhook', url: slack.url }, 'url'],
      [{ ...ntfy, token: telegram.token }, 'url'],
      [{ type: 'slack', url: 'https://hooks.slack.com/…set:0123456789' }, 'url'],
    ] as const;
    for (const [target, name] of faulty) {
      const { status, json } = await service.putSettings(form, { targets: [target] });
      assert.deepEqual([status, json.error], [400, 'settings_invalid'], JSON.stringify(target));
      assert.ok(pathsOf(json).includes(`/targets/0/${name}`), JSON.stringify(json.errors));
    }
    for (const copy of ['set:0123456789', telegram.token]) {
      const { json } = await service.putSettings(form, { copies: [copy] });
      assert.deepEqual(pathsOf(json), ['/copies/0']);
    }
    const other = await guardedForm();
    const foreign = await service.putSettings(other, { copies: settings.copies });
    assert.deepEqual(pathsOf(foreign.json), ['/copies/0'], 'marks are of one form');
  });

  it('the holder of the token sees what they have sent themselves, in what waits too', async () => {
    const owner = `owner${(forms += 1)}@example.com`;
    const form = await service.activeRoute({ email: owner });
    await service.putSettings(form, { targets: [{ type: 'slack', url: SLACK }] });
    const { proposed } = (await seenBy(service, form)).json;
    assert.deepEqual(proposed.targets, [{ type: 'slack', url: SLACK }]);
    await ownerPuts(service, form, { ...proposed, copies: [COPY] }, owner);
    const { settings } = (await seenBy(service, form)).json;
    assert.deepEqual(settings.targets, proposed.targets);
    assert.match(settings.copies[0], MARKS.telegram);
    const next = { ...settings, copies: [...settings.copies, 'jo@example.net'] };
    const waiting = await service.putSettings(form, next);
    assert.deepEqual(waiting.json.proposed, next);
    assert.deepEqual((await ownerSees(service, form, owner)).copies, [COPY]);
  });

  it('who sends the value itself knows it, and sees it from then on', async () => {
    const form = await guardedForm();
    const { settings } = (await seenBy(service, form)).json;
    const wanted = { ...settings, targets: [{ type: 'slack', url: SLACK }] };
    for (const _ of [1, 2]) {
      const { status, json } = await service.putSettings(form, wanted);
      assert.deepEqual([status, json.settings, json.proposed], [200, wanted, undefined]);
    }
  });

  it('a new holder of a token sees no secret of the form after a hand-over', async () => {
    const owner = `owner${(forms += 1)}@example.com`;
    const client = `client${forms}@example.net`;
    const form = await service.activeRoute({ email: owner });
    await service.putSettings(form, { targets: [{ type: 'slack', url: SLACK }] });
    await ownerPuts(service, form, (await seenBy(service, form)).json.proposed, owner);
    await offer(service, form.form_id, sessionOf(service, owner), { email: client });
    await agreeToHandOver(service, tokenOfHandOver(service, client));
    const renewal = owned(service, form, client);
    const { json } = await manage(service, renewal, 'POST', '/management-token');
    const seen = await settingsOf(service, { ...form, management_token: json.management_token });
    assert.match(seen.settings.targets[0].url, MARKS.slack);
    assert.equal((await ownerSees(service, form, client)).targets[0].url, SLACK);
  });
});

describe('secrets of an inbox under the hands of others', () => {
  it('a repeated creation shows no secret of a webhook that the owner has added', async (test) => {
    const service = await startService(test);
    const create = () => service.create({}, { 'idempotency-key': 'agency-0123456789abcdef' });
    const { json: form } = await create();
    await service.confirm(service.verificationToken());
    const { json } = await ownerPuts(service, form, { targets: [{ type: 'webhook', url: HOOK }] });
    assert.match(json.settings.targets[0].secret, /^whsec_/);
    const again = await create();
    assert.deepEqual([again.json.replayed, again.json.webhook], [true, undefined]);
    assert.equal(again.json.management_token, form.management_token);
  });

  it('a mark shows nothing when its owner replaces the value while the request is read', async (test) => {
    let meanwhile: (() => Promise<unknown>) | undefined;
    const wrapStore = (store: Store): Store => ({
      ...store,
      routes: {
        ...store.routes,
        async reseal(formId, ...change) {
          const task = meanwhile;
          meanwhile = undefined;
          await task?.();
          return store.routes.reseal(formId, ...change);
        },
      },
    });
    const service = await startService(test, {}, { wrapStore });
    const form = await service.activeRoute();
    await ownerPuts(service, form, { targets: [{ type: 'slack', url: SLACK }] });
    const { settings } = (await seenBy(service, form)).json;
    const replaced = { targets: [{ type: 'slack', url: SECOND }] };
    meanwhile = () => ownerPuts(service, form, replaced);
    const { text, json } = await service.putSettings(form, { ...settings, subject: 'New' });
    assert.equal(meanwhile, undefined);
    assert.equal(json.proposed.targets[0].url, settings.targets[0].url);
    assert.doesNotMatch(text, /-secret/);
  });
});
