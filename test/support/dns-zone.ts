import { createSocket } from 'node:dgram';
import { toRecord } from './dns-record.ts';

export interface DnsZone {
  /** `127.0.0.1:PORT`. */
  server: string;
  close(): Promise<void>;
}

const TYPES = { A: 1, PTR: 12, MX: 15, TXT: 16 } as const;
const NXDOMAIN = 3;
const PREFERENCE = 10;

/** A TXT record's data: strings of at most 255 bytes, each behind its length. */
function toStrings(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}

interface DnsZoneOptions {
  silent?: boolean;
  /** The IPv4 address of each host. */
  addresses?: Readonly<Record<string, string>>;
  /** The one mail server of each domain. */
  mailServers?: Readonly<Record<string, string>>;
  /** Of loopback; a free one unless given. */
  port?: number;
}

/** A name on the wire (RFC 1035, 3.1). */
const toName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** The name that a question asks for, and where it ends. */
export function readName(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/**
 * A DNS server (RFC 1035) that knows the TXT records of `zone`, the IPv4 `addresses` of hosts with
 * their way back, the `mailServers` of domains, and no other name; a name above one of those exists
 * and is empty. With `silent` it never answers.
 */
export async function startDnsZone(
  zone: Readonly<Record<string, readonly string[]>>,
  { silent = false, addresses = {}, mailServers = {}, port: ownPort = 0 }: DnsZoneOptions = {},
): Promise<DnsZone> {
  const socket = createSocket('udp4');
  const pointers = new Map(
    Object.entries(addresses).map(([host, ip]) => [
      `${ip.split('.').toReversed().join('.')}.in-addr.arpa`,
      host,
    ]),
  );
  const recordsOf = (name: string): Readonly<Record<number, readonly Buffer[]>> => {
    const [address, host, mx] = [addresses[name], pointers.get(name), mailServers[name]];
    return {
      [TYPES.TXT]: (zone[name] ?? []).map(toStrings),
      [TYPES.A]: address === undefined ? [] : [Buffer.from(address.split('.').map(Number))],
      [TYPES.PTR]: host === undefined ? [] : [toName(host)],
      [TYPES.MX]:
        mx === undefined ? [] : [Buffer.concat([Buffer.from([0, PREFERENCE]), toName(mx)])],
    };
  };
  const known = [zone, addresses, mailServers].flatMap(Object.keys).concat(...pointers.keys());
  socket.on('message', (question, { port, address }) => {
    if (silent) return;
    const { name, end } = readName(question);
    const type = question.readUInt16BE(end);
    const data = recordsOf(name)[type] ?? [];
    const exists = known.some((one) => one === name || one.endsWith(`.${name}`));
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180 + (exists ? 0 : NXDOMAIN), 2);
    header.writeUInt16BE(data.length, 6);
    header.writeUInt32BE(0, 8);
    const records = data.map((each) => toRecord(type, each));
    socket.send(Buffer.concat([header, question.subarray(12, end + 4), ...records]), port, address);
  });
  await new Promise<void>((resolve) => void socket.bind(ownPort, '127.0.0.1', resolve));
  return {
    server: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise((resolve) => void socket.close(() => resolve())),
  };
}
