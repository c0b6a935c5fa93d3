import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { staySilent } from '../support/scripted-smtp.ts';
import { startService } from '../support/service.ts';
import { startWebhookReceiver, TEST_CA } from '../support/webhook-receiver.ts';
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

/** What a promise came to so far; undefined while it is pending. */
function watch<T>(promise: Promise<T>): () => T | undefined {
  let value: T | undefined;
  void promise.then((settled) => (value = settled));
  return () => value;
}

async function startWebhook(test: TestContext) {
  const receiver = await startWebhookReceiver();
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const service = await startService(
    test,
    {},
    { receivers: { allowPrivate: true, resolve, ca: TEST_CA } },
  );
  test.after(() => receiver.close());
  const delivery = { mode: 'webhook', webhook: { url: receiver.url } };
  const { form_id: formId } = await service.activeRoute({ delivery });
  return { service, receiver, submit: () => service.submit(formId, { message: 'Hello' }) };
}

describe('deadlines of submissions', () => {
  it('a submission to a silent mail server is answered after 25 seconds', async (test) => {
    const { service, smtp, send } = await startFaultyMail(test);
    await send();
    smtp.script = { message: staySilent };
    await withoutTime(test, async (tick) => {
      const received = smtp.received(smtp.messages.length + 1);
      const answer = send();
      const answered = watch(answer);
      await received;
      tick(24_999);
      assert.equal((await service.request('/health')).status, 200);
      assert.equal(answered(), undefined);
      tick(1);
      assert.equal(outcomeOf(await answer), '503 doubtful');
    });
  });

  it('a submission to a silent webhook receiver is answered after 10 seconds', async (test) => {
    const { service, receiver, submit } = await startWebhook(test);
    const called = Promise.withResolvers<void>();
    receiver.answerWith(() => called.resolve());
    await withoutTime(test, async (tick) => {
      const answer = submit();
      const answered = watch(answer);
      await called.promise;
      tick(9_999);
      assert.equal((await service.request('/health')).status, 200);
      assert.equal(answered(), undefined);
      tick(1);
      assert.equal((await answer).json.error, 'webhook_delivery_failed');
    });
  });
});

describe('bodies of receivers’ answers', () => {
  it('the body of a receiver’s answer is dropped after 64 KiB, however fast it comes', async (test) => {
    const { receiver, submit } = await startWebhook(test);
    const chunk = Buffer.alloc(65_536);
    const closed = Promise.withResolvers<number>();
    receiver.answerWith((response) => {
      let sent = 0;
      response.writeHead(200).on('close', () => closed.resolve(sent));
      const send = () => {
        while (sent < 1_000 * chunk.length && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', send);
        }
        closed.resolve(sent);
      };
      send();
    });
    await withoutTime(test, async () => {
      assert.equal((await submit()).status, 200);
      // What is in the buffers of both systems was sent and not read.
      assert.ok((await closed.promise) < 250 * chunk.length);
    });
  });

  it('the body of a receiver’s answer is dropped after a second, however slowly it comes', async (test) => {
    const { service, receiver, submit } = await startWebhook(test);
    const closed = Promise.withResolvers<string>();
    receiver.answerWith((response) => {
      response.on('close', () => closed.resolve('closed'));
      response.writeHead(200).write('a');
    });
    await withoutTime(test, async (tick) => {
      const isClosed = watch(closed.promise);
      assert.equal((await submit()).status, 200);
      tick(999);
      assert.equal((await service.request('/health')).status, 200);
      assert.equal(isClosed(), undefined);
      tick(1);
      assert.equal(await closed.promise, 'closed');
    });
  });
});
