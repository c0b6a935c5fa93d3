import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { Connections } from './connections.ts';

const MIB = 1_048_576;

/** A heap an eighth of which answers may fill. */
const HEAP = 8 * 32 * MIB;

/** A server that answers `/12` with 12 MiB, to clients that do not read. */
async function start(test: TestContext) {
  const connections = new Connections(HEAP);
  const server = createServer((request, response) => {
    connections.admit(request.socket, response);
    connections.answer(request.socket);
    response.end(Buffer.alloc(Number(request.url?.slice(1)) * MIB));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => void server.close());
  test.after(connections.destroy);
  const { port } = server.address() as AddressInfo;
  async function ask(mebibytes: number): Promise<Socket> {
    const client = connect(port, '127.0.0.1').pause();
    client.on('error', () => undefined);
    test.after(() => void client.destroy());
    client.write(`GET /${mebibytes} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [accepted] = (await once(server, 'connection')) as [Socket];
    await once(server, 'request');
    await new Promise(setImmediate);
    return accepted;
  }
  return { connections, ask };
}

describe('answers that nobody reads', () => {
  it('cost the connection with the most of them its life when they are too many', async (test) => {
    const { ask } = await start(test);
    const some = await ask(12);
    const most = await ask(60);
    assert.deepEqual([some.destroyed, most.destroyed], [false, true]);
    const few = await ask(14);
    assert.deepEqual([some.destroyed, few.destroyed], [false, false], 'it has made room');
    const last = await ask(12);
    const ends = [some, few, last].map(({ destroyed }) => destroyed);
    assert.deepEqual(ends, [false, true, false], 'many small ones are too much too');
  });

  it('leave room again when their connection ends', async (test) => {
    const { ask } = await start(test);
    for (let round = 0; round < 5; round += 1) {
      const accepted = await ask(20);
      assert.equal(accepted.destroyed, false);
      accepted.destroy();
      await once(accepted, 'close');
    }
  });
});
