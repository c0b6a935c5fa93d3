import { hash } from 'node:crypto';
import type { EncryptionKey } from '../../contract/schemas.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { isPublicName } from '../../platform/text/host-name.ts';
import { splitAddress, type EmailAddress } from '../../platform/text/email-address.ts';
import {
  CHECKED_KEY,
  onFault,
  readArmor,
  readPackets,
  TAGS,
  type Packet,
} from '../../mail/encryption/key-packets.ts';
import { describeOpenPgpKey, type KeyContext } from './check-key.ts';
import { reduceToAddress } from '../../mail/encryption/openpgp-key.ts';

/** Port: files at public https hosts. */
export interface FileSource {
  /**
   * The body of a 200, at most `bytes` long; undefined for any other answer. Rejects without an
   * answer. Follows no redirects.
   */
  fetchBytes(url: string, bytes: number, signal: AbortSignal): Promise<Buffer | undefined>;
}

/** For both methods together; milliseconds. */
const PATIENCE = 5_000;

const Z_BASE_32 = 'ybndrfg8ejkmcpqxot1uwisza345h769';

/** z-base-32 of 160 bits, as Web Key Directories name their files. */
function zBase32(digest: Buffer): string {
  const bits = Array.from(digest, (octet) => octet.toString(2).padStart(8, '0')).join('');
  return bits.replace(/.{5}/g, (five) => Z_BASE_32[Number.parseInt(five, 2)] ?? '');
}

/** Both URLs of a key, the advanced one first (draft-koch-openpgp-webkey-service, 3.1). */
export function keyUrlsOf(address: EmailAddress): [advanced: string, direct: string] {
  const { localPart, domain } = splitAddress(address);
  const file = zBase32(hash('sha1', localPart.toLowerCase(), 'buffer'));
  const query = `hu/${file}?l=${encodeURIComponent(localPart)}`;
  const folder = '.well-known/openpgpkey';
  return [
    `https://openpgpkey.${domain}/${folder}/${domain}/${query}`,
    `https://${domain}/${folder}/${query}`,
  ];
}

const notFound = (message: string, cause?: unknown) =>
  new ServiceError('not_found', undefined, { message, cause });

const NONE =
  'The mail provider of this address publishes no OpenPGP key for it (Web Key Directory). Paste the key or ' +
  'choose its file.';
const SILENT =
  'The web server of this domain does not answer, or not in time. Try again later, paste the key or choose its file.';

const UNUSABLE = 'The published key cannot be used. ';

/** The direct method is for domains without the host of the advanced one. */
async function fetchFrom(urls: readonly string[], files: FileSource): Promise<Buffer> {
  const signal = AbortSignal.timeout(PATIENCE);
  let cause: unknown;
  for (const url of urls) {
    try {
      const bytes = await files.fetchBytes(url, LIMITS.keyAnswerBytes, signal);
      if (bytes && bytes.length > 0) return bytes;
      throw notFound(NONE);
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      cause = error;
    }
  }
  throw notFound(SILENT, cause);
}

/** Certificates of an answer that are looked at. */
const MOST_CERTIFICATES = 4;

/** The packets of each certificate: a directory may have older ones besides the current one. */
function certificatesIn(bytes: Buffer): Packet[][] {
  const isArmored = bytes.subarray(0, 5).toString('latin1') === '-----';
  const packets = readPackets(
    isArmored ? readArmor(bytes.toString('latin1'), CHECKED_KEY) : bytes,
    CHECKED_KEY,
  );
  const certificates: Packet[][] = [];
  for (const packet of packets) {
    if (packet.tag === TAGS.publicKey || certificates.length === 0) certificates.push([]);
    certificates.at(-1)?.push(packet);
  }
  return certificates.slice(0, MOST_CERTIFICATES);
}

/** The first usable certificate that names the address, reduced to what mails need. */
async function choose(bytes: Buffer, address: EmailAddress, now: number): Promise<EncryptionKey> {
  let fault: string | undefined;
  for (const packets of certificatesIn(bytes)) {
    const found = reduceToAddress(packets, now, address);
    const key = await onFault(
      found.then((certificate) => certificate && describeOpenPgpKey(certificate)),
      ({ message }) => void (fault = message),
    );
    if (key) return key;
  }
  throw notFound(fault === undefined ? NONE : UNUSABLE + fault);
}

/**
 * The published OpenPGP key of an address. Throws `rate_limited`, and `not_found` with a sentence.
 */
export async function findKey(
  address: EmailAddress,
  by: string,
  { limiter, turns, now }: KeyContext,
  files: FileSource,
): Promise<EncryptionKey> {
  await limiter.take({ key: `key look-up ${by}`, limit: LIMITS.keyLookupsPerMinute });
  // No server inside a network is asked, even if its address looks public.
  if (!isPublicName(splitAddress(address).domain)) throw notFound(NONE);
  const bytes = await fetchFrom(keyUrlsOf(address), files);
  const chosen = turns.run(by, () => choose(bytes, address, now()));
  return onFault(chosen, ({ message }) => {
    throw notFound(UNUSABLE + message);
  });
}
