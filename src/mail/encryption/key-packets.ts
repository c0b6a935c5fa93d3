import { hash } from 'node:crypto';
import { LIMITS } from '../../contract/limits.ts';

/** One packet of an OpenPGP certificate (RFC 9580, 4). */
export interface Packet {
  tag: number;
  body: Buffer;
}

/** Tags of packets (RFC 9580, 5). */
export const TAGS = {
  signature: 2,
  secretKey: 5,
  publicKey: 6,
  secretSubkey: 7,
  userId: 13,
  publicSubkey: 14,
} as const;

/** Why a key cannot be used; a sentence that a person can act on. */
export class KeyFault extends Error {}

/** Resolves like `task`, or to what `handle` makes of its KeyFault. */
export const onFault = <Result>(
  task: Promise<Result>,
  handle: (fault: KeyFault) => Result,
): Promise<Result> =>
  task.catch((error: unknown) => {
    if (error instanceof KeyFault) return handle(error);
    throw error;
  });

/** How much of a key is read. */
interface KeyBudget {
  /** Of its armor. */
  characters: number;
  packets: number;
}

/** Budgets for a stored key and for a new one, which may still have others' signatures. */
export const SET_KEY: KeyBudget = {
  characters: LIMITS.keyCharacters,
  packets: LIMITS.keyPackets,
};
export const CHECKED_KEY: KeyBudget = {
  characters: LIMITS.checkedKeyCharacters,
  packets: LIMITS.checkedKeyPackets,
};

const BEGIN = /-----BEGIN PGP ([A-Z ]{1,40})-----/g;
const END = '-----END PGP PUBLIC KEY BLOCK-----';

const SEND_PUBLIC =
  'This is a private key. Keep it to yourself and send the public one, which ' +
  '`gpg --armor --export you@example.com` prints. It has left your machine now: better make a new one.';

const NO_KEY =
  'It is not an OpenPGP public key. Send the whole block from "-----BEGIN PGP PUBLIC KEY BLOCK-----" to ' +
  '"-----END PGP PUBLIC KEY BLOCK-----".';

const SEVERAL =
  'It has several keys. Send the one that mails are to be encrypted to, and no other.';

const TOO_MUCH =
  'The key has too many parts. Export it without the signatures of others: ' +
  '`gpg --armor --export-options export-minimal --export you@example.com`.';

export const DAMAGED =
  'The key is damaged. Export it again and send the whole block without a change.';

/** Lines of an armor that are read; keys have some hundred. */
const MOST_LINES = 2_000;

/** The bytes of an armored certificate (RFC 9580, 6.2); throws KeyFault. */
export function readArmor(text: string, { characters }: KeyBudget): Buffer {
  if (text.length > characters) throw new KeyFault(TOO_MUCH);
  const kinds = Array.from(text.matchAll(BEGIN), ([, kind = '']) => kind);
  if (kinds.some((kind) => kind.includes('PRIVATE') || kind.includes('SECRET'))) {
    throw new KeyFault(SEND_PUBLIC);
  }
  if (kinds.length > 1) throw new KeyFault(SEVERAL);
  if (kinds[0] !== 'PUBLIC KEY BLOCK') throw new KeyFault(NO_KEY);
  const lines = text.slice(text.indexOf('-----BEGIN PGP')).split(/\r?\n/, MOST_LINES);
  const end = lines.findIndex((line) => line.trim() === END);
  // Headers of the armor end with a blank line, its data with the line of the checksum.
  const blank = lines.findIndex((line) => line.trim() === '');
  const data = lines.slice(blank + 1, Math.max(end, 0)).filter((line) => !line.startsWith('='));
  const bytes = blank < 0 ? Buffer.alloc(0) : Buffer.from(data.join(''), 'base64');
  if (bytes.length === 0) throw new KeyFault(DAMAGED);
  return bytes;
}

interface PacketPlace {
  start: number;
  length: number;
}

/** Finds a packet's body by its length (RFC 9580, 4.2.1). Only data has partial lengths. */
function bodyAt(bytes: Buffer, at: number): PacketPlace {
  const first = bytes[at] ?? 0;
  if ((first & 0x40) === 0) {
    const octets = [1, 2, 4][first & 3];
    if (octets === undefined || at + 1 + octets > bytes.length) throw new KeyFault(DAMAGED);
    return { start: at + 1 + octets, length: bytes.readUIntBE(at + 1, octets) };
  }
  const head = bytes[at + 1] ?? 0;
  if (head < 192) return { start: at + 2, length: head };
  if (head < 224 && at + 2 < bytes.length) {
    return { start: at + 3, length: ((head - 192) << 8) + (bytes[at + 2] ?? 0) + 192 };
  }
  if (head !== 255 || at + 6 > bytes.length) throw new KeyFault(DAMAGED);
  return { start: at + 6, length: bytes.readUInt32BE(at + 2) };
}

/**
 * All packets, none of them read further; throws KeyFault if there are too many, and if they do not
 * fill the bytes exactly.
 */
