import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BodiesInFlight, FILES } from './bodies-in-flight.ts';
import type { Connections } from './connections.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The bytes of bodies in memory. */
    bodies: BodiesInFlight;
    /** The bytes of files in memory. */
    files: BodiesInFlight;
  }
  interface FastifyRequest {
    /** Bytes of the request's body that are in memory, without its files. */
    heldBytes: number;
    /** Bytes of its files that are in memory. */
    heldFileBytes: number;
  }
}

/** Bytes of the largest body, and of the files of one submission. */
interface Largest {
  largestBody: number;
  largestFiles?: number;
}

/** Releases the bytes of a request's body and of its files. */
export function giveBack(request: FastifyRequest): void {
  request.server.bodies.giveBack(request.heldBytes);
  request.server.files.giveBack(request.heldFileBytes);
  request.heldBytes = 0;
  request.heldFileBytes = 0;
}

/** Counts the bytes of a body and its files until its answer exists, and then those of the answer. */
export function boundMemory(
  app: FastifyInstance,
  connections: Connections,
  { largestBody, largestFiles = 0 }: Largest,
): void {
  const bodies = new BodiesInFlight(largestBody);
  const files = new BodiesInFlight(largestFiles, undefined, FILES);
  app.decorate('bodies', bodies).decorate('files', files);
  app.decorateRequest('heldBytes', 0).decorateRequest('heldFileBytes', 0);
  app.addHook('onSend', (request, _reply, payload, done) => {
    giveBack(request);
    connections.answer(request.raw.socket);
    done(null, payload);
  });
}
