import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Writes a message piece by piece, no more at a time than the connection takes; false when it is no
 * longer `wanted`, of which the connection may have had a part.
 */
export async function writePieces(
  socket: Socket,
  pieces: Iterable<string>,
  wanted: () => boolean,
): Promise<boolean> {
  let go = () => undefined as void;
  const goOn = () => go();
  socket.on('drain', goOn).on('close', goOn);
  try {
    for (const piece of pieces) {
      const { promise, resolve } = Promise.withResolvers<void>();
      go = resolve;
      if (!socket.write(piece, 'latin1')) await promise;
      // A mail server nearby would take the whole of it in one turn.
      await nextTurn();
      if (!wanted()) return false;
    }
    return true;
  } finally {
    socket.off('drain', goOn).off('close', goOn);
  }
}
