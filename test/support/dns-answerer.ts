import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Resolve } from '../../src/delivery/http/public-only-agent.ts';
import { toRecord } from './dns-record.ts';

export interface DnsAnswerer {
  /** Asks this server, and no other, for the addresses of a name. */
  resolve: Resolve;
  /** How many names were asked for. */
  asked(): number;
  close(): Promise<void>;
}

const TYPE_A = 1;

function answerTo(question: Buffer, addresses: readonly string[]): Buffer {
  const nameEnd = question.indexOf(0, 12) + 1;
  const type = question.readUInt16BE(nameEnd);
  const matching = addresses.filter((address) => isIPv4(address) === (type === TYPE_A));
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(matching.length, 6);
  header.writeUInt32BE(0, 8);
  const records = matching.map((address) =>
    toRecord(type, Buffer.from(ipaddr.parse(address).toByteArray())),
  );
  return Buffer.concat([header, question.subarray(12, nameEnd + 4), ...records]);
}

/**
 * A DNS server on a free loopback port (RFC 1035). Each resolution gets the next of `answers`, the
 * last one for ever: a name that flips its addresses.
 */
export async function startDnsAnswerer(
  answers: readonly (readonly string[])[],
): Promise<DnsAnswerer> {
  const socket = createSocket('udp4');
  let asked = 0;
  socket.on('message', (question, { port, address }) => {
    const current = answers[Math.min(asked, answers.length) - 1] ?? answers.at(-1) ?? [];
    socket.send(answerTo(question, current), port, address);
  });
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    async resolve(hostname) {
      asked += 1;
      const [v4, v6] = await Promise.all([
        resolver.resolve4(hostname).catch(() => []),
        resolver.resolve6(hostname).catch(() => []),
      ]);
      return [
        ...v4.map((address) => ({ address, family: 4 })),
        ...v6.map((address) => ({ address, family: 6 })),
      ];
    },
    asked: () => asked,
    close: () => new Promise((resolve) => void socket.close(() => resolve())),
  };
}
