import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

/** A reverse proxy that takes a path prefix off, as many websites put a service below a path. */
export async function startPrefixProxy(test: TestContext, prefix: string, target: string) {
  const server: Server = createServer((incoming, answer) => {
    const { url = '/', method, headers } = incoming;
    if (!url.startsWith(`${prefix}/`)) {
      answer.writeHead(404).end();
      return;
    }
    const options = { ...(method && { method }), headers };
    const onward = request(target + url.slice(prefix.length), options, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://localhost:${(server.address() as AddressInfo).port}${prefix}`;
}
