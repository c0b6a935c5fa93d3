import type { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Writes piece by piece, no more at a time than the connection takes; ASCII where it is text. False when it is no
 * longer `wanted`, of which the connection may have had a part.
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
