import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startService } from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';

const HEAD = '--XbX\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\n';
const TAIL = '\r\n--XbX--\r\n';

/** A file over a phone's line: bytes, and how many a second. It takes 42 seconds. */
const SLOW = { bytes: 1_048_576, perSecond: 24_576 };

/** Sends at most `sent` bytes of a file slowly. Resolves with the answer once disconnected. */
async function upload(url: URL, sent: number): Promise<string> {
  const socket = connect(Number(url.port), '127.0.0.1');
  let told = '';
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => (told += chunk.toString()));
  const type = 'Content-Type: multipart/form-data; boundary=XbX\r\nConnection: close';
  const length = HEAD.length + SLOW.bytes + TAIL.length;
  socket.write(
    `POST ${url.pathname} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(HEAD);
  for (let at = 0; at < sent; at += SLOW.perSecond / 4) {
    socket.write('x'.repeat(Math.min(SLOW.perSecond / 4, sent - at)));
    await wait(250);
  }
  if (sent === SLOW.bytes) socket.write(TAIL);
  await closed;
  return told;
}

it('a slow upload of more than 30 seconds arrives, and one that stalls is cut off', async (test) => {
  const service = await startService(test);
  const { form_id: formId } = await service.activeRoute({ settings: { files: {} } });
  const url = new URL(`/f/${formId}`, service.url);
  const [slow, stalled] = await Promise.all([upload(url, SLOW.bytes), upload(url, 1)]);
  assert.match(slow, /^HTTP\/1.1 200 /);
  assert.match(stalled, /^HTTP\/1.1 400 [^]*not complete in time/);
  assert.equal(service.sink.mails.filter(isDelivery).length, 1);
  assert.equal(service.service.app.files.held, 0);
});
