import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PublicKey } from 'openpgp';
import type { FormSettings } from '../../contract/form-settings.ts';
import { encryptTo, openCertificate } from './openpgp-key.ts';

type Encryption = NonNullable<FormSettings['encryption']>;

/** By the settings of a form, which are read once while it stays in memory. */
const opened = new WeakMap<Encryption, Promise<PublicKey>>();

function certificateOf(encryption: Encryption): Promise<PublicKey> {
  let certificate = opened.get(encryption);
  if (!certificate) {
    certificate = openCertificate(encryption.key);
    opened.set(encryption, certificate);
    certificate.catch(() => opened.delete(encryption));
  }
  return certificate;
}

/** Octets of a block: as OpenPGP cuts what it encrypts, so that it copies little. */
const BLOCK = 65_536;

function* toBlocks(pieces: Iterable<string>): Generator<Buffer> {
  let block = Buffer.allocUnsafeSlow(BLOCK);
  let filled = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const taken = block.write(at === 0 ? piece : piece.slice(at), filled, 'latin1');
      at += taken;
      filled += taken;
      if (filled < BLOCK) continue;
      yield block;
      block = Buffer.allocUnsafeSlow(BLOCK);
      filled = 0;
    }
  }
  if (filled > 0) yield block.subarray(0, filled);
}

/**
 * Encrypts ASCII pieces, read once, to an owner's key; the result is in memory, in chunks. Rejects
 * on failure: nothing is sent in the clear instead. `now`: milliseconds since the epoch.
 */
export async function encrypt(
  encryption: Encryption,
  pieces: Iterable<string>,
  now: number,
): Promise<Buffer[]> {
  const certificate = await certificateOf(encryption);
  const chunks: Buffer[] = [];
  for await (const chunk of await encryptTo(
    certificate,
    ReadableStream.from<Uint8Array>(toBlocks(pieces)),
    now,
  )) {
    chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    // Each chunk is a computation; a file has hundreds.
    await nextTurn();
  }
  return chunks;
}
