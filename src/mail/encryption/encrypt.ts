import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FormSettings } from '../../contract/form-settings.ts';
import { createOpenPgpEncrypt } from './openpgp-key.ts';

type Encryption = NonNullable<FormSettings['encryption']>;

/** By the settings of a form, which are read once while it stays in memory. */
const opened = new WeakMap<Encryption, ReturnType<typeof createOpenPgpEncrypt>>();

function open(encryption: Encryption): ReturnType<typeof createOpenPgpEncrypt> {
  let stream = opened.get(encryption);
  if (!stream) {
    stream = createOpenPgpEncrypt(encryption.key);
    opened.set(encryption, stream);
    stream.catch(() => opened.delete(encryption));
  }
  return stream;
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

/** A stream that takes the next block when it is wanted. */
function toStream(blocks: Iterable<Buffer>): ReadableStream<Uint8Array> {
  const iterator = blocks[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
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
  const encryptStream = await open(encryption);
  const chunks: Buffer[] = [];
  for await (const chunk of await encryptStream(toStream(toBlocks(pieces)), now)) {
    chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    // Each chunk is a computation; a file has hundreds.
    await nextTurn();
  }
  return chunks;
}
