import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { LIMITS } from '../../src/contract/limits.ts';
import { startService, type TestService } from '../support/service.ts';

const MIB = 1_048_576;

/** Bodies of a MiB that fill the part of the bound that is not kept for small ones. */
const ROOM = (LIMITS.bodyBytesInFlight / MIB) * 0.75;

/** Clients that each send all of a body of a MiB but its last byte, and wait. */
function hoard(test: TestContext, url: string, path: string, count: number): Socket[] {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname));
  test.after(() => sockets.forEach((socket) => socket.destroy()));
  const head =
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
    `Content-Length: ${MIB}\r\n\r\n`;
  const body = Buffer.alloc(MIB - 1, 'message=');
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.write(head);
    socket.write(body);
  }
  return sockets;
}

const held = ({ service }: TestService) => service.app.bodies.held;

async function untilHeld(service: TestService, bytes: number): Promise<void> {
  while (held(service) !== bytes) await wait(10);
}

async function start(test: TestContext) {
  const service = await startService(test, { MAX_SUBMISSION_BYTES: String(MIB) });
  const { form_id: formId } = await service.activeRoute();
  const sendLarge = () => service.submit(formId, { message: 'x'.repeat(500_000) });
  const sendSmall = () => service.submit(formId, { message: 'Hello' });
  return { service, path: `/f/${formId}`, sendLarge, sendSmall };
}

const allClosed = (sockets: Socket[]) =>
  Promise.all(sockets.map((socket) => once(socket, 'close')));

describe('more bodies than the memory has room for', () => {
  it('refuse large ones early, take small ones, and make room when they go', async (test) => {
    const { service, path, sendLarge, sendSmall } = await start(test);
    const sockets = hoard(test, service.url, path, ROOM);
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

  it('are counted by what came of them, whatever Content-Length says', async (test) => {
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

  it('are counted while the mail server keeps them waiting, even when their client has gone', async (test) => {
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

  it('of other operations are refused with the code that those have', async (test) => {
    const { service, path } = await start(test);
    const sockets = hoard(test, service.url, path, ROOM);
    await untilHeld(service, ROOM * (MIB - 1));
    const create = await service.create({ ignored: 'x'.repeat(100_000) });
    assert.deepEqual([create.status, create.json.error], [503, 'delivery_failed']);
    const small = await service.create();
    assert.equal(small.status, 201);
    for (const socket of sockets) socket.destroy();
  });
});
