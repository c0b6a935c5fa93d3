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

/** The answer to each of these requests. */
const PATHS = [
  ['/health', 'application/json'],
  ['/nothing', 'application/json'],
  ['/llms.txt', 'text/plain'],
  ['/start', 'text/html'],
] as const;

const typesIn = (answers: string) =>
  Array.from(answers.matchAll(/^content-type: ([\w/]+)/gim), ([, type]) => type);

function post(path: string, body: string): string {
  const type = 'Content-Type: application/json';
  return `POST ${path} HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

const creation = post('/v1/routes', JSON.stringify({ email: 'owner@example.com', alias: 'A' }));

const answered = ({ logText }: TestService) => logText().match(/"request_answered"/g)?.length;

describe('requests sent ahead on one connection', () => {
  it(`the first ${LIMITS.unfinishedAnswers} requests sent ahead are answered in order, and the others not processed`, async (test) => {
    const service = await startService(test);
    const ahead = [...PATHS, ...PATHS];
    const bytes = ahead.map(([path]) => get(path)).join('') + creation.repeat(3);
    const answers = await sendRaw(service.url, bytes, 10_000);
    assert.deepEqual(
      typesIn(answers),
      ahead.map(([, type]) => type),
    );
    assert.equal(answers.match(/^connection: close/gim)?.length, 1);
    await service.request('/health');
    assert.equal(answered(service), LIMITS.unfinishedAnswers + 1);
    assert.equal(service.sink.mails.length, 0);
  });

  it('requests sent ahead beyond the limit cost nothing, be they thousands, upgrades or broken', async (test) => {
    const service = await startService(test);
    const upgrade = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
    for (const more of [get('/start').repeat(4_000), upgrade.repeat(9), '\0'.repeat(70_000)]) {
      let made = 0;
      const count = () => (made += 1);
      service.service.app.server.on('request', count);
      const bytes = get('/start').repeat(LIMITS.unfinishedAnswers) + more;
      const answers = await sendRaw(service.url, bytes, 10_000);
      service.service.app.server.off('request', count);
      assert.deepEqual(typesIn(answers), Array(LIMITS.unfinishedAnswers).fill('text/html'));
      assert.equal(made, LIMITS.unfinishedAnswers, 'nothing behind them is made a request');
    }
  });

  it('requests may be sent ahead repeatedly where the answers are read', async (test) => {
    const { url } = await startService(test);
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    test.after(() => void socket.destroy());
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString('latin1')));
    for (let round = 1; round <= 5; round += 1) {
      socket.write(get('/health').repeat(LIMITS.unfinishedAnswers));
      const wanted = round * LIMITS.unfinishedAnswers;
      await until('the answers', () => received.split('HTTP/1.1 200').length === wanted + 1);
    }
    assert.doesNotMatch(received, /^connection: close/im);
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
    await until('answers that wait', () => {
      if (accepted.writableLength === 0) client.write(get('/openapi.json'));
      return accepted.writableLength > 0;
    });
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
