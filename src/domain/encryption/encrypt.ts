import { setImmediate as nextTurn } from 'node:timers/promises';
import { createAgeEncrypt } from './age-recipient.ts';
import type { Encryption } from './describe-key.ts';
import { createOpenPgpEncrypt, type EncryptStream } from './openpgp-key.ts';

/** ASCII text in pieces, read once; encrypted, it is in memory as a whole, in chunks. */
export type Encrypt = (encryption: Encryption, pieces: Iterable<string>) => Promise<Buffer[]>;

/** By the settings of a form, which are read once while it stays in memory. */
const opened = new WeakMap<Encryption, Promise<EncryptStream>>();

function open(encryption: Encryption): Promise<EncryptStream> {
  const { type, key } = encryption;
  let stream = opened.get(encryption);
  if (!stream) {
    stream = type === 'age' ? createAgeEncrypt(key) : createOpenPgpEncrypt(key);
    opened.set(encryption, stream);
    stream.catch(() => opened.delete(encryption));
  }
  return stream;
}

/** A stream that takes the next piece when it is wanted. */
function toStream(pieces: Iterable<string>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(Buffer.from(value, 'latin1'));
    },
  });
}

/** Encrypts to the keys of owners. Rejects where that fails: nothing is ever sent in the clear instead. */
export const createEncrypt =
  (now: () => number): Encrypt =>
  async (encryption, pieces) => {
    const encryptStream = await open(encryption);
    const chunks: Buffer[] = [];
    for await (const chunk of await encryptStream(toStream(pieces), now())) {
      chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
      // Each chunk is a computation; a file has hundreds.
      await nextTurn();
    }
    return chunks;
  };
