import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { LIMITS } from '../../contract/limits.ts';
import { LOOK_EVERY } from './connection.ts';
import { Connections } from './connections.ts';

const MIB = 1_048_576;
const PART = 65_536;

/** The size of a heap of which answers may fill an eighth. */
const HEAP = 8 * 32 * MIB;
/** One that leaves the bound to the limit alone. */
const HUGE_HEAP = 64 * 1024 * MIB;

/** Lets the event loop read its sockets. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Writes an answer in parts, as fast as the client reads it. */
async function sendInParts(response: ServerResponse, bytes: number): Promise<void> {
  for (let sent = 0; sent < bytes && !response.destroyed; sent += PART) {
    if (!response.write(Buffer.alloc(PART)))
      await Promise.race(['drain', 'close'].map((event) => once(response, event)));
  }
  response.end();
}

/** Answers `/12` with 12 MiB at once, `/12/parts` in parts, to clients that do not read. */
async function start(test: TestContext, heap = HEAP) {
  test.mock.timers.enable({ apis: ['setInterval'] });
  const cuts: string[] = [];
  const requests: (string | undefined)[] = [];
  const connections = new Connections((facts) => cuts.push(facts.reason), heap);
  // Only the class under test closes idle connections, however long a slow machine takes.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (!connections.take(request.socket, response)) return;
    requests.push(request.url);
    const [, count, parts] = request.url?.split('/') ?? [];
    const bytes = Number(count) * MIB;
    connections.answer(parts ? PART : bytes);
    if (parts) void sendInParts(response, bytes);
    else response.end(Buffer.alloc(bytes));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => void server.close());
  test.after(connections.destroy);
  test.after(connections.watch(() => assert.fail('there are no bodies')));
  const { port } = server.address() as AddressInfo;
  async function ask(path: string, times = 1): Promise<{ client: Socket; accepted: Socket }> {
    const client = connect(port, '127.0.0.1').pause();
    client.on('error', () => undefined);
    test.after(() => void client.destroy());
    client.write(`GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
    const [accepted] = (await once(server, 'connection')) as [Socket];
    await once(server, 'request');
    await turn();
    return { client, accepted };
  }
  return { ask, cuts, requests, look: () => test.mock.timers.tick(LOOK_EVERY) };
}

it('idle connections beyond a thousand are closed, the longest idle ones first', async (test) => {
  const { ask, look } = await start(test);
  const open = async (count: number) => {
    const sockets: Socket[] = [];
    while (sockets.length < count) sockets.push((await ask('0')).accepted);
    return sockets;
  };
  const ended = (sockets: Socket[]) => sockets.filter(({ destroyed }) => destroyed).length;
  const old = await open(3);
  for (let looks = 0; looks < 2; looks += 1) look();
  const newer = await open(LIMITS.idleConnections - 1);
  look();
  assert.deepEqual([ended(old), ended(newer)], [0, 0], 'something was read since the last look');
  look();
  assert.deepEqual([ended(old), ended(newer)], [2, 0]);
});

describe('answers that nobody reads', () => {
  for (const [name, heap] of [
    ['an eighth of a small heap', HEAP],
    ['32 MiB, however large the heap', HUGE_HEAP],
  ] as const)
    it(`the connection with the most unread answers is cut beyond ${name}`, async (test) => {
      const { ask, cuts } = await start(test, heap);
      const [some, most, few, last] = [
        await ask('12'),
        await ask('60'),
        await ask('14'),
        await ask('12'),
      ];
      const ends = [some, most, few, last].map(({ accepted }) => accepted.destroyed);
      assert.deepEqual(ends, [false, true, true, false], 'first one alone, then many together');
      assert.deepEqual(cuts, ['room', 'room']);
    });

  it('a connection with an unread answer gets no further ones', async (test) => {
    const { ask, requests } = await start(test);
    await ask('8', 2);
    assert.deepEqual(requests, ['/8'], 'what is behind 8 MiB is not processed');
  });

  it('unread answers free their room when their connection ends', async (test) => {
    const { ask } = await start(test);
    for (let round = 0; round < 5; round += 1) {
      const { accepted } = await ask('20');
      assert.equal(accepted.destroyed, false);
      accepted.destroy();
      await once(accepted, 'close');
    }
  });
});

it('a slow reader keeps its connection while bytes move, and loses it when they stop', async (test) => {
  const { ask, cuts, look } = await start(test);
  const { client, accepted } = await ask('64/parts');
  while (accepted.writableLength === 0) await turn();
  for (let looks = 0; looks < 10; looks += 1) {
    const before = accepted.bytesWritten;
    while (accepted.bytesWritten === before) {
      client.read();
      await turn();
    }
    look();
    assert.equal(accepted.destroyed, false);
  }
  for (let looks = 0; looks < 10; looks += 1) look();
  assert.equal(accepted.destroyed, true);
  assert.deepEqual(cuts, ['slow']);
});
