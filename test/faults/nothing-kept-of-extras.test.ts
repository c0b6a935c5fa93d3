import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { RouteResource } from '../../src/contract/schemas.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { answersIn } from '../support/answered-form.ts';
import { bounceTokenIn } from '../support/bounce-mails.ts';
import {
  basicAuth,
  mailgunFailure,
  postmarkBounce,
  PROVIDERS,
  report,
} from '../support/bounce-providers.ts';
import { startChatServices } from '../support/chat-services.ts';
import { EICAR, startClamd } from '../support/clamd.ts';
import { answerCopy, mailTo, ownerPuts, questionTo } from '../support/copied-form.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { createKeyDirectory, LISTED } from '../support/key-directory.ts';
import { makeKey } from '../support/openpgp-key.ts';
import type { Answer } from '../support/service.ts';
import { until } from '../support/until.ts';
import {
  CANARY,
  CANARY_OWNER,
  COLLEAGUE,
  startCanary,
  type CanaryService,
} from './canary-service.ts';

async function startForms(test: TestContext, env: Record<string, string> = {}) {
  const chats = await startChatServices(test);
  const fault = { isOn: false };
  /** As a driver's error that quotes what it was given. */
  const quoting = () =>
    new Error(`cannot store ${CANARY.message}`, { cause: new Error(`key (${CANARY.email})`) });
  const wrapStore = (store: Store): Store => ({
    ...store,
    counters: {
      ...store.counters,
      take: (...of) => (fault.isOn ? Promise.reject(quoting()) : store.counters.take(...of)),
    },
  });
  const service = await startCanary(
    test,
    { ...chats.env, ...PROVIDERS, MONTHLY_LIMIT: '0', SUBMIT_RATE_PER_MINUTE: '1000/1000', ...env },
    { receivers: chats.receivers, wrapStore },
  );
  const everything = {
    challenge: 'always',
    files: {},
    copies: [COLLEAGUE],
    targets: [chats.target('slack'), chats.target('ntfy')],
    auto_reply: { subject: '{form} has your message', text: 'Thank you.' },
  };
  return { chats, service, everything, fault };
}

/** An active form with these settings, whose copies are confirmed. */
async function makeForm(service: CanaryService, settings: object): Promise<RouteResource> {
  const route = await service.activeRoute({ email: CANARY_OWNER });
  assert.equal((await ownerPuts(service, route, settings, CANARY_OWNER)).status, 200);
  if (!('copies' in settings)) return route;
  await until('the question', () => service.sink.mails.at(-1)?.recipients[0] === COLLEAGUE);
  await answerCopy(service, questionTo(service, COLLEAGUE));
  return route;
}

const deliveryOf = ({ status, json, text }: Answer): Record<string, string> => {
  assert.equal(status, 200, text);
  return json.delivery;
};

// Guarantee: Privacy
it('files, copies, chats and answers leave nothing in database, log and temporary files', async (test) => {
  const { chats, service, everything } = await startForms(test);
  const { form_id } = await makeForm(service, everything);
  const answer = await service.submitCanary(form_id);
  assert.deepEqual(deliveryOf(answer), {
    email: 'delivered',
    slack: 'queued',
    ntfy: 'queued',
    copies: 'delivered',
    auto_reply: 'sent',
  });
  await until('the chats', () => chats.calls.length === 2);
  for (const { body } of chats.calls) assert.ok(body.includes(CANARY.message), 'it came through');
  assert.deepEqual(answersIn(service)[0]?.recipients, [CANARY.email]);
  const { raw } = mailTo(service, CANARY_OWNER);
  for (const name of ['message', 'name of a field', 'name of a file'] as const) {
    assert.ok(raw.includes(CANARY[name]), name);
  }
  await service.expectNoTrace([answer]);
});

