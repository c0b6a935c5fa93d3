import { connect } from 'node:net';

/**
 * Sends raw bytes and returns everything until the server closes, or until `waitMs` after the first
 * byte. The first byte may take `patienceMs` on a busy machine.
 */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  waitMs = 2_000,
  patienceMs = 20_000,
): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(Number(port), hostname);
  let received = '';
  const finish = () => {
    clearTimeout(timer);
    socket.destroy();
    resolve(received);
  };
  let timer = setTimeout(finish, patienceMs);
  socket.once('data', () => {
    clearTimeout(timer);
    timer = setTimeout(finish, waitMs);
  });
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  socket.on('close', finish);
  socket.on('error', finish);
  socket.write(bytes);
  return promise;
}
