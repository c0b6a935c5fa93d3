import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { LOOK_EVERY } from '../../src/web/http/connection.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

const typesIn = (answers: string) =>
  Array.from(answers.matchAll(/^content-type: ([\w/]+)/gim), ([, type]) => type);

function post(path: string, body: string): string {
  const type = 'Content-Type: application/json';
  return `POST ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

const creation = post('/v1/routes', JSON.stringify({ email: 'owner@example.com', alias: 'A' }));

const answered = ({ logText }: TestService) => logText().match(/"request_answered"/g)?.length;

describe('requests sent ahead on one connection', () => {
  it('a request sent ahead is not processed, and its connection closes after the answer under way', async (test) => {
    const service = await startService(test);
    const answers = await sendRaw(service.url, get('/start') + creation.repeat(3), 10_000);
    assert.deepEqual(typesIn(answers), ['text/html']);
    assert.match(answers, /<\/html>\s*$/);
    assert.equal(answers.match(/^connection: close/gim)?.length, 1);
    await service.request('/health');
    assert.equal(answered(service), 2);
    assert.equal(service.sink.mails.length, 0);
  });

  it('what is sent ahead costs nothing and leaves the answer under way whole, be it much, an upgrade or broken', async (test) => {
    const service = await startService(test);
    const upgrade = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
    const large = post('/v1/routes', ' '.repeat(60_000));
    for (const more of [
      get('/start').repeat(4_000),
      upgrade.repeat(9),
      '\0'.repeat(70_000),
      large,
    ]) {
      let made = 0;
      const count = () => (made += 1);
      service.service.app.server.on('request', count);
      const answers = await sendRaw(service.url, get('/start') + more, 10_000);
      service.service.app.server.off('request', count);
      assert.deepEqual(typesIn(answers), ['text/html']);
      assert.equal(made, 1, 'nothing behind it is made a request');
    }
  });
});

/** A service whose checks of its connections are run by the test, and what it accepted. */
async function startWatched(test: TestContext) {
  test.mock.timers.enable({ apis: ['setInterval'] });
  const service = await startService(test);
  const { form_id: formId } = await service.activeRoute();
  const { hostname, port } = new URL(service.url);
  const look = () => test.mock.timers.tick(LOOK_EVERY);
  async function open(): Promise<[client: Socket, accepted: Socket]> {
    const client = connect(Number(port), hostname);
    client.on('error', () => undefined);
    test.after(() => void client.destroy());
    const [accepted] = (await once(service.service.app.server, 'connection')) as [Socket];
    return [client, accepted];
  }
  return { service, formId, look, open };
}

describe('connections whose client stalls', () => {
  it('a connection is cut within 25 seconds when nobody reads its answers', async (test) => {
    const { service, look, open } = await startWatched(test);
    const [client, accepted] = await open();
    client.pause();
    while (accepted.writableLength === 0) {
      const before = accepted.bytesWritten;
      client.write(get('/openapi.json'));
      await until('the next answer', () => accepted.bytesWritten > before);
    }
    for (let looks = 0; looks < 4; looks += 1) look();
    assert.equal(accepted.destroyed, false);
    look();
    assert.equal(accepted.destroyed, true);
    assert.equal((await service.request('/health')).status, 200);
  });

  it('a connection is cut within 15 seconds when its body stalls, and holds nothing from then on', async (test) => {
    const { service, formId, look, open } = await startWatched(test);
    const [client, accepted] = await open();
    const { bodies } = service.service.app;
    let received = '';
    client.on('data', (chunk) => (received += chunk.toString()));
    const whole = post(`/f/${formId}`, JSON.stringify({ message: 'x'.repeat(50_000) }));
    client.write(whole.slice(0, 40_000));
    await until('the upload', () => bodies.held > 39_000);
    look();
    look();
    assert.equal(bodies.held > 0, true);
    look();
    await until('the end', () => accepted.destroyed);
    assert.match(received, /^HTTP\/1\.1 400 /);
    await until('its room', () => bodies.held === 0);
    assert.equal(service.sink.mails.length, 0);
  });

  it('a connection is not cut when its body comes slowly', async (test) => {
    const { service, formId, look, open } = await startWatched(test);
    const [client, accepted] = await open();
    const whole = post(`/f/${formId}`, JSON.stringify({ message: 'x'.repeat(50_000) }));
    const step = (LIMITS.leastBytesPerSecond * LOOK_EVERY) / 1_000;
    const answer = once(client, 'data');
    for (let sent = 0; sent < whole.length; sent += step) {
      const before = accepted.bytesRead;
      client.write(whole.slice(sent, sent + step));
      await until('the next part', () => accepted.bytesRead > before);
      look();
    }
    assert.match(String((await answer)[0]), /^HTTP\/1\.1 200 /);
    assert.equal(service.sink.mails.length, 1);
  });
});
