import { connect, createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { reservePort } from '../support/own-port.ts';
import { until } from '../support/until.ts';

/** Milliseconds until a target that refused a connection is tried again. */
const RETRY = 100;

/** Connections kept ready. */
const AHEAD = 8;

/** Passes bytes on after a delay, and the end after them. */
function pass(from: Socket, to: Socket, delay: number): void {
  from.on('data', (chunk) => setTimeout(() => to.write(chunk), delay));
  from.on('close', () => setTimeout(() => to.destroySoon(), delay));
  from.on('error', () => from.destroy());
}

/**
 * Adds `delay` milliseconds to a port, and resolves with the port to use. It refuses connections
 * when its target does, because it opens the next ones in advance.
 */
export async function putAway(test: TestContext, target: number, delay: number): Promise<number> {
  const port = await reservePort();
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const spares: Socket[] = [];
  let ended = false;

  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.setNoDelay().on('close', () => sockets.delete(socket));
  };
  const refuse = () => {
    server?.close();
    server = undefined;
  };
  const accept = (client: Socket) => {
    const upstream = spares.pop() ?? keep(connect(target, '127.0.0.1'));
    pass(keep(client), upstream, delay);
    pass(upstream, client, delay);
    connectAhead();
  };
  function connectAhead(): void {
    const next = keep(connect(target, '127.0.0.1'));
    const failed = () => {
      refuse();
      setTimeout(() => ended || connectAhead(), RETRY);
    };
    next.once('error', failed);
    next.on('connect', () => {
      next.off('error', failed).on('error', () => next.destroy());
      spares.push(next);
      server ??= createServer(accept).listen(port, '127.0.0.1');
    });
    next.on('close', () => {
      const at = spares.indexOf(next);
      if (at === -1) return;
      spares.splice(at, 1);
      connectAhead();
    });
  }

  for (let count = 0; count < AHEAD; count += 1) connectAhead();
  test.after(() => {
    ended = true;
    refuse();
    for (const socket of sockets) socket.destroy();
  });
  await until('the way to the node', () => server?.listening === true);
  return port;
}
