import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that can fall silent without closing anything, as a host that lost its network. */
export interface FreezingProxy {
  port: number;
  freeze(): void;
  close(): Promise<void>;
}

export async function startFreezingProxy(target: number): Promise<FreezingProxy> {
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => frozen || to.write(chunk));
      from.on('close', () => frozen || to.destroy());
      from.on('error', () => from.destroy());
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      frozen = true;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
