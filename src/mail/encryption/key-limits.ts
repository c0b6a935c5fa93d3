import { KeyFault, SEND_PUBLIC, SEVERAL, TAGS, TOO_MUCH, type Packet } from './key-packets.ts';

/** Bounds what a hostile certificate costs: each signature is a computation, which grows with RSA's modulus. */
const MOST = { signatures: 32, keys: 16, userIds: 32, rsaBits: 16_384, exponentBits: 64 };
export const LEAST_RSA_BITS = 2_048;

const SIGNATURE = 2;

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

/** Version, time and algorithm stand before the key (RFC 9580, 5.5.2); version 6 has its length, too. */
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

/** Refuses, before any computation, what is no single public key of a usual size; throws KeyFault. */
export function expectReadable(packets: readonly Packet[]): Packet {
  const count = (...tags: number[]) => packets.filter(({ tag }) => tags.includes(tag)).length;
  if (count(TAGS.secretKey, TAGS.secretSubkey) > 0) throw new KeyFault(SEND_PUBLIC);
  const [primary] = packets;
  if (primary?.tag !== TAGS.publicKey) throw new KeyFault(NO_ENCRYPTION);
  if (count(TAGS.publicKey) > 1) throw new KeyFault(SEVERAL);
  const isLarge =
    count(SIGNATURE) > MOST.signatures ||
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
