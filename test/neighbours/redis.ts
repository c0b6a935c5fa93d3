import { createConnection } from 'node:net';
import { reservePort } from '../support/own-port.ts';
import { newProgramFolder, runProgram, type Owner } from './programs.ts';

/** True if it answers PING. */
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.on('error', () => resolve(false));
    socket.on('data', (reply) => {
      socket.end();
      resolve(reply.toString().startsWith('+PONG'));
    });
    socket.write('PING\r\n');
  });

/** Runs Debian's Redis, in memory, until the test ends; resolves to its port. */
export async function startRedis(test: Owner): Promise<number> {
  const folder = newProgramFolder('redis');
  const port = await reservePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
  await runProgram(test, {
    name: 'redis-server',
    args,
    folder,
    serves: () => answers(port),
  });
  return port;
}
