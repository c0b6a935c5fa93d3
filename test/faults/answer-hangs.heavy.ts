import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ANSWER, answeredForm, VISITOR } from '../support/answered-form.ts';
import { startService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import { solutionOf } from '../support/solve-challenge.ts';
import { until } from '../support/until.ts';

/** The limit in docs/auto-reply.md and docs/operating.md, with some reserve. */
const PATIENCE = 5_000;
const STOP = 25_000;
const REST = 4_500;

/** A form whose automatic replies the mail server never takes, while it takes everything else. */
async function startHanging(
  test: TestContext,
  at: 'recipient' | 'message',
  env: Record<string, string> = {},
) {
  const service = await startService(test, { MONTHLY_LIMIT: '0', ...env });
  const { form_id: formId } = await answeredForm(service, {}, { auto_reply: ANSWER });
  service.sink.hangFor(VISITOR, at);
  const solve = async () =>
    solutionOf((await service.request(`/v1/routes/${formId}/challenge`)).json);
  const send = (altcha: string, email = VISITOR) =>
    service.submit(formId, { altcha, email, message: 'Hello' });
  return { ...service, formId, solve, send };
}

async function timed<Result>(task: Promise<Result>): Promise<[Result, milliseconds: number]> {
  const began = performance.now();
  return [await task, performance.now() - began];
}

describe('a mail server that hangs under an automatic reply', { concurrency: true }, () => {
  for (const at of ['recipient', 'message'] as const) {
    it(`an automatic reply that hangs at its ${at} keeps its visitor waiting 5 seconds, and no other`, async (test) => {
      const { sink, formId, solve, send, submit, logText } = await startHanging(test, at);
      const [first, second, other] = [await solve(), await solve(), await solve()];
      const [{ status, json }, ms] = await timed(send(first));
      assert.deepEqual(
        [status, json.delivery],
        [200, { email: 'delivered', auto_reply: 'skipped' }],
      );
      assert.ok(ms > PATIENCE - 500 && ms < PATIENCE + REST, `${ms} ms`);
      assert.equal(sink.hanging(), 1);
      const [others, othersMs] = await timed(send(other, 'visitor@place.example'));
      assert.equal(others.json.delivery.auto_reply, 'sent');
      assert.ok(othersMs < REST, `${othersMs} ms`);
      // The answer under way may still arrive, so there is no second one.
      assert.equal((await send(second)).json.delivery.auto_reply, 'skipped');
      assert.equal(sink.hanging(), 1);
      assert.equal(sink.mails.filter(isDelivery).length, 3);
      assert.doesNotMatch(logText(), /"answer_failed"/);
      assert.equal((await submit(formId, { message: 'Hello' })).status, 428);
    });

    it(`a stop ends in time while the mail server hangs at the ${at} of an automatic reply`, async (test) => {
      const { close, sink, solve, send, logText } = await startHanging(test, at);
      const answer = timed(send(await solve()));
      await until('the answer', () => sink.hanging() === 1);
      const [, ms] = await timed(close());
      const [{ status, json }, visitorMs] = await answer;
      assert.deepEqual([status, json.delivery.auto_reply], [200, 'skipped']);
      assert.ok(visitorMs < PATIENCE + REST, `the visitor waited ${visitorMs} ms`);
      assert.ok(ms < STOP, `${ms} ms`);
      assert.doesNotMatch(logText(), /"answer_failed"/, 'the store was open until the end');
    });
  }

  it('the longest drain ends in time when an automatic reply begins to hang at its end', async (test) => {
    const env = { DRAIN_SECONDS: '10' };
    const { close, sink, solve, send } = await startHanging(test, 'message', env);
    const solution = await solve();
    const stopped = timed(close());
    await wait(4_000);
    assert.equal((await send(solution)).json.delivery.auto_reply, 'skipped');
    assert.equal(sink.hanging(), 1);
    const [, ms] = await stopped;
    assert.ok(ms < STOP, `${ms} ms`);
  });
});
