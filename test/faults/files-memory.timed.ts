import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { it, type TestContext } from 'node:test';
import { openForm } from '../stopping/visitors.ts';
import { peakOf } from '../support/process-memory.ts';
import { runService } from '../support/service-process.ts';
import { isDelivery, startSmtpSink, type ReceivedMail } from '../support/smtp-sink.ts';
import { START_FLAGS } from '../support/start-flags.ts';

const UPLOADS = 50;
const FILE_BYTES = 5_242_880;

/** Milliseconds that the mail server takes for the reply to a message. */
const SLOW = 300;

/** KiB: the program, files at a quarter of this heap, and socket buffers on both sides. */
const MOST = 400 * 1_024;

interface Told {
  status: number;
  retryAfter: string | undefined;
  error: string | undefined;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The process with a heap of 256 MiB, and an active form that takes files. */
async function start(test: TestContext) {
  const sink = await startSmtpSink(test);
  const env = {
    SMTP_URL: sink.url,
    MAIL_FROM: 'Forms <forms@letterslot.example>',
    TRUSTED_PROXIES: '127.0.0.1, ::1',
    SUBMIT_RATE_PER_MINUTE: '0/0',
    LOG_LEVEL: 'error',
  };
  const nodeArguments = [...START_FLAGS, '--max-old-space-size=256'];
  const service = runService(test, env, { nodeArguments, patience: 200_000 });
  const url = (await service.url()).replace('localhost', '127.0.0.1');
  const path = await openForm(url, sink, { settings: { files: {} } });
  return { sink, service, form: new URL(path, url) };
}

/** Sends one file; every caller has an address of its own. */
function upload(form: URL, agent: Agent, bytes: Buffer, caller: number): Promise<Told> {
  const { promise, resolve, reject } = Promise.withResolvers<Told>();
  const head =
    '--XbX\r\nContent-Disposition: form-data; name="f"; filename="a.bin"\r\n' +
    'Content-Type: application/octet-stream\r\n\r\n';
  const tail = '\r\n--XbX--\r\n';
  const sent = request(form, {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'multipart/form-data; boundary=XbX',
      'content-length': head.length + bytes.length + tail.length,
      'x-forwarded-for': `198.51.${Math.floor(caller / 200)}.${caller % 200}`,
    },
  });
  sent.on('error', reject);
  sent.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    response.on('end', () => {
      const { error } = JSON.parse(text) as { error?: string };
      resolve({
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'],
        error,
      });
    });
  });
  sent.write(head);
  sent.write(bytes);
  sent.end(tail);
  return promise;
}

/** SHA-256 of each file that was attached. */
const attachedIn = (mails: readonly ReceivedMail[]): string[] =>
  mails
    .filter(isDelivery)
    .flatMap(({ email }) => email.attachments)
    .map(({ content }) =>
      hashOf(typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)),
    );

for (const [name, callers] of [
  ['callers', UPLOADS],
  ['uploads of one caller', 1],
] as const)
  it(`${UPLOADS} ${name} with 5 MiB each are all answered, and what is accepted is in a mail`, async (test) => {
    const { sink, service, form } = await start(test);
    sink.delay(SLOW);
    const agent = new Agent({ keepAlive: false });
    const files = Array.from({ length: UPLOADS }, () => randomBytes(FILE_BYTES));
    const hashes = files.map(hashOf);
    const answers = await Promise.all(
      files.map((bytes, at) => upload(form, agent, bytes, at % callers)),
    );
    const accepted = hashes.filter((_, at) => answers[at]?.status === 200);
    for (const { status, error, retryAfter } of answers) {
      if (status !== 200)
        assert.deepEqual([status, error, retryAfter], [503, 'delivery_failed', '5']);
    }
    const peak = peakOf(service);
    test.diagnostic(
      `${accepted.length} accepted, ${UPLOADS - accepted.length} refused; peak ${Math.round(peak / 1_024)} MiB`,
    );
    assert.ok(accepted.length > 0);
    assert.deepEqual(attachedIn(sink.mails).toSorted(), accepted.toSorted());
    assert.ok(peak < MOST, `${peak} KiB`);
    sink.mails.length = 0;
    const [next = Buffer.alloc(0)] = files;
    assert.equal((await upload(form, agent, next, 199)).status, 200);
    assert.deepEqual(attachedIn(sink.mails), [hashes[0]]);
  });
