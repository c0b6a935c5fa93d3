import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { FormTarget } from '../../src/contract/channels.ts';
import { startChatServices } from '../support/chat-services.ts';
import { ownerPuts } from '../support/copied-form.ts';
import { agreeToHandOver, offer, tokenOfHandOver } from '../support/handed-form.ts';
import { sessionOf } from '../support/inbox-session.ts';
import { manage, owned } from '../support/manage-form.ts';
import { OWNER, startService } from '../support/service.ts';
import { signedCall } from '../support/signed-call.ts';

const DAY = 86_400_000;
const KEY = { 'idempotency-key': 'agency-0123456789abcdef' };

async function start(test: TestContext) {
  const clock = { now: Date.now() };
  const chats = await startChatServices(test);
  const { env, receivers } = chats;
  const service = await startService(test, env, { receivers, now: () => clock.now });
  const target = chats.target('webhook');
  const form = async (asked: object = {}) => {
    const route = await service.activeRoute(asked);
    return {
      ...route,
      /** Sets targets; the secrets that the answer shows. */
      async put(...targets: FormTarget[]): Promise<(string | undefined)[]> {
        const { json } = await ownerPuts(service, route, { targets });
        assert.ok(json.settings.targets.every((each: object) => !('rotate_secret' in each)));
        return json.settings.targets.map(({ secret }: { secret?: string }) => secret);
      },
      call: () => signedCall(service, chats, route.form_id),
    };
  };
  return { service, clock, chats, target, form };
}

it('a new secret signs together with the old one for a day, and alone afterwards', async (test) => {
  const { clock, target, form } = await start(test);
  const { put, call } = await form();
  const [old] = await put(target);
  const [secret] = await put({ ...target, rotate_secret: true });
  assert.notEqual(secret, old);
  const during = await call();
  during.verify(secret);
  during.verify(old);
  for (const [wait, secrets] of [
    [DAY - 1_000, [secret, old]],
    [1_000, [secret]],
  ] as const) {
    clock.now += wait;
    const { signatures, signatureOf } = await call();
    assert.deepEqual(signatures, secrets.map(signatureOf));
  }
});

it('a secret that was rotated twice in a day signs no more, and that of another target stays', async (test) => {
  const { target, chats, form } = await start(test);
  const { put, call } = await form();
  const other = chats.target('webhook', '/other');
  await put(target, other);
  const [second] = await put({ ...target, rotate_secret: true }, other);
  const [third, kept] = await put({ ...target, rotate_secret: true }, other);
  assert.equal(kept, undefined, 'a secret that stays is not shown again');
  await put(target);
  const { signatures, signatureOf } = await call();
  assert.deepEqual(signatures, [third, second].map(signatureOf));
});

it('the secret of the webhook that a form was made with is rotated too', async (test) => {
  const { target, form } = await start(test);
  const { url } = target as { url: string };
  const { put, call, webhook } = await form({ delivery: { mode: 'both', webhook: { url } } });
  const [secret] = await put({ ...target, rotate_secret: true });
  const { signatures, signatureOf } = await call();
  assert.deepEqual(signatures, [secret, webhook?.secret].map(signatureOf));
});

it('a new management token makes new secrets of all webhooks, shows them, and ends the former ones at once', async (test) => {
  const { service, target, chats, form } = await start(test);
  const { url } = target as { url: string };
  const other = chats.target('webhook', '/other') as { url: string };
  const { put, call, form_id, webhook } = await form({
    delivery: { mode: 'both', webhook: { url } },
  });
  const [, former] = await put(target, other as FormTarget);
  const [rotated] = await put({ ...target, rotate_secret: true }, other as FormTarget);
  const opened = owned(service, { form_id });
  const { json } = await manage(service, opened, 'POST', '/management-token');
  const [first, second] = json.webhooks;
  assert.deepEqual([first.url, second.url], [url, other.url]);
  assert.equal(new Set([first.secret, second.secret, former, rotated]).size, 4);
  assert.notEqual(first.secret, webhook?.secret);
  await put(target);
  const { signatures, signatureOf } = await call();
  assert.deepEqual(signatures, [signatureOf(first.secret)]);
});

it('a repeated creation shows token and secret until the token is replaced, and never again', async (test) => {
  const { service, target } = await start(test);
  const { url } = target as { url: string };
  const create = () => service.create({ delivery: { mode: 'both', webhook: { url } } }, KEY);
  const { json: made } = await create();
  const { json: again } = await create();
  assert.deepEqual([again.management_token, again.webhook], [made.management_token, made.webhook]);
  await manage(service, owned(service, made), 'POST', '/management-token');
  await ownerPuts(service, made, { targets: [{ ...target, rotate_secret: true }] });
  const { status, json } = await create();
  assert.deepEqual([status, json.replayed, json.form_id], [200, true, made.form_id]);
  assert.deepEqual([json.management_token, json.webhook], [undefined, undefined]);
});

it('a form that was handed over has secrets that no former holder knows, and a repeated creation shows none', async (test) => {
  const { service, target, chats } = await start(test);
  const { url } = target as { url: string };
  const create = () => service.create({ delivery: { mode: 'both', webhook: { url } } }, KEY);
  const { form_id, webhook } = (await create()).json;
  await service.confirm(service.verificationToken());
  for (const [owner, next] of [
    [OWNER, 'client@elsewhere.example'],
    ['client@elsewhere.example', OWNER],
  ] as const) {
    await offer(service, form_id, sessionOf(service, owner), { email: next });
    const token = tokenOfHandOver(service, next);
    assert.equal((await agreeToHandOver(service, token)).json.status, 'handed_over');
    const { json } = await create();
    assert.deepEqual([json.management_token, json.webhook], [undefined, undefined]);
  }
  const { signatures, signatureOf } = await signedCall(service, chats, form_id);
  assert.equal(signatures.length, 1);
  assert.notEqual(signatures[0], signatureOf(webhook.secret));
});
