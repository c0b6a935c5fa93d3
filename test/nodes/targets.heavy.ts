import assert from 'node:assert/strict';
import { it } from 'node:test';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { startChatServices } from '../support/chat-services.ts';
import { createPeople, ownerPuts } from '../support/copied-form.ts';
import type { TestService } from '../support/service.ts';
import { signedCall } from '../support/signed-call.ts';
import { until } from '../support/until.ts';
import { deliveryAt, prepareTwoNodes } from './two-nodes.ts';

const DAY = 86_400_000;

const startNodes = await prepareTwoNodes();

const people = createPeople();

const isTold = ({ sink }: TestService) =>
  sink.mails.filter(({ email }) => email.subject?.endsWith(wordsOf('en').mails.target_off.subject))
    .length;

for (const status of [404, 410])
  it(`a target that answers ${status} to one node is skipped by the other at once, and its owner gets one mail`, async (test) => {
    const chats = await startChatServices(test);
    const { one, other } = await startNodes(test, chats);
    const { owner } = people();
    const targets = [chats.target('slack')];
    const { form_id } = await one.activeRoute({ email: owner, settings: { targets } });
    chats.answerWith((response) => void response.writeHead(status).end());
    const made = await Promise.all([one, other].map((node) => deliveryAt(node, form_id)));
    const { length } = made.filter(({ slack }) => slack === 'queued');
    const isOver = () => chats.calls.length === length && isTold(one) + isTold(other) > 0;
    await until('the calls and the mail', isOver);
    for (const node of [one, other]) {
      assert.deepEqual(await deliveryAt(node, form_id), { email: 'delivered', slack: 'dropped' });
    }
    assert.deepEqual([chats.calls.length, isTold(one) + isTold(other)], [length, 1]);
    chats.answerWith(undefined);
    await ownerPuts(other, { form_id }, { targets }, owner);
    assert.equal((await deliveryAt(one, form_id))['slack'], 'queued');
    await until('the call', () => chats.calls.length === length + 1);
  });

it('a secret that is rotated on one node signs together with the old one on the other, for a day', async (test) => {
  const chats = await startChatServices(test);
  const { one, other, clock } = await startNodes(test, chats);
  const { owner } = people();
  const target = chats.target('webhook');
  const { form_id } = await one.activeRoute({ email: owner });
  const putAt = async (node: TestService, wanted: object): Promise<string> =>
    (await ownerPuts(node, { form_id }, { targets: [wanted] }, owner)).json.settings.targets[0]
      .secret;
  const old = await putAt(one, target);
  const secret = await putAt(one, { ...target, rotate_secret: true });
  for (const [wait, secrets] of [
    [0, [secret, old]],
    [DAY - 1_000, [secret, old]],
    [1_000, [secret]],
  ] as const) {
    clock.now += wait;
    for (const node of [one, other]) {
      const { signatures, signatureOf } = await signedCall(node, chats, form_id);
      assert.deepEqual(signatures, secrets.map(signatureOf));
    }
  }
});
