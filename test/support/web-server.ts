import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Owner } from './owner.ts';

/** A web server on a free loopback port, until its owner ends; without one, until it is closed. */
export async function startWebServer(owner: Owner | undefined, answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  owner?.after(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
