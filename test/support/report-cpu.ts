import { createServer, type AddressInfo } from 'node:net';

// Loaded into a service before its program: tells the processor time of its main thread, in microseconds, to
// each connection. Time of the clock would count what other processes take.
const server = createServer((socket) => {
  const { user, system } = process.threadCpuUsage();
  socket.on('error', () => undefined).end(String(user + system));
});
server.listen(0, '127.0.0.1', () => {
  process.stderr.write(`CPU at port ${(server.address() as AddressInfo).port}\n`);
});
server.unref();
