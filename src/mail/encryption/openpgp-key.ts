import type { PartialConfig, PublicKey, Subkey, User } from 'openpgp';
import { parseEmailAddress, type EmailAddress } from '../../platform/text/email-address.ts';
import {
  DAMAGED,
  expectReadable,
  fingerprintOfPacket,
  KeyFault,
  LEAST_RSA_BITS,
  NO_ENCRYPTION,
  packetsIn,
  SET_KEY,
  TAGS,
  weaknessOf,
  writePackets,
  type Packet,
} from './key-packets.ts';

/** A certificate that mails can be encrypted to. */
export interface OpenPgpKey {
  certificate: PublicKey;
  /** Upper-case hex. */
  fingerprint: string;
  /** The user ids that it names, as text of its maker. */
  userIds: readonly string[];
  /** When it, or its key for encryption, ends; milliseconds since the epoch, Infinity for never. */
  expiresAt: number;
}

/** The library takes 40 milliseconds to load. */
const load = () => import('openpgp');

const REJECTED: PartialConfig = { minRSABits: LEAST_RSA_BITS, maxUserIDLength: 1_024 };

const EXPIRED = 'The key has expired. Extend it, or make a new one, and send it again.';
const REVOKED = 'The key is revoked. Send the one that you use now.';
const TOO_NEW = 'The key says that it was made in the future. Check the clock of your computer.';

/** Reads the syntax of a certificate; nothing is verified. Throws KeyFault. */
async function parse(packets: readonly Packet[]): Promise<PublicKey> {
  const { readKey } = await load();
  return readKey({ binaryKey: writePackets(packets), config: REJECTED }).catch(() => {
    throw new KeyFault(DAMAGED);
  });
}

type Usable = PublicKey | Subkey;

/** The key for encryption at a time, or at any; undefined without one. */
async function encryptionKeyOf(
  certificate: PublicKey,
  at: Date | null,
): Promise<Usable | undefined> {
  const { config: defaults } = await load();
  return certificate
    .getEncryptionKey(undefined, at, undefined, { ...defaults, ...REJECTED })
    .catch(() => undefined);
}

/** When a certificate, or its key for encryption, ends. */
async function expiryOf(certificate: PublicKey, usable: Usable): Promise<number> {
  const ends = await Promise.all([
    certificate.getExpirationTime(),
    ...('mainKey' in usable ? [usable.getExpirationTime()] : []),
  ]);
  return Math.min(...ends.map((end) => (end === null ? 0 : Number(end))));
}

/** Why nothing can be encrypted to a certificate now. */
async function explain(
  certificate: PublicKey,
  packets: readonly Packet[],
  at: Date,
): Promise<string> {
  if (await certificate.isRevoked(undefined, undefined, at)) return REVOKED;
  if (await encryptionKeyOf(certificate, null)) {
    return certificate.getCreationTime() > at ? TOO_NEW : EXPIRED;
  }
  const subkeys = packets.filter(({ tag }) => tag === TAGS.publicSubkey);
  return subkeys.map(weaknessOf).find((weakness) => weakness !== undefined) ?? NO_ENCRYPTION;
}

/** Before the end of what has expired, so that it can be used still. */
const SECOND = 1_000;

/** A time at which a certificate can be used: now, or its last second if it has expired. */
async function usableAt(certificate: PublicKey, now: number): Promise<Date | undefined> {
  if (await encryptionKeyOf(certificate, new Date(now))) return new Date(now);
  const expired = await encryptionKeyOf(certificate, null);
  const expiresAt = expired ? await expiryOf(certificate, expired) : Infinity;
  const last = new Date(expiresAt - SECOND);
  const isUsable = expiresAt < now && (await encryptionKeyOf(certificate, last));
  return isUsable ? last : undefined;
}

/** Reads the packets of one certificate; throws KeyFault if it cannot encrypt at this time. */
async function readCertificate(packets: readonly Packet[], now: number): Promise<OpenPgpKey> {
  const primary = expectReadable(packets);
  const certificate = await parse(packets);
  const at = new Date(now);
  const usable = await encryptionKeyOf(certificate, at);
  if (!usable) throw new KeyFault(await explain(certificate, packets, at));
  return {
    certificate,
    fingerprint: fingerprintOfPacket(primary),
    userIds: certificate.getUserIDs(),
    expiresAt: await expiryOf(certificate, usable),
  };
}

/** Classes of packets say what they are. */
const tagOf = ({ constructor }: object): number =>
  'tag' in constructor ? Number(constructor.tag) : 0;

/** The key of an armored certificate; throws KeyFault if it cannot encrypt at this time. */
export const readOpenPgpKey = (armored: string, now: number): Promise<OpenPgpKey> =>
  readCertificate(packetsIn(armored, SET_KEY), now);

/** Reads a certificate that was checked when it was set. Throws KeyFault. */
export const openCertificate = (armored: string): Promise<PublicKey> =>
  parse(packetsIn(armored, SET_KEY));

/**
 * Encrypts octets to a certificate, even if it has expired: better readable than lost. `now`:
 * milliseconds since the epoch. Throws KeyFault if it cannot encrypt.
 */
export async function encryptTo(
  certificate: PublicKey,
  octets: ReadableStream<Uint8Array>,
  now: number,
) {
  const { createMessage, encrypt } = await load();
  const date = await usableAt(certificate, now);
  if (!date) throw new KeyFault(NO_ENCRYPTION);
  return encrypt({
    message: await createMessage({ binary: octets }),
    encryptionKeys: certificate,
    date,
    format: 'binary',
    config: REJECTED,
  });
}

/** Removes pictures and others' signatures from a certificate. Throws like `readCertificate`. */
export async function reduceCertificate(
  packets: readonly Packet[],
  now: number,
  isKept: (user: User) => boolean = () => true,
): Promise<OpenPgpKey> {
  const whole = await parse(packets);
  const dropped = new Set<unknown>(
    whole.users.flatMap((user) =>
      user.userID !== null && isKept(user)
        ? user.otherCertifications
        : Array.from(user.toPacketList()),
    ),
  );
  const kept = Array.from(whole.toPacketList())
    .filter((packet) => !dropped.has(packet))
    .map((packet) => ({ tag: tagOf(packet), body: Buffer.from(packet.write()) }));
  return readCertificate(kept, now);
}

/**
 * Keeps only a certificate's user ids with this address; undefined if no id signed by the key
 * itself has it. Throws like `readCertificate`.
 */
export async function reduceToAddress(
  packets: readonly Packet[],
  now: number,
  address: EmailAddress,
): Promise<OpenPgpKey | undefined> {
  const wanted = address.toLowerCase();
  const isNamed = ({ userID }: User) =>
    userID !== null && parseEmailAddress(userID.email)?.toLowerCase() === wanted;
  if (!(await parse(packets)).users.some(isNamed)) return undefined;
  const key = await reduceCertificate(packets, now, isNamed);
  const checks = key.certificate.users.map((user) => user.verify(new Date(now)));
  const outcomes = await Promise.allSettled(checks);
  return outcomes.every(({ status }) => status === 'fulfilled') ? key : undefined;
}
