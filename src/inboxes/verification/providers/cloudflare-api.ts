import { collect } from '../../../platform/text/octets.ts';
import { readJsonObject, isObject } from '../../../platform/text/json.ts';
import { MAX_REPLY_BYTES, waitAfter, unanswered, type TimeLimit } from './provider-call.ts';
import { ProviderFailure } from './verification-provider.ts';

/** A destination address as the API shows it; `verified` is null until its owner confirmed. */
export interface DestinationAddress {
  id: string;
  email: string;
  verified: string | null;
}

export interface CloudflareReply {
  /** The result if the call succeeded, else undefined. */
  result: unknown;
  /** Results on all pages, where the reply has pages. */
  total: number | undefined;
  status: number;
  /** For classification only: the text may quote the address. */
  words: string;
}

/** 429 comes with this code too. */
const THROTTLED = 10_100;

/** Codes of an invalid token, a token without the permission, and a missing account. */
const NOT_AUTHORISED = new Set([6003, 6111, 7000, 7003, 9103, 9106, 9109, 10_000, 10_001]);

async function readText(response: Response): Promise<string> {
  const reply = await collect(response.body, MAX_REPLY_BYTES);
  if (!reply) throw new Error('the reply is too large');
  return reply.toString('utf8');
}

function toReply(response: Response, text: string, registers: boolean): CloudflareReply {
  const { status, headers } = response;
  const envelope = readJsonObject(text);
  const errors = Array.isArray(envelope?.['errors']) ? envelope['errors'].filter(isObject) : [];
  const codes = errors.map(({ code }) => Number(code));
  if (status === 429 || codes.includes(THROTTLED)) {
    const wait = waitAfter(headers.get('retry-after'));
    throw new ProviderFailure('unavailable', 'throttled', wait);
  }
  if (status === 401 || status === 403 || codes.some((code) => NOT_AUTHORISED.has(code))) {
    throw new ProviderFailure('credentials', `status ${status}`);
  }
  if (status >= 500) throw new ProviderFailure('unavailable', `status ${status}`);
  const succeeded = response.ok && envelope?.['success'] === true;
  if (response.ok && !succeeded) {
    throw new ProviderFailure(registers ? 'doubtful' : 'unavailable', 'unreadable');
  }
  const info = envelope?.['result_info'];
  const total = isObject(info) ? info['total_count'] : undefined;
  return {
    result: succeeded ? envelope?.['result'] : undefined,
    total: typeof total === 'number' ? total : undefined,
    status,
    words: errors.map(({ message }) => String(message)).join(' '),
  };
}

/** The change that a request makes; none when it only reads. */
export interface Change {
  /** The new object, as JSON. */
  body?: object;
  remove?: boolean;
}

/** One request to the API. Throws ProviderFailure for everything except success and refusal. */
export async function requestCloudflare(
  url: string,
  token: string,
  limit: TimeLimit,
  { body, remove = false }: Change,
): Promise<CloudflareReply> {
  const registers = body !== undefined;
  const method = remove ? 'DELETE' : 'GET';
  try {
    const response = await fetch(url, {
      method: registers ? 'POST' : method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(registers && { 'content-type': 'application/json' }),
      },
      // A redirect must not carry the token elsewhere.
      redirect: 'error',
      signal: limit.signal,
      ...(registers && { body: JSON.stringify(body) }),
    });
    return toReply(response, await readText(response), registers);
  } catch (error) {
    throw unanswered(error, registers);
  }
}

/** Throws ProviderFailure when the reply does not hold an address. */
export function toDestinationAddress(value: unknown): DestinationAddress {
  const { id, email, verified } = isObject(value) ? value : {};
  if (typeof id !== 'string' || typeof email !== 'string') {
    throw new ProviderFailure('unavailable', 'unreadable');
  }
  return { id, email, verified: typeof verified === 'string' ? verified : null };
}
