import { createHash } from 'node:crypto';
import type { EmailAddress } from '../../inboxes/email-address.ts';
import {
  requestCloudflare,
  toDestinationAddress,
  type Change,
  type DestinationAddress,
} from './cloudflare-api.ts';
import { Deadline, PROVIDER_DEADLINE, retryThrottled } from './deadline.ts';
import { ProviderFailure, type VerificationProvider } from './verification-provider.ts';

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

/** The API's largest page, and a bound on what an account could ever hold. */
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
export function createCloudflareProvider(options: Options): VerificationProvider {
  const { url, accountId, token, deadline: milliseconds = PROVIDER_DEADLINE } = options;
  const addresses = `${url}/accounts/${accountId}/email/routing/addresses`;
  /** Saves the listing when a known address is asked for; keyed by a hash of it. */
  const ids = new Map<string, string>();

  const request = (deadline: Deadline, suffix: string, change: Change = {}) =>
    retryThrottled(deadline, () => requestCloudflare(addresses + suffix, token, deadline, change));

  async function remove(deadline: Deadline, id: string): Promise<void> {
    const { status, result } = await request(deadline, `/${encodeURIComponent(id)}`, {
      remove: true,
    });
    const gone = result !== undefined || status === 404;
    if (!gone) throw new ProviderFailure('unavailable', `status ${status}`);
  }

  function remember(address: EmailAddress, found: DestinationAddress): DestinationAddress {
    if (ids.size >= MAX_IDS) ids.clear();
    ids.set(toKey(address), found.id);
    return found;
  }

  /** The API cannot search by address, so that every page may have to be read. */
  async function find(deadline: Deadline, address: EmailAddress): Promise<Search> {
    let count = 0;
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const reply = await request(deadline, `?page=${page}&per_page=${PER_PAGE}`);
      if (!Array.isArray(reply.result)) {
        throw new ProviderFailure('unavailable', `status ${reply.status}`);
      }
      const listed = reply.result.map(toDestinationAddress);
      count += listed.length;
      const found = listed.find(isFor(address));
      if (found) return { found: remember(address, found), count };
      if (listed.length === 0 || count >= (reply.total ?? Infinity)) break;
    }
    return { found: undefined, count };
  }

  async function readKnown(deadline: Deadline, address: EmailAddress) {
    const id = ids.get(toKey(address));
    if (id === undefined) return undefined;
    const reply = await request(deadline, `/${encodeURIComponent(id)}`);
    const known = reply.result === undefined ? undefined : toDestinationAddress(reply.result);
    if (known && isFor(address)(known)) return known;
    ids.delete(toKey(address));
    return undefined;
  }

  return {
    name: 'cloudflare',

    async register(address, again = false) {
      const deadline = new Deadline(milliseconds);
      const before = await find(deadline, address);
      if (before.found) {
        const standing = standingOf(before.found);
        if (!again || standing === 'verified') return standing;
        // The API mails an address when it is registered, and at no other time.
        await remove(deadline, before.found.id);
      }
      const created = await request(deadline, '', { body: { email: address } });
      if (created.result !== undefined) {
        return standingOf(remember(address, toDestinationAddress(created.result)));
      }
      // Someone else may have registered it since the listing.
      const after = await find(deadline, address);
      if (after.found) return standingOf(after.found);
      const full = after.count >= ADDRESSES_PER_ACCOUNT || SPEAKS_OF_LIMIT.test(created.words);
      throw new ProviderFailure(full ? 'capacity' : 'refused', `status ${created.status}`);
    },

    async status(address) {
      const deadline = new Deadline(milliseconds);
      const known = await readKnown(deadline, address);
      const found = known ?? (await find(deadline, address)).found;
      return found ? standingOf(found) : 'unknown';
    },
  };
}
