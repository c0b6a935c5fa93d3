import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { FormTarget } from '../../src/contract/form-targets.ts';
import { startChatServices } from '../support/chat-services.ts';
import { ownerPuts } from '../support/copied-form.ts';
import { startService } from '../support/service.ts';
import { signedCall } from '../support/signed-call.ts';

const DAY = 86_400_000;

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
  return { clock, chats, target, form };
}

describe('the secret of a webhook', () => {
  it('a new secret signs beside the old one for a day, and alone afterwards', async (test) => {
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
});
