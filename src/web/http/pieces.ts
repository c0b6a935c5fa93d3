import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends a JSON text piece by piece, each made when its client has read those before. A fault before the first
 * piece is answered as ever; a later one ends the connection.
 */
export async function sendPieces(
  reply: FastifyReply,
  pieces: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const first = await pieces.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* pieces;
  }
  return reply.type(JSON_TYPE).send(Readable.from(all(), { objectMode: false }));
}
