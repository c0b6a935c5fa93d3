import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../contract/service-error.ts';
import type { OperationCall } from './tools.ts';

export interface Outcome {
  failed: boolean;
  /** The operation's own JSON answer: a resource of the contract or its error envelope. */
  body: Record<string, unknown>;
}

/** What a replay may not show when its key was derived: whoever calls alike gets the same key. */
const SECRETS = new Set(['management_token', 'webhook']);

function withoutSecrets(body: Record<string, unknown>): Record<string, unknown> {
  const shown = Object.entries(body).filter(([name]) => !SECRETS.has(name));
  const message =
    `${String(body['message'])} An earlier call with the same arguments created it, and its ` +
    'management_token was returned then. For another form, send an idempotency_key of your own.';
  return { ...Object.fromEntries(shown), message };
}

function readBody(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch (cause) {
    throw new Error('the operation did not answer with JSON', { cause });
  }
}

/** The envelope of a fault of ours, for the place of an answer. */
export const internalError = (): Outcome => ({
  failed: true,
  body: new ServiceError('internal_error').toEnvelope(),
});

/**
 * Sends a call to its operation in-process, as the caller of `request`: the same address and the same
 * forwarding header, so that limits count who it is for and not this machine.
 */
export async function callOperation(
  app: FastifyInstance,
  request: FastifyRequest,
  { method, path, headers, body, derivedKey }: OperationCall,
): Promise<Outcome> {
  const { remoteAddress } = request.socket;
  // Its client has gone. Sent without an address it would count as this machine, a trusted proxy even.
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
  const hide = derivedKey && read['replayed'] === true;
  return { failed: answer.statusCode >= 400, body: hide ? withoutSecrets(read) : read };
}
