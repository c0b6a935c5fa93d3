import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { it } from 'node:test';
import { CLOSED_PORT, accepts, reservePort } from './own-port.ts';

it('a reserved port is given out once, and the program it is for can listen on it', async () => {
  const ports = await Promise.all(Array.from({ length: 100 }, reservePort));
  assert.equal(new Set(ports).size, ports.length);
  const [port = 0] = ports;
  const other = createSocket('udp4').bind({ port, address: '127.0.0.1', exclusive: true });
  const [fault] = (await once(other, 'error')) as [NodeJS.ErrnoException];
  assert.equal(fault.code, 'EADDRINUSE', 'another process cannot reserve it');
  other.close();
  for (const times of ['once', 'again after a restart']) {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    assert.equal(await accepts(port), true, times);
    await new Promise((resolve) => void server.close(resolve));
  }
  assert.equal(await accepts(CLOSED_PORT), false);
});