export function readPackets(bytes: Buffer, { packets: most }: KeyBudget): Packet[] {
  const packets: Packet[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    if (packets.length === most) throw new KeyFault(TOO_MUCH);
    if ((first & 0x80) === 0) throw new KeyFault(DAMAGED);
    const { start, length } = bodyAt(bytes, at);
    if (start + length > bytes.length) throw new KeyFault(DAMAGED);
    const tag = first & 0x40 ? first & 0x3f : (first >> 2) & 0x0f;
    packets.push({ tag, body: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return packets;
}

/** The packets of an armored certificate; throws KeyFault. */
export const packetsIn = (armored: string, budget: KeyBudget): Packet[] =>
  readPackets(readArmor(armored, budget), budget);

/** The bytes of packets, each with a length of four octets. */
export function writePackets(packets: readonly Packet[]): Buffer {
  return Buffer.concat(
    packets.flatMap(({ tag, body }) => {
      const head = Buffer.alloc(6, 0xff);
      head[0] = 0xc0 | tag;
      head.writeUInt32BE(body.length, 2);
      return [head, body];
    }),
  );
}

const sized = (mark: number, body: Buffer, octets: 2 | 4) => {
  const head = Buffer.alloc(1 + octets, mark);
  head.writeUIntBE(body.length, 1, octets);
  return Buffer.concat([head, body]);
};

/** The fingerprint of a key packet (RFC 9580, 5.5.4) in upper-case hex. */
export const fingerprintOfPacket = ({ body }: Packet): string =>
  (body[0] === 6
    ? hash('sha256', sized(0x9b, body, 4), 'hex')
    : hash('sha1', sized(0x99, body, 2), 'hex')
  ).toUpperCase();

/** In groups of four, as people compare them. */
const inGroups = (hex: string) => hex.replace(/.{4}(?=.)/g, '$& ');

/** The fingerprint of an armored certificate as people compare it; undefined for any other text. */
export function fingerprintOf(armored: string): string | undefined {
  try {
    const [first] = packetsIn(armored, SET_KEY);
    return first?.tag === TAGS.publicKey ? inGroups(fingerprintOfPacket(first)) : undefined;
  } catch {
    return undefined;
  }
}

/** Bounds the cost of hostile certificates: a signature's time grows with RSA's modulus. */
const MOST = { signatures: 32, keys: 16, userIds: 32, rsaBits: 16_384, exponentBits: 64 };
export const LEAST_RSA_BITS = 2_048;

/** Algorithms of keys (RFC 9580, 9.1). */
const RSA = new Set([1, 2, 3]);
const TOO_WEAK = new Map([
  [16, 'ElGamal'],
  [17, 'DSA'],
  [20, 'ElGamal'],
]);

const VERSION = 'It is a key of an old version of OpenPGP. Make a new one.';

const weak = (what: string) =>
  `${what} is too weak today. Make a new key, of the type that your program suggests.`;

const RSA_TOO_LARGE = `RSA keys of more than ${MOST.rsaBits} bits are not supported.`;

export const NO_ENCRYPTION =
  'Nothing can be encrypted to this key: it has no valid key for encryption. Add one, or send another key.';

/** Version, time and algorithm precede the key (RFC 9580, 5.5.2); version 6 adds its length. */
function readHead({ body }: Packet) {
  const [version = 0] = body;
  const start = version === 6 ? 10 : 6;
  return { version, algorithm: body[5] ?? 0, material: body.subarray(start) };
}

const bitsOf = (number: Buffer) => (number.length < 2 ? 0 : number.readUInt16BE());

/** The bits of an RSA modulus and exponent, two numbers after each other (RFC 9580, 5.6.1). */
function rsaBitsOf(material: Buffer) {
  const modulus = bitsOf(material);
  return { modulus, exponent: bitsOf(material.subarray(2 + Math.ceil(modulus / 8))) };
}

/** Why a key is too weak; undefined if it is not. */
export function weaknessOf(packet: Packet): string | undefined {
  const { algorithm, material } = readHead(packet);
  const name = TOO_WEAK.get(algorithm);
  if (name !== undefined) return weak(name);
  const isShort = RSA.has(algorithm) && rsaBitsOf(material).modulus < LEAST_RSA_BITS;
  return isShort ? weak(`RSA under ${LEAST_RSA_BITS} bits`) : undefined;
}

/** Refuses, before any computation, all but one public key of usual size. Throws KeyFault. */
export function expectReadable(packets: readonly Packet[]): Packet {
  const count = (...tags: number[]) => packets.filter(({ tag }) => tags.includes(tag)).length;
  if (count(TAGS.secretKey, TAGS.secretSubkey) > 0) throw new KeyFault(SEND_PUBLIC);
  const [primary] = packets;
  if (primary?.tag !== TAGS.publicKey) throw new KeyFault(NO_ENCRYPTION);
  if (count(TAGS.publicKey) > 1) throw new KeyFault(SEVERAL);
  const isLarge =
    count(TAGS.signature) > MOST.signatures ||
    count(TAGS.publicSubkey) > MOST.keys ||
    count(TAGS.userId) > MOST.userIds;
  if (isLarge) throw new KeyFault(TOO_MUCH);
  for (const packet of packets) {
    if (packet.tag !== TAGS.publicKey && packet.tag !== TAGS.publicSubkey) continue;
    const { version, algorithm, material } = readHead(packet);
    if (version !== 4 && version !== 6) throw new KeyFault(VERSION);
    if (!RSA.has(algorithm)) continue;
    const { modulus, exponent } = rsaBitsOf(material);
    const isLarger = modulus > MOST.rsaBits || exponent > MOST.exponentBits;
    if (isLarger) throw new KeyFault(RSA_TOO_LARGE);
    // Raised to the power of one, a text is not encrypted.
    if (exponent < 2) throw new KeyFault(weak('An RSA exponent of 1'));
  }
  const weakness = weaknessOf(primary);
  if (weakness !== undefined) throw new KeyFault(weakness);
  return primary;
}
