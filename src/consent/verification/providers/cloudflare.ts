import { createHash } from 'node:crypto';
import { collect } from '../../../platform/text/octets.ts';
import type { EmailAddress } from '../../../platform/text/email-address.ts';
import { isObject, readJsonObject } from '../../../platform/text/json.ts';
import {
  MAX_REPLY_BYTES,
  PROVIDER_DEADLINE,
  ProviderFailure,
  retryThrottled,
  TimeLimit,
  unanswered,
  waitAfter,
  type VerificationProvider,
  type InboxStanding,
} from './verification-provider.ts';

/** A destination address as the API shows it; `verified` is null until its owner confirmed. */
interface DestinationAddress {
  id: string;
  email: string;
  verified: string | null;
}

interface CloudflareReply {
  /** The result if the call succeeded, else undefined. */
  result: unknown;
  /** Results on all pages, if the reply has pages. */
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
interface Change {
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
function toDestinationAddress(value: unknown): DestinationAddress {
  const { id, email, verified } = isObject(value) ? value : {};
  if (typeof id !== 'string' || typeof email !== 'string') {
    throw new ProviderFailure('unavailable', 'unreadable');
  }
  return { id, email, verified: typeof verified === 'string' ? verified : null };
}

interface Options {
  /** Base of the API, without a slash at its end. */
  url: string;
  accountId: string;
  token: string;
  /** Milliseconds for one call of the port. */
  deadline?: number;
}

interface Search {
  found: DestinationAddress | undefined;
  /** Addresses seen; all of the account's when nothing was found. */
  count: number;
}

/** The API's largest page, and an upper bound on the pages of an account. */
const PER_PAGE = 50;
const MAX_PAGES = 40;

/** Email Routing's documented limit, addresses per account. Its error has no documented code. */
const ADDRESSES_PER_ACCOUNT = 200;
const SPEAKS_OF_LIMIT = /\b(limit|maximum|quota|too many)\b/i;

const MAX_IDS = 1_000;

const standingOf = ({ verified }: DestinationAddress) => (verified ? 'verified' : 'pending');

const isFor = (address: EmailAddress) => {
  const wanted = address.toLowerCase();
  return ({ email }: DestinationAddress) => email.toLowerCase() === wanted;
};

const toKey = (address: EmailAddress) =>
  createHash('sha256').update(address.toLowerCase()).digest('base64url');

/** Destination addresses of Cloudflare Email Routing (REST API v4). */
export class CloudflareProvider implements VerificationProvider {
  readonly name = 'cloudflare';
  readonly #addresses: string;
  readonly #token: string;
  readonly #deadline: number;
  /** Ids of known addresses, which save the listing; keyed by a hash of the address. */
  readonly #ids = new Map<string, string>();

  constructor({ url, accountId, token, deadline = PROVIDER_DEADLINE }: Options) {
    this.#addresses = `${url}/accounts/${accountId}/email/routing/addresses`;
    this.#token = token;
    this.#deadline = deadline;
  }

  async register(address: EmailAddress, again = false): Promise<'pending' | 'verified'> {
    const limit = new TimeLimit(this.#deadline);
    const before = await this.#find(limit, address);
    if (before.found) {
      const standing = standingOf(before.found);
      if (!again || standing === 'verified') return standing;
      // The API mails an address when it is registered, and at no other time.
      await this.#remove(limit, before.found.id);
    }
    const created = await this.#request(limit, '', { body: { email: address } });
    if (created.result !== undefined) {
      return standingOf(this.#remember(address, toDestinationAddress(created.result)));
    }
    // Someone else may have registered it since the listing.
    const after = await this.#find(limit, address);
    if (after.found) return standingOf(after.found);
    const full = after.count >= ADDRESSES_PER_ACCOUNT || SPEAKS_OF_LIMIT.test(created.words);
    throw new ProviderFailure(full ? 'capacity' : 'refused', `status ${created.status}`);
  }

  async status(address: EmailAddress): Promise<InboxStanding> {
    const limit = new TimeLimit(this.#deadline);
    const known = await this.#readKnown(limit, address);
    const found = known ?? (await this.#find(limit, address)).found;
    return found ? standingOf(found) : 'unknown';
  }

  #request(limit: TimeLimit, suffix: string, change: Change = {}): Promise<CloudflareReply> {
    const url = this.#addresses + suffix;
    return retryThrottled(limit, () => requestCloudflare(url, this.#token, limit, change));
  }

  async #remove(limit: TimeLimit, id: string): Promise<void> {
    const path = `/${encodeURIComponent(id)}`;
    const { status, result } = await this.#request(limit, path, { remove: true });
    const gone = result !== undefined || status === 404;
    if (!gone) throw new ProviderFailure('unavailable', `status ${status}`);
  }

  #remember(address: EmailAddress, found: DestinationAddress): DestinationAddress {
    if (this.#ids.size >= MAX_IDS) this.#ids.clear();
    this.#ids.set(toKey(address), found.id);
    return found;
  }

  /** The API cannot search by address, so that every page may have to be read. */
  async #find(limit: TimeLimit, address: EmailAddress): Promise<Search> {
    let count = 0;
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const reply = await this.#request(limit, `?page=${page}&per_page=${PER_PAGE}`);
      if (!Array.isArray(reply.result)) {
        throw new ProviderFailure('unavailable', `status ${reply.status}`);
      }
      const listed = reply.result.map(toDestinationAddress);
      count += listed.length;
      const found = listed.find(isFor(address));
      if (found) return { found: this.#remember(address, found), count };
      if (listed.length === 0 || count >= (reply.total ?? Infinity)) break;
    }
    return { found: undefined, count };
  }

  async #readKnown(
    limit: TimeLimit,
    address: EmailAddress,
  ): Promise<DestinationAddress | undefined> {
    const id = this.#ids.get(toKey(address));
    if (id === undefined) return undefined;
    const reply = await this.#request(limit, `/${encodeURIComponent(id)}`);
    const known = reply.result === undefined ? undefined : toDestinationAddress(reply.result);
    if (known && isFor(address)(known)) return known;
    this.#ids.delete(toKey(address));
    return undefined;
  }
}
