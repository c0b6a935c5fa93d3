import { createServer, type AddressInfo } from 'node:net';

// Loaded before a service's program: sends its main thread's processor time in microseconds to each
// connection. Clock time would include other processes.
const server = createServer((socket) => {
  const { user, system } = process.threadCpuUsage();
  socket.on('error', () => undefined).end(String(user + system));
});
server.listen(0, '127.0.0.1', () => {
  process.stderr.write(`CPU at port ${(server.address() as AddressInfo).port}\n`);
});
server.unref();
