import { connect } from 'node:net';

/** Sends bytes as they are and returns all that comes back until the server closes, or the wait ends. */
export function sendRaw(url: string, bytes: string | Buffer, waitMs = 2_000): Promise<string> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(Number(port), hostname);
  let received = '';
  const finish = () => {
    clearTimeout(timer);
    socket.destroy();
    resolve(received);
  };
  const timer = setTimeout(finish, waitMs);
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  socket.on('close', finish);
  socket.on('error', finish);
  socket.write(bytes);
  return promise;
}
