import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Loopback ports that no system gives to a program that asks for any: those are above 32767. */
const [FIRST, END] = [20_000, 32_768];
const TRIES = 100;

/** Nothing listens here: programs have to ask for a port below 1024, and `fetch` refuses port 1. */
export const CLOSED_PORT = 2;

/** Binds the UDP port of this number until this process ends; false if another process has it. */
async function lock(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  socket.bind({ port, address: '127.0.0.1', exclusive: true });
  const bound = await once(socket, 'listening').then(
    () => true,
    () => false,
  );
  if (bound) socket.unref();
  else socket.close();
  return bound;
}

/** True if no other program listens on a port. */
async function isUnused(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const bound = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (bound) await new Promise((resolve) => void server.close(resolve));
  return bound;
}

/**
 * Reserves a loopback port until this process ends, for a program that must know it beforehand.
 * Binding the same UDP port keeps other tests away.
 */
export async function reservePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST, END);
    if ((await lock(port)) && (await isUnused(port))) return port;
  }
  throw new Error(`no port between ${FIRST} and ${END} is free`);
}

/** True if a port accepts connections, of loopback unless an address is given. */
export function accepts(port: number, host = '127.0.0.1'): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, host, () => resolve(true));
  socket.on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