it('an encrypted form leaves nothing, nor do reports about its mail', async (test) => {
  const { service } = await startForms(test);
  const { armored } = await makeKey(CANARY_OWNER);
  const settings = { files: {}, encryption: { type: 'openpgp', key: armored } };
  const { form_id } = await makeForm(service, settings);
  assert.deepEqual(deliveryOf(await service.submitCanary(form_id)), { email: 'delivered' });
  const token = bounceTokenIn(mailTo(service, CANARY_OWNER));
  const words = CANARY['text of a report'];
  const quoting = {
    ...postmarkBounce(token),
    Details: words,
    Description: `${words} ${CANARY.message}`,
    Subject: words,
    Content: `Subject: ${words}\r\n\r\n${CANARY.message}`,
    Email: CANARY_OWNER,
  };
  const failure = mailgunFailure(token, {
    recipient: CANARY_OWNER,
    reason: words,
    'delivery-status': { code: 550, message: words, description: words },
  });
  const cut = JSON.stringify(quoting).slice(0, -20);
  const answers = [
    await report(service, 'postmark', cut, basicAuth()),
    await report(service, 'postmark', quoting, basicAuth(words)),
    await report(service, 'mailgun', failure),
    await report(service, 'postmark', quoting, basicAuth()),
  ];
  assert.equal(answers.at(-1)?.status, 200);
  answers.push(await service.submit(form_id, { message: CANARY.message }));
  assert.equal(answers.at(-1)?.status, 503);
  await service.expectNoTrace(answers);
});

it('failures of all neighbours leave nothing, and no answer quotes them', async (test) => {
  const clamd = await startClamd(test);
  const { chats, service, everything, fault } = await startForms(test, { CLAMD_URL: clamd.url });
  const { form_id, management_token } = await makeForm(service, everything);
  const words = CANARY['words of a neighbour'];
  chats.answerWith((response, { body }) => response.writeHead(400, words).end(words + body));
  service.sink.refuseAddress('to', CANARY.email, 550);
  service.sink.refuseAddress('to', COLLEAGUE, 550);
  const answers = [await service.submitCanary(form_id)];
  const partly = { email: 'delivered', copies: 'failed', auto_reply: 'skipped' };
  assert.deepEqual(deliveryOf(answers[0] ?? assert.fail()), {
    ...partly,
    slack: 'queued',
    ntfy: 'queued',
  });
  await until('the chats', () => service.logText().split('"replyCode":400').length > 2);
  const headers = { authorization: `Bearer ${management_token}` };
  const tested = await service.request(`/v1/routes/${form_id}/test`, { method: 'POST', headers });
  answers.push(tested);
  assert.equal(tested.json.delivery.slack, 'failed');
  answers.push(await service.submitCanary(form_id, EICAR));
  service.sink.refuseWith({ code: 550, text: `<${CANARY_OWNER}> ${words} ${CANARY.message}` });
  answers.push(await service.submitCanary(form_id));
  service.sink.refuseWith(undefined);
  fault.isOn = true;
  answers.push(await service.submitCanary(form_id));
  clamd.freeze(true);
  await clamd.close();
  answers.push(await service.submitCanary(form_id));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 422, 503, 500, 503],
  );
  await service.expectNoTrace(answers);
});

it('the look for a key leaves no address, found or not', async (test) => {
  const { publicKey } = await makeKey(LISTED);
  let isThere = true;
  const directory = createKeyDirectory((response) =>
    isThere
      ? void response.writeHead(200).end(publicKey.write())
      : void response.writeHead(200).end(`<${LISTED}> ${CANARY['words of a neighbour']}`),
  );
  await directory.start(test);
  const service = await startCanary(test, {}, directory.overrides());
  const look = () =>
    callWith(service, 'GET', '/v1/inbox/encryption-key', { bearer: sessionOf(service, LISTED) });
  assert.equal((await look()).status, 200);
  isThere = false;
  const failed = await look();
  assert.equal(failed.status, 404);
  const [local = '', domain = ''] = LISTED.split('@');
  const asked = { path: directory.paths()[0] ?? '', local: `${local}@`, domain };
  await service.expectNoTrace([failed], { ...CANARY, ...asked });
});
