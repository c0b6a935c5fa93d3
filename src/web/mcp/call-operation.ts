import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../contract/service-error.ts';
import type { OperationCall } from './tool-calls.ts';

export interface Outcome {
  failed: boolean;
  /** The operation's own JSON answer: a resource of the contract or its error envelope. */
  body: Record<string, unknown>;
}

function readBody(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (cause) {
    throw new Error('the operation did not answer with JSON', { cause });
  }
}

/** An internal error as the outcome of a call. */
export const internalError = (): Outcome => ({
  failed: true,
  body: new ServiceError('internal_error').toEnvelope(),
});

/**
 * Calls the operation in-process with the address and forwarding header of `request`, so that
 * limits count the MCP client and not this machine.
 */
export async function callOperation(
  app: FastifyInstance,
  request: FastifyRequest,
  { method, path, headers, body, echo }: OperationCall,
): Promise<Outcome> {
  const { remoteAddress } = request.socket;
  // The client has gone. Without its address the call would count as one of this machine.
  if (!remoteAddress) return internalError();
  const forwarded = request.headers['x-forwarded-for'];
  const answer = await app.inject({
    method,
    url: path,
    remoteAddress,
    headers: {
      ...headers,
      accept: 'application/json',
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const read = readBody(answer.payload);
  const repeats = echo !== undefined && read['test'] === true;
  return { failed: answer.statusCode >= 400, body: repeats ? { ...read, echo } : read };
}
