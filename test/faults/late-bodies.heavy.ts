import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { startService, unsubscribeToken } from '../support/service.ts';
import { until } from '../support/until.ts';

/** What the watch over connections reports of a body that does not move. */
const LATE = { code: 'TOO_SLOW' };

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=XbX';
const PART = '--XbX\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nx';

async function start(test: TestContext, settings = {}) {
  const service = await startService(test);
  const form = await service.activeRoute({ settings });
  const { app } = service.service;
  const heldBytes = () => app.bodies.held + app.files.held;

  /** The answer to a request whose body stalls after its beginning, once its time is over. */
  async function stall(path: string, headers: Record<string, string>, begun: string) {
    const accepted = once(app.server, 'connection') as Promise<[Socket]>;
    // One that keeps its side open holds no connection.
    const client = connect({
      port: Number(new URL(service.url).port),
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    test.after(() => client.destroy());
    let told = '';
    client.setEncoding('utf8').on('data', (chunk: string) => (told += chunk));
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = `Content-Length: ${begun.length + 99}\r\n`;
    client.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${length}${lines.join('')}\r\n${begun}`);
    const [socket] = await accepted;
    await until('the beginning of the body', () => heldBytes() > 0);
    const closed = Promise.all([once(client, 'end'), once(socket, 'close')]);
    app.server.emit('clientError', LATE, socket);
    await closed;
    assert.equal(heldBytes(), 0);
    const end = told.indexOf('\r\n\r\n');
    const [head, body] = [told.slice(0, end), told.slice(end)];
    assert.match(head, /^HTTP\/1\.1 400 [^]*\r\nconnection: close/i);
    return { head, body };
  }

  return { service, form, path: `/f/${form.form_id}`, stall };
}

// Each connection stays open for half a minute: together they take as long as one.
describe('a body that is not complete in time', { concurrency: true }, () => {
  for (const [kind, type, begun] of [
    ['urlencoded', FORM, 'message=Hel'],
    ['multipart', MULTIPART, PART],
  ] as const)
    it(`a program whose ${kind} submission stalls learns that it may send it again`, async (test) => {
      const origin = 'https://a.example';
      const { service, path, stall } = await start(test, { files: {}, origins: [origin] });
      const { head, body } = await stall(path, { 'content-type': type, origin }, begun);
      const { error, retryable, message } = JSON.parse(body);
      assert.deepEqual([error, retryable], ['invalid_json', true]);
      assert.match(message, /not complete in time.*Send it again/);
      assert.match(head, /access-control-allow-origin: https:\/\/a\.example/);
      assert.equal(service.sink.mails.length, 0);
    });

  it('a visitor whose submission stalls reads a page in their language', async (test) => {
    const { path, stall } = await start(test);
    const accept = { accept: 'text/html', 'accept-language': 'de' };
    const { head, body } = await stall(path, { 'content-type': FORM, ...accept }, 'message=Hel');
    assert.match(head, /content-type: text\/html/);
    const { variants, hints } = wordsOf('de');
    assert.ok(body.includes(variants.late_body.title), body);
    assert.ok(body.includes(hints.backAndRetry), body);
  });

  it('a mailed button whose body stalls presses nothing', async (test) => {
    const { service, form, stall } = await start(test);
    await service.submit(form.form_id, { message: 'Hello' });
    const path = `/v1/routes/stop?token=${unsubscribeToken(service)}`;
    await stall(path, { 'content-type': FORM }, 'List-Unsub');
    assert.equal((await service.submit(form.form_id, { message: 'Again' })).status, 200);
  });
});
