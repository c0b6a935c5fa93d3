import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { TIMEOUTS } from '../../src/web/http/app.ts';
import { startFileForm } from '../support/file-form.ts';

const MIB = 1_048_576;
/** More than the buffers of both sides hold. */
const TOO_MUCH = 64 * MIB;

const headOf = (path: string, version: string) =>
  `POST ${path} HTTP/${version}\r\nHost: x\r\nConnection: close\r\nContent-Length: ${TOO_MUCH}\r\n` +
  'Content-Type: multipart/form-data; boundary=x\r\n\r\n';

/** A connection to a form that refuses what is announced on it, and what has arrived so far. */
async function announce(test: TestContext, { version = '1.1', allowHalfOpen = false } = {}) {
  const { service, path } = await startFileForm(test);
  const port = Number(new URL(service.url).port);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  test.after(() => void socket.destroy());
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  socket.write(headOf(path, version));
  return { service: service.service, socket, text: () => text };
}

async function sendAll(socket: Socket): Promise<void> {
  const part = Buffer.alloc(MIB);
  for (let sent = 0; sent < TOO_MUCH; sent += MIB) {
    if (!socket.write(part)) await once(socket, 'drain');
  }
}

describe('an answer before the end of its request', { concurrency: true }, () => {
  for (const version of ['1.0', '1.1'])
    it(`a client that sends its body first gets the answer that came early, HTTP/${version}`, async (test) => {
      const { socket, text } = await announce(test, { version });
      socket.pause();
      await sendAll(socket);
      socket.resume();
      await once(socket, 'end');
      assert.match(text(), /^HTTP\/1.1 413 .*\r\nconnection: close\r\n.*"file_too_large"/is);
      await once(socket.end(), 'close');
    });

  it('a client that reads its early answer first may close then', async (test) => {
    const { socket, text } = await announce(test);
    await once(socket, 'end');
    assert.match(text(), /^HTTP\/1.1 413 .*"file_too_large"/s);
    await once(socket.end(), 'close');
  });

  it('a stop waits 5 seconds for a client that was answered and neither sends its body nor closes', async (test) => {
    const { socket, text, service } = await announce(test, { allowHalfOpen: true });
    await once(socket, 'end');
    assert.match(text(), /^HTTP\/1.1 413 .*"file_too_large"/s);
    const began = performance.now();
    await service.app.close();
    const waited = performance.now() - began;
    assert.ok(
      waited > TIMEOUTS.incomplete - 100 && waited < 3 * TIMEOUTS.incomplete,
      `${waited} ms`,
    );
  });
});
