import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { TIMEOUTS } from '../../src/web/http/app.ts';
import { startService } from '../support/service.ts';

const ASK = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';

/** A connection on which one request was answered. */
async function connectAndAsk(test: TestContext, env: Record<string, string>) {
  const { url } = await startService(test, env);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  test.after(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString()));
  const answers = () => text.split('HTTP/1.1 200 OK').length - 1;
  const ask = async () => {
    const before = answers();
    socket.write(ASK);
    while (answers() === before && !socket.closed) await wait(10);
  };
  await ask();
  return { socket, ask, answers, text: () => text };
}

describe('connections', { concurrency: true }, () => {
  it('a connection with half a request head is cut after 10 seconds, without an answer', async (test) => {
    const { socket, text } = await connectAndAsk(test, { TRUSTED_PROXIES: '127.0.0.1' });
    const before = text();
    const began = performance.now();
    socket.write('POST /f/x HTTP/1.1\r\nHost: x\r\nContent-Type: appl');
    await once(socket, 'close');
    const lived = performance.now() - began;
    assert.ok(lived > 9_000, `${lived} ms`);
    assert.equal(text(), before);
  });

  it('an idle connection is closed after 5 seconds without trusted proxies', async (test) => {
    const { socket, text } = await connectAndAsk(test, {});
    assert.match(text(), /\r\nKeep-Alive: timeout=5\r\n/);
    const began = performance.now();
    await once(socket, 'close');
    const lived = performance.now() - began;
    assert.ok(lived > 4_500, `${lived} ms`);
  });

  it('an idle connection of a trusted proxy is kept longer than proxies keep theirs', async (test) => {
    const env = { TRUSTED_PROXIES: '127.0.0.1' };
    const { socket, ask, answers, text } = await connectAndAsk(test, env);
    assert.match(text(), /\r\nKeep-Alive: timeout=650\r\n/);
    // Node closes late connections every TIMEOUTS.check.
    await wait(TIMEOUTS.headers + TIMEOUTS.check + 500);
    await ask();
    assert.deepEqual([answers(), socket.closed], [2, false]);
  });

  it('an idle connection is kept for KEEP_ALIVE_SECONDS', async (test) => {
    const env = { TRUSTED_PROXIES: '127.0.0.1', KEEP_ALIVE_SECONDS: '1' };
    const { socket, text } = await connectAndAsk(test, env);
    assert.match(text(), /\r\nKeep-Alive: timeout=1\r\n/);
    await once(socket, 'close');
  });
});
