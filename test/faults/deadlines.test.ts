import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import PostalMime from 'postal-mime';
import { ANSWER, submitSolved, VISITOR } from '../support/answered-form.ts';
import { answerCopy, ownerPuts } from '../support/copied-form.ts';
import { staySilent, type Script } from '../support/scripted-smtp.ts';
import { startService, type TestService } from '../support/service.ts';
import { startWebhookReceiver, REACHES_RECEIVER } from '../support/webhook-receiver.ts';
import { outcomeOf, startFaultyMail } from './faulty-mail.ts';

function abortAfter(milliseconds: number): AbortSignal {
  const controller = new AbortController();
  const expire = () => controller.abort(new DOMException('it took too long', 'TimeoutError'));
  setTimeout(expire, milliseconds);
  return controller.signal;
}

/** Runs with timers that only `tick` advances; sockets do not need them. */
async function withoutTime(
  { mock }: TestContext,
  run: (tick: (milliseconds: number) => void) => Promise<void>,
): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout'] });
  const signals = mock.method(AbortSignal, 'timeout', abortAfter);
  try {
    await run((milliseconds) => mock.timers.tick(milliseconds));
  } finally {
    signals.mock.restore();
    mock.timers.reset();
  }
}

/** Takes the next message, which is the owner's, and is silent after those that follow it. */
function takeOne(): Script {
  let isFirst = true;
  return {
    message(socket) {
      if (isFirst) socket.write('250 taken\r\n');
      isFirst = false;
    },
  };
}

/** What a promise came to so far; undefined while it is pending. */
function watch<T>(promise: Promise<T>): () => T | undefined {
  let value: T | undefined;
  void promise.then((settled) => (value = settled));
  return () => value;
}

/** Expects a promise to settle only when this time has passed. */
async function settlesAt(
  milliseconds: number,
  promise: Promise<unknown>,
  { service, tick }: { service: TestService; tick: (milliseconds: number) => void },
): Promise<void> {
  const settled = watch(promise);
  tick(milliseconds - 1);
  assert.equal((await service.request('/health')).status, 200);
  assert.equal(settled(), undefined);
  tick(1);
  await promise;
}

async function startWebhook(test: TestContext) {
  const receiver = await startWebhookReceiver(test);
  const service = await startService(test, {}, { receivers: REACHES_RECEIVER });
  const delivery = { mode: 'webhook', webhook: { url: receiver.url } };
  const { form_id: formId } = await service.activeRoute({ delivery });
  return { service, receiver, submit: () => service.submit(formId, { message: 'Hello' }) };
}

describe('deadlines of submissions', () => {
  // Guarantee: A submission
  it('a submission to a silent mail server is answered after 25 seconds', async (test) => {
    const { service, smtp, send } = await startFaultyMail(test);
    await send();
    smtp.script = { message: staySilent };
    await withoutTime(test, async (tick) => {
      const received = smtp.received(smtp.messages.length + 1);
      const answer = send();
      await received;
      await settlesAt(25_000, answer, { service, tick });
      assert.equal(outcomeOf(await answer), '503 doubtful');
    });
  });

  it('a submission whose copies the mail server never takes is answered after 25 more seconds', async (test) => {
    const { service, smtp, formId, send } = await startFaultyMail(test);
    const copies = ['ann@place.example', 'jo@place.example'];
    await ownerPuts(service, { form_id: formId }, { copies });
    for (const message of smtp.messages.slice(-2)) {
      const { text = '' } = await PostalMime.parse(message);
      const [, token] = /\/copy\?token=([\w.%-]+)/.exec(text) ?? [];
      await answerCopy(service, decodeURIComponent(token ?? ''));
    }
    smtp.script = takeOne();
    await withoutTime(test, async (tick) => {
      const received = smtp.received(smtp.messages.length + 3);
      const answer = send();
      await received;
      await settlesAt(25_000, answer, { service, tick });
      const { status, json } = await answer;
      assert.deepEqual([status, json.delivery], [200, { email: 'delivered', copies: 'failed' }]);
    });
  });

  it('a submission whose automatic reply the mail server never takes is answered after 5 seconds', async (test) => {
    const { service, smtp, formId } = await startFaultyMail(test);
    const settings = { challenge: 'always', auto_reply: ANSWER };
    await ownerPuts(service, { form_id: formId }, settings);
    smtp.script = takeOne();
    await withoutTime(test, async (tick) => {
      const received = smtp.received(smtp.messages.length + 2);
      const outcome = submitSolved(service, formId, { email: VISITOR, message: 'Hello' });
      await received;
      await settlesAt(5_000, outcome, { service, tick });
      assert.equal(await outcome, 'skipped');
    });
    // So that closing does not wait for it.
    smtp.dropSessions();
  });

  /** The line of the second is never idle. */
  const HANGS: [name: string, head: string][] = [
    ['says nothing', ''],
    ['drips its head', 'HTTP/1.1 200 OK\r\nX-Fill: '],
  ];
  for (const [name, head] of HANGS)
    it(`a submission to a webhook receiver that ${name} is answered after 10 seconds, and not counted`, async (test) => {
      const { service, receiver, submit } = await startWebhook(test);
      const called = Promise.withResolvers<void>();
      receiver.answerWith(({ socket }) => {
        if (head !== '') {
          socket?.write(head);
          const timer = setInterval(() => void socket?.write('x'), 10);
          socket?.once('close', () => clearInterval(timer));
        }
        called.resolve();
      });
      await withoutTime(test, async (tick) => {
        const answer = submit();
        await called.promise;
        await settlesAt(10_000, answer, { service, tick });
        assert.equal((await answer).json.error, 'webhook_delivery_failed');
      });
      assert.equal(receiver.calls.length, 1);
      receiver.answerWith((response) => void response.writeHead(204).end());
      assert.equal((await submit()).json.used, 1);
    });
});

describe('bodies of receivers’ answers', () => {
  it('the body of a receiver’s answer is dropped after a second, however slowly it comes', async (test) => {
    const { service, receiver, submit } = await startWebhook(test);
    const closed = Promise.withResolvers<string>();
    receiver.answerWith((response) => {
      response.on('close', () => closed.resolve('closed'));
      response.writeHead(200).write('a');
    });
    await withoutTime(test, async (tick) => {
      assert.equal((await submit()).status, 200);
      await settlesAt(1_000, closed.promise, { service, tick });
      assert.equal(await closed.promise, 'closed');
    });
  });
});
