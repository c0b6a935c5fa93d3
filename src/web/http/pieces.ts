import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ClientGone } from './read-body.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Lets other requests run; rejects when the client of this one is gone. */
export async function pauseFor({ raw }: FastifyRequest): Promise<void> {
  await nextTurn();
  if (raw.socket.destroyed) throw new ClientGone('the client is gone');
}

/** Sends a long JSON text: writing megabytes at once would hold up the event loop. */
export function sendPieces(reply: FastifyReply, pieces: readonly string[]): FastifyReply {
  async function* inTurns() {
    for (const piece of pieces) {
      yield piece;
      await nextTurn();
    }
  }
  const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  return reply.type(JSON_TYPE).header('content-length', bytes).send(Readable.from(inTurns()));
}
