import { createSocket } from 'node:dgram';
import { toRecord } from './dns-record.ts';

export interface DnsZone {
  /** `127.0.0.1:PORT`. */
  server: string;
  close(): Promise<void>;
}

const TYPE_TXT = 16;
const NXDOMAIN = 3;

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
 * A DNS server on a free loopback port (RFC 1035) that knows the TXT records of `zone` and no
 * other name; a name above one of those exists and is empty. With `silent` it never answers.
 */
export async function startDnsZone(
  zone: Readonly<Record<string, readonly string[]>>,
  { silent = false } = {},
): Promise<DnsZone> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    if (silent) return;
    const { name, end } = readName(question);
    const isTxt = question.readUInt16BE(end) === TYPE_TXT;
    const texts = (isTxt && zone[name]) || [];
    const exists = Object.keys(zone).some((known) => known === name || known.endsWith(`.${name}`));
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(0x8180 + (exists ? 0 : NXDOMAIN), 2);
    header.writeUInt16BE(texts.length, 6);
    header.writeUInt32BE(0, 8);
    const records = texts.map((text) => toRecord(TYPE_TXT, toStrings(text)));
    socket.send(Buffer.concat([header, question.subarray(12, end + 4), ...records]), port, address);
  });
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  return {
    server: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise((resolve) => void socket.close(() => resolve())),
  };
}
