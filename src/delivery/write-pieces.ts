import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Writes pieces as fast as the connection takes them; text is ASCII. Returns false if the message
 * stops being `wanted`; then a part may be sent.
 */
export async function writePieces(
  socket: Writable,
  pieces: Iterable<string | Buffer>,
  wanted: () => boolean,
): Promise<boolean> {
  let go = () => undefined as void;
  const goOn = () => go();
  socket.on('drain', goOn).on('close', goOn);
  try {
    for (const piece of pieces) {
      const { promise, resolve } = Promise.withResolvers<void>();
      go = resolve;
      const isTaken =
        typeof piece === 'string' ? socket.write(piece, 'latin1') : socket.write(piece);
      if (!isTaken) await promise;
      // A server nearby would take the whole of it in one turn.
      await nextTurn();
      if (!wanted()) return false;
    }
    return true;
  } finally {
    socket.off('drain', goOn).off('close', goOn);
  }
}
