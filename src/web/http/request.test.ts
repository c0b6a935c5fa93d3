import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { callerOf } from './request.ts';

const requestFrom = (ip: string | undefined, remoteAddress?: string) =>
  ({ ip, socket: { remoteAddress } }) as unknown as FastifyRequest;

const names: [ip: string | undefined, name: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:1234', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::3]:1234', '2001:db8:1:2::/64'],
  [undefined, 'unknown'],
];
for (const [ip, name] of names)
  it(`a client at ${ip ?? 'a connection that was reset'} is called ${name}`, () => {
    assert.equal(callerOf(requestFrom(ip)), name);
  });

it('a client whose proxy reports no address has that of its connection', () => {
  assert.equal(callerOf(requestFrom('nonsense', '192.0.2.7')), '192.0.2.7');
});
