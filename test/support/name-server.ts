import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { toRecord } from './dns-record.ts';
import { readName } from './dns-zone.ts';

/** The server's answer for a name: its addresses, an error (RFC 1035, RCODE), or silence. */
export type NameAnswer = readonly string[] | 'NXDOMAIN' | 'SERVFAIL' | 'silence';

export interface NameServer {
  /** `127.0.0.1:PORT`. */
  server: string;
  /** The names that were asked for, once for each family. */
  asked: string[];
  close(): Promise<void>;
}

const TYPE_A = 1;
const CODES = { NXDOMAIN: 3, SERVFAIL: 2 };

/** A DNS server on a free loopback port that knows addresses. */
export async function startNameServer(
  answerOf: (name: string, family: 4 | 6) => NameAnswer,
  { ttl = 60 } = {},
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (question, { port, address }) => {
    const { name, end } = readName(question);
    const type = question.readUInt16BE(end);
    asked.push(name);
    const answer = answerOf(name, type === TYPE_A ? 4 : 6);
    if (answer === 'silence') return;
    const [code, addresses] = typeof answer === 'string' ? [CODES[answer], []] : [0, answer];
    const records = addresses
      .filter((each) => isIPv4(each) === (type === TYPE_A))
      .map((each) => toRecord(type, Buffer.from(ipaddr.parse(each).toByteArray()), ttl));
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180 + code, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, question.subarray(12, end + 4), ...records]), port, address);
  });
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => void socket.close(() => resolve())),
  };
}
