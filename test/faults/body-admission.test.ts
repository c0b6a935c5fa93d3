import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { it, type TestContext } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { sendRaw } from '../support/raw-http.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const MIB = 1_048_576;

/** Bodies of a MiB that fill all memory but what is kept for small bodies. */
const ROOM = (LIMITS.bodyBytesInFlight / MIB) * 0.75;

/** Bodies of a MiB that one caller may leave unfinished. */
const SHARE = (LIMITS.bodyBytesInFlight / MIB) * 0.25;

/** Clients of one caller that each send a body of a MiB without its last byte, and wait. */
function hoardOf(caller: string, test: TestContext, url: string, path: string): Socket[] {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: SHARE }, () => connect(Number(port), hostname));
  test.after(() => sockets.forEach((socket) => socket.destroy()));
  const head =
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
    `X-Forwarded-For: ${caller}\r\nContent-Length: ${MIB}\r\n\r\n`;
  const body = Buffer.alloc(MIB - 1, 'message=');
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.write(head);
    socket.write(body);
  }
  return sockets;
}

/** Enough callers to leave room for small bodies only. */
const hoard = (test: TestContext, url: string, path: string) =>
  Array.from({ length: ROOM / SHARE }, (_, at) =>
    hoardOf(`198.51.100.${at}`, test, url, path),
  ).flat();

const held = ({ service }: TestService) => service.app.bodies.held;

async function untilHeld(service: TestService, bytes: number): Promise<void> {
  await until(`${bytes} bytes of bodies`, () => held(service) === bytes);
}

async function start(test: TestContext) {
  const service = await startService(test, {
    MAX_SUBMISSION_BYTES: String(MIB),
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const { form_id: formId } = await service.activeRoute();
  const sendLarge = () => service.submit(formId, { message: 'x'.repeat(500_000) });
  const sendSmall = () => service.submit(formId, { message: 'Hello' });
  return { service, path: `/f/${formId}`, sendLarge, sendSmall };
}

const allClosed = (sockets: Socket[]) =>
  Promise.all(sockets.map((socket) => once(socket, 'close')));

// Guarantee: The process
it('full memory refuses large bodies, takes small ones, and recovers when they go', async (test) => {
  const { service, path, sendLarge, sendSmall } = await start(test);
  const sockets = hoard(test, service.url, path);
  await untilHeld(service, ROOM * (MIB - 1));
  const refused = await sendLarge();
  assert.equal(refused.status, 503);
  assert.equal(refused.json.error, 'delivery_failed');
  assert.equal(refused.json.retryable, true);
  assert.equal(refused.headers.get('retry-after'), String(refused.json.retry_after_seconds));
  assert.equal((await sendSmall()).status, 200);
  assert.equal((await service.request('/health')).status, 200);
  assert.equal(held(service), ROOM * (MIB - 1), 'what was answered holds nothing');
  const closed = allClosed(sockets);
  for (const socket of sockets) socket.destroy();
  await closed;
  await untilHeld(service, 0);
  assert.equal((await sendLarge()).status, 200);
  assert.equal(service.sink.mails.length, 2);
});

it('bodies of one caller leave room for the next one, and for short ones of the same caller', async (test) => {
  const { service, path, sendLarge, sendSmall } = await start(test);
  const sockets = hoardOf('127.0.0.1', test, service.url, path);
  await untilHeld(service, SHARE * (MIB - 1));
  assert.equal((await sendLarge()).status, 503, 'the same caller');
  assert.equal((await sendSmall()).status, 200, 'the same caller');
  const others = hoardOf('198.51.100.1', test, service.url, path);
  await untilHeld(service, 2 * SHARE * (MIB - 1));
  const [other = assert.fail()] = others;
  other.write('!');
  const [answer] = (await once(other, 'data')) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 200 /);
  const closed = allClosed(sockets);
  for (const socket of sockets) socket.destroy();
  await closed;
  await untilHeld(service, (SHARE - 1) * (MIB - 1));
  assert.equal((await sendLarge()).status, 200, 'its share is given back');
  for (const socket of others) socket.destroy();
});

it('bodies that are too large hold no memory while the rest of them is read', async (test) => {
  const { service, path } = await start(test);
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  test.after(async () => void socket.destroy());
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: ${4 * MIB}\r\n\r\n`);
  socket.write('x'.repeat(MIB / 2));
  await untilHeld(service, MIB / 2);
  socket.write('x'.repeat(3 * MIB));
  await untilHeld(service, 0);
  socket.write('x'.repeat(MIB / 2));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  assert.match(answer.toString(), /^HTTP\/1\.1 413 /);
});

it('bodies in many tiny chunks are refused, in some chunks taken', async (test) => {
  const { service, path } = await start(test);
  const head =
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
    'Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nm=\r\n';
  const send = (count: number) =>
    sendRaw(service.url, `${head}${'1\r\nx\r\n'.repeat(count)}0\r\n\r\n`, 10_000);
  assert.match(await send(4_000), /^HTTP\/1\.1 200 /);
  assert.match(await send(100_000), /^HTTP\/1\.1 400 .*too small/s);
  await untilHeld(service, 0);
  assert.equal(service.sink.mails.length, 1);
});

it('bodies are counted by what came of them, whatever Content-Length says', async (test) => {
  const { service, path, sendLarge } = await start(test);
  const { hostname, port } = new URL(service.url);
  const sockets = Array.from({ length: 100 }, () => connect(Number(port), hostname));
  test.after(() => sockets.forEach((socket) => socket.destroy()));
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${MIB}\r\n\r\n{"a":`,
    );
  }
  await untilHeld(service, sockets.length * '{"a":'.length);
  assert.equal((await sendLarge()).status, 200);
  for (const socket of sockets) socket.destroy();
});

it('bodies that wait for the mail server are counted, even when their client has gone', async (test) => {
  const { service, path, sendSmall } = await start(test);
  service.sink.delay(1_000);
  const underWay = service.sink.taken(1);
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const body = `message=${'x'.repeat(500_000)}`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  );
  await underWay;
  assert.equal(held(service), body.length);
  socket.destroy();
  await once(socket, 'close');
  assert.equal((await service.request('/health')).status, 200);
  assert.equal(held(service), body.length);
  await untilHeld(service, 0);
  assert.equal((await sendSmall()).status, 200);
});

it('bodies of other operations are refused with the codes of those operations', async (test) => {
  const { service, path } = await start(test);
  const sockets = hoard(test, service.url, path);
  await untilHeld(service, ROOM * (MIB - 1));
  const create = await service.create({ ignored: 'x'.repeat(100_000) });
  assert.deepEqual([create.status, create.json.error], [503, 'delivery_failed']);
  const small = await service.create();
  assert.equal(small.status, 201);
  for (const socket of sockets) socket.destroy();
});
