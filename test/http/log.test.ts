import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { sendRaw } from '../support/raw-http.ts';
import { startService, type TestService } from '../support/service.ts';
import { startVerifiedService } from '../support/verified-service.ts';
import { listOf } from '../support/list-of.ts';

type Line = Record<string, unknown> & { event: string; requestId?: string };

const linesOf = ({ logText }: Pick<TestService, 'logText'>): Line[] =>
  logText()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

const idOf = (answer: { headers: Headers }) => answer.headers.get('x-request-id');

/** The only line of an event. */
function theLine(service: Pick<TestService, 'logText'>, event: string): Line {
  const found = linesOf(service).filter((line) => line.event === event);
  assert.equal(found.length, 1, event);
  return found[0] as Line;
}

/** Log lines about a request that lack its id. */
const anonymous = (service: Pick<TestService, 'logText'>) =>
  linesOf(service).filter(
    (line) =>
      ('formId' in line || 'operation' in line) && !String(line.requestId).startsWith('req_'),
  );

async function activeForm(test: TestContext, env: Record<string, string> = {}) {
  const service = await startService(test, env);
  const { form_id: formId, management_token: token } = await service.activeRoute();
  return { service, formId, token };
}

it('the log says why a submission was refused, under the id of the answer', async (test) => {
  const { service, formId } = await activeForm(test);
  const answer = await service.submit(formId, { message: ' ' });
  assert.equal(answer.json.error, 'submission_empty');
  const { level, operation, code, ...line } = theLine(service, 'request_refused');
  assert.deepEqual([level, operation, code], ['info', 'submitForm', 'submission_empty']);
  assert.deepEqual([line.requestId, line['formId']], [idOf(answer), formId]);
});

it('the log names no path, query or text of a request, only a well-formed form id', async (test) => {
  const { service } = await activeForm(test);
  await service.submit('canary-1f7', { message: 'hello' });
  await service.submit('cfm_canary-2c9?q=canary-3b1', { message: 'hello' });
  await service.request('/canary-4d8?token=canary-5a0');
  await service.submit('cfm_AAAAAAAAAAAAAAAA', { message: 'hello' });
  assert.doesNotMatch(service.logText(), /canary/);
  const refused = linesOf(service).filter(({ event }) => event === 'request_refused');
  assert.deepEqual(
    refused.map((line) => [line['operation'], line['code'], line['formId']]),
    [
      ['submitForm', 'route_not_found', undefined],
      ['submitForm', 'route_not_found', undefined],
      ['none', 'not_found', undefined],
      ['submitForm', 'route_not_found', 'cfm_AAAAAAAAAAAAAAAA'],
    ],
  );
});

it('the log has the request id in every line of the whole life of a form', async (test) => {
  const { service, formId, token } = await activeForm(test);
  await service.submit(formId, { message: 'hello' });
  await service.submit(formId, { message: 'hello', _gotcha: 'x' });
  service.sink.refuseWith({ code: 550, text: 'no' });
  await service.submit(formId, { message: 'hello' });
  const created = await service.create({ email: 'other@example.com' });
  assert.equal(created.json.error, 'delivery_failed');
  const { kind, replyCode } = theLine(service, 'verification_not_mailed');
  assert.deepEqual([kind, replyCode], ['refused', 550]);
  const authorization = `Bearer ${token}`;
  await service.request(`/v1/routes/${formId}`, { method: 'DELETE', headers: { authorization } });
  const events = new Set(linesOf(service).map(({ event }) => event));
  for (const event of listOf(`
      route_created verification_mailed route_confirmed submission_delivered submission_trapped
      delivery_failed route_deleted request_answered
    `)) {
    assert.ok(events.has(event), event);
  }
  assert.deepEqual(anonymous(service), []);
});

it('the log has the request id in the lines about a provider too', async (test) => {
  const service = await startVerifiedService(test);
  const { json } = await service.create();
  service.fake.behave('forbidden');
  service.pass(6_000);
  const answer = await service.poll(json.form_id);
  assert.equal(theLine(service, 'provider_answered')['standing'], 'pending');
  const failed = theLine(service, 'provider_failed');
  assert.deepEqual([failed.requestId, failed['provider']], [idOf(answer), 'cloudflare']);
  assert.deepEqual(anonymous(service), []);
});

it('the log has a request id for what is not HTTP', async (test) => {
  const { service } = await activeForm(test);
  const answer = await sendRaw(service.url, 'NOT HTTP\r\n\r\n');
  const { requestId, status } = theLine(service, 'request_unreadable');
  assert.equal(status, 400);
  assert.ok(answer.includes(`x-request-id: ${requestId}`), answer);
});
