import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { it, type TestContext } from 'node:test';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { peakOf } from '../support/process-memory.ts';
import { runService } from '../support/service-process.ts';
import { OWNER } from '../support/service.ts';
import { START_FLAGS } from '../support/start-flags.ts';

const UPLOADS = 30;
const FILE_BYTES = 5_242_880;

/** KiB: as for plain files, plus the encrypted form of those being sent. */
const MOST = 450 * 1_024;

/** Milliseconds that the mail server takes for the reply to a message. */
const SLOW = 300;

/** Answers like a mail server and only counts: parsing such mails would dominate the time. */
function serve(socket: Socket, end: (octets: number, head: string) => void): void {
  let [isData, octets, head, tail] = [false, 0, '', ''];
  socket.on('error', () => undefined);
  socket.write('220 sink ESMTP\r\n');
  socket.setEncoding('latin1').on('data', (text: string) => {
    if (isData) {
      octets += text.length;
      if (head.length < 20_000) head += text;
      tail = (tail + text).slice(-5);
      if (tail !== '\r\n.\r\n') return;
      end(octets, head);
      [isData, octets, head, tail] = [false, 0, '', ''];
      setTimeout(() => socket.write('250 taken\r\n'), SLOW);
      return;
    }
    for (const line of text.split('\r\n').filter((each) => each !== '')) {
      if (line.startsWith('EHLO')) socket.write('250-sink\r\n250 PIPELINING\r\n');
      else if (line === 'DATA') isData = socket.write('354 go on\r\n') || true;
      else socket.write('250 fine\r\n');
    }
  });
}

async function start(test: TestContext, encryption: object) {
  const mails: { octets: number; head: string }[] = [];
  const server = createServer((socket) =>
    serve(socket, (octets, head) => mails.push({ octets, head })),
  );
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  test.after(() => void server.close());
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    MAIL_FROM: 'Forms <forms@letterslot.example>',
    SUBMIT_RATE_PER_MINUTE: '0/0',
    MONTHLY_LIMIT: '0',
    LOG_LEVEL: 'error',
  };
  const nodeArguments = [...START_FLAGS, '--max-old-space-size=256'];
  const service = runService(test, env, { nodeArguments, patience: 120_000 });
  const url = (await service.url()).replace('localhost', '127.0.0.1');
  const settings = { files: {}, encryption };
  const created = await fetch(`${url}/v1/routes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: OWNER, alias: 'Files', settings }),
  });
  const { form_id: formId } = (await created.json()) as RouteResource;
  const text = (mails.pop()?.head ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const [, token = ''] = /verify\?token=([\w.%-]+)/.exec(text) ?? [];
  const asked = new URLSearchParams({ token: decodeURIComponent(token) });
  await fetch(`${url}/v1/routes/verify`, { method: 'POST', body: asked });
  return { mails, service, form: `${url}/f/${formId}` };
}

it(`${UPLOADS} files of 5 MiB at once are all answered`, async (test) => {
  const encryption = { type: 'openpgp', key: (await makeKey(OWNER)).armored };
  const { mails, service, form } = await start(test, encryption);
  const file = new File([randomBytes(FILE_BYTES)], 'a.bin');
  const upload = async () => {
    const body = new FormData();
    body.append('f', file);
    // A client that is refused early may find the connection closed.
    const answer = await fetch(form, { method: 'POST', body }).catch(() => undefined);
    if (answer?.status === 503) assert.equal(answer.headers.get('retry-after'), '5');
    return answer?.status;
  };
  const statuses = await Promise.all(Array.from({ length: UPLOADS }, upload));
  const accepted = statuses.filter((status) => status === 200).length;
  const peak = peakOf(service);
  test.diagnostic(`${accepted} accepted; peak ${Math.round(peak / 1_024)} MiB`);
  assert.ok(statuses.every((status) => [200, 503, undefined].includes(status)));
  assert.ok(accepted > 0);
  assert.equal(mails.filter(({ octets }) => octets > FILE_BYTES).length, accepted);
  assert.ok(peak < MOST, `${peak} KiB`);
  assert.equal(await upload(), 200);
});
