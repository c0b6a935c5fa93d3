import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that can lose the next answer: the request arrives, then its connection breaks. */
export interface LosingProxy {
  port: number;
  /** Loses the next bytes of the server, with their connection; so many that come before arrive. */
  loseNextAnswer(after?: number): void;
  /** Answers lost so far. */
  lost(): number;
  close(): Promise<void>;
}

export async function startLosingProxy(target: number, port = 0): Promise<LosingProxy> {
  const sockets = new Set<Socket>();
  let armed = false;
  let left = 0;
  let count = 0;
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => {
      if (!armed || left >= chunk.length) {
        left -= armed ? chunk.length : 0;
        client.write(chunk);
        return;
      }
      armed = false;
      count += 1;
      end();
    });
  }).listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    loseNextAnswer(after = 0) {
      armed = true;
      left = after;
    },
    lost: () => count,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
