import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { answersIn } from '../support/answered-form.ts';
import { bounceTokenIn } from '../support/bounce-mails.ts';
import { basicAuth, postmarkBounce, PROVIDERS, report } from '../support/bounce-providers.ts';
import { startChatServices } from '../support/chat-services.ts';
import { answerCopy, mailTo, ownerPuts, questionTo } from '../support/copied-form.ts';
import { findHidden, filesIn } from '../support/hidden-text.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { OWNER, startService, type TestService } from '../support/service.ts';
import { solutionOf } from '../support/solve-challenge.ts';
import { until } from '../support/until.ts';

const COLLEAGUE = 'colleague.of.canary@elsewhere.example';

/** What a visitor sends, and what nobody may find afterwards. */
const CANARY = {
  message: 'canary-of-a-message-7141',
  email: 'canary.visitor@answered.example',
  'file name': 'canary-name-5221',
  'file content': 'canary-of-a-file-9931',
};

const SECRETS = { ...CANARY, 'address of a copy': COLLEAGUE };

async function submit({ request }: TestService, formId: string): Promise<Record<string, string>> {
  const body = new FormData();
  body.append('message', CANARY.message);
  body.append('email', CANARY.email);
  body.append('cv', new File([CANARY['file content']], `${CANARY['file name']}.txt`));
  const { json } = await request(`/v1/routes/${formId}/challenge`);
  body.append('altcha', solutionOf(json));
  const headers = { accept: 'application/json' };
  const answer = await request(`/f/${formId}`, { method: 'POST', headers, body });
  assert.equal(answer.status, 200, answer.text);
  return (answer.json as { delivery: Record<string, string> }).delivery;
}

function expectNoTrace(service: TestService): void {
  const log = { name: 'the log', bytes: Buffer.from(service.logText()) };
  const places = [log, ...filesIn(service.folder)];
  assert.ok(places.some(({ name }) => name === 'test.db'));
  assert.deepEqual(findHidden(places, SECRETS), []);
}

async function startForms(test: TestContext) {
  const chats = await startChatServices(test);
  const service = await startService(
    test,
    { ...chats.env, ...PROVIDERS },
    { receivers: chats.receivers },
  );
  return { chats, service };
}

describe('traces of what forms can have', () => {
  it('files, copies, chats and answers leave nothing in database and log', async (test) => {
    const { chats, service } = await startForms(test);
    const route = await service.activeRoute();
    const settings = {
      challenge: 'always',
      files: {},
      copies: [COLLEAGUE],
      targets: [chats.target('slack'), chats.target('ntfy')],
      auto_reply: { subject: '{form} has your message', text: 'Thank you.' },
    };
    assert.equal((await ownerPuts(service, route, settings)).status, 200);
    await until('the question', () => service.sink.mails.at(-1)?.recipients[0] === COLLEAGUE);
    await answerCopy(service, questionTo(service, COLLEAGUE));
    const delivery = await submit(service, route.form_id);
    assert.deepEqual(
      [delivery['copies'], delivery['slack'], delivery['auto_reply']],
      ['delivered', 'queued', 'sent'],
    );
    await until('the chats', () => chats.calls.length === 2);
    assert.equal(answersIn(service).length, 1);
    assert.ok(mailTo(service, OWNER).raw.includes(CANARY.message), 'the canary came through');
    expectNoTrace(service);
  });

  it('an encrypted form leaves nothing, nor does a bounce of its mail', async (test) => {
    const { service } = await startForms(test);
    const route = await service.activeRoute();
    const { armored } = await makeKey(OWNER);
    const settings = { files: {}, encryption: { type: 'openpgp', key: armored } };
    assert.equal((await ownerPuts(service, route, settings)).status, 200);
    assert.deepEqual(await submit(service, route.form_id), { email: 'delivered' });
    const token = bounceTokenIn(mailTo(service, OWNER));
    assert.equal(
      (await report(service, 'postmark', postmarkBounce(token), basicAuth())).status,
      200,
    );
    assert.equal((await service.submit(route.form_id, { message: CANARY.message })).status, 503);
    expectNoTrace(service);
  });
});
