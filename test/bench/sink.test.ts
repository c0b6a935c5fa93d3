import assert from 'node:assert/strict';
import { request } from 'node:https';
import { after, before, describe, it } from 'node:test';
import { createTransport } from 'nodemailer';
import { canaryOf, newRun } from '../../bench/canary.ts';
import { startSink, type Sink } from '../../bench/servers.ts';
import { TEST_CA } from '../support/webhook-receiver.ts';

const AT_ONCE = { reply: 0, final: 0 };
/** After this, a quoted-printable writer breaks a line within the canary. */
const BEFORE = `${'ä'.repeat(40)}${'x'.repeat(48)}`;

describe('the benchmark sink', () => {
  let sink: Sink;
  before(async () => void (sink = await startSink(0)));
  after(() => sink.stop());

  /** Sends texts one after the other, in the given encoding. */
  async function send(encoding: 'quoted-printable' | 'base64', texts: readonly string[]) {
    const transport = createTransport({ host: '127.0.0.1', port: sink.port, pool: true });
    const envelope = { from: 'forms@letterslot.example', to: 'owner@customer.example' };
    for (const text of texts) {
      const message = { ...envelope, subject: 'Hello', text, textEncoding: encoding } as const;
      await transport.sendMail(message);
    }
    transport.close();
  }

  for (const encoding of ['quoted-printable', 'base64'] as const) {
    it(`the benchmark sink counts mails that came once, twice or never, in ${encoding}`, async () => {
      const run = newRun();
      await sink.begin(run, AT_ONCE);
      const texts = [0, 2, 2, 4].map((number) => `${BEFORE}${canaryOf({ run, number })}`);
      await send(encoding, texts);
      const { arrived, foreign, byNumber } = await sink.count(true);
      assert.deepEqual({ arrived, foreign }, { arrived: 4, foreign: 0 });
      assert.deepEqual([...byNumber], [1, 0, 2, 0, 1]);
    });
  }

  it('the benchmark sink counts webhooks like mails', async () => {
    const run = newRun();
    await sink.begin(run, AT_ONCE);
    const body = JSON.stringify({ fields: { ref: canaryOf({ run, number: 1 }) } });
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    const to = { host: '127.0.0.1', port: sink.hookPort, servername: 'hooks.example.com' };
    request({ ...to, method: 'POST', ca: TEST_CA, agent: false }, ({ statusCode }) =>
      resolve(statusCode),
    )
      .on('error', reject)
      .end(body);
    assert.equal(await promise, 204);
    const { arrived, foreign, byNumber } = await sink.count(true);
    assert.deepEqual(
      { arrived, foreign, byNumber: [...byNumber] },
      { arrived: 1, foreign: 0, byNumber: [0, 1] },
    );
  });

  it('the benchmark sink knows encrypted mails, whose canaries it cannot read', async () => {
    await sink.begin(newRun(), AT_ONCE);
    const transport = createTransport({ host: '127.0.0.1', port: sink.port });
    const envelope = { from: 'forms@letterslot.example', to: 'owner@customer.example' };
    const type =
      'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b';
    await transport.sendMail({ envelope, raw: `Subject: ...\r\n${type}\r\n\r\n--b--\r\n` });
    const { arrived, sealed, foreign } = await sink.count(true);
    assert.deepEqual({ arrived, sealed, foreign }, { arrived: 1, sealed: 1, foreign: 0 });
  });

  it('the benchmark sink tells the mails of two runs apart', async () => {
    const [run, other] = ['aaaa', 'bbbb'];
    await sink.begin(run, AT_ONCE);
    await send('quoted-printable', [canaryOf({ run: other, number: 0 }), 'none at all']);
    const { arrived, foreign, byNumber } = await sink.count(true);
    assert.deepEqual(
      { arrived, foreign, numbers: byNumber.length },
      { arrived: 2, foreign: 2, numbers: 0 },
    );
    await sink.begin(other, AT_ONCE);
    assert.equal((await sink.count(true)).arrived, 0);
  });

  it('the benchmark sink delays its replies in the order of the commands', async () => {
    await sink.begin(newRun(), { reply: 20, final: 100 });
    const start = performance.now();
    await send('quoted-printable', ['slowly']);
    // Greeting, EHLO, the pipelined envelope, and the message.
    assert.ok(performance.now() - start >= 3 * 20 + 100);
  });
});
