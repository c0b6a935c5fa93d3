import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { fetch as fetchBy } from 'undici';
import { isPublicAddress } from '../../../delivery/http/public-address.ts';
import {
  createPublicOnlyAgent,
  type Lookup,
  type ResolvedAddress,
} from '../../../delivery/http/public-only-agent.ts';
import { isLoopback, withoutBrackets } from '../../../platform/text/host-name.ts';
import type { Fetch } from '../deployment.ts';

/** Where one check of a page may go: private addresses only if the person typed one. */
export interface Reach {
  /** Follows no redirect; rejects if an address is private that must not be reached. */
  fetch: Fetch;
  /** True if a page may lead there: no private address from the internet, no http from https. */
  mayLead(from: URL, to: URL): Promise<boolean>;
}

/** For tests on this machine. */
interface Internet {
  resolve?: Lookup;
  isPublic?: (address: string) => boolean;
  ca?: string;
}

/** Each name is looked up once, so that what was checked is what is connected to. */
function resolveOnce(resolve: Lookup): Lookup {
  const known = new Map<string, Promise<ResolvedAddress[]>>();
  return (name) => {
    const answer = known.get(name) ?? resolve(name);
    known.set(name, answer);
    return answer;
  };
}

const askSystem: Lookup = (name) => lookup(name, { all: true });

/** The way to a page that a person typed, and to where it leads. */
export async function openReach(typed: URL, internet: Internet = {}): Promise<Reach> {
  const { isPublic = isPublicAddress, ca } = internet;
  const resolve = resolveOnce(internet.resolve ?? askSystem);

  async function addressesOf({ hostname }: URL): Promise<string[]> {
    const host = withoutBrackets(hostname);
    if (isIP(host) !== 0) return [host];
    const found = await resolve(host).catch(() => []);
    return found.map(({ address }) => address);
  }

  /** True if all addresses of a host are in this machine or its network. */
  async function isInside(url: URL): Promise<boolean> {
    if (isLoopback(url.hostname)) return true;
    const addresses = await addressesOf(url);
    return addresses.length > 0 && !addresses.some(isPublic);
  }

  // A host that is unknown cannot be reached anyway.
  const leadsInside = async (url: URL) =>
    isLoopback(url.hostname) || !(await addressesOf(url)).every(isPublic);

  const allowPrivate = await isInside(typed);
  const agent = createPublicOnlyAgent({
    allowPrivate,
    resolve,
    ca,
    isPublic,
    takesLiterals: true,
  });
  return {
    async fetch(url, { body = null, method = 'GET', headers = {}, ...init }) {
      // The library reads no FormData of the platform.
      const sent = new Request(url, { method: 'POST', body, headers });
      const bytes = body === null ? null : Buffer.from(await sent.arrayBuffer());
      return fetchBy(url, {
        ...init,
        method,
        headers: [...sent.headers],
        body: bytes,
        redirect: 'manual',
        dispatcher: agent,
      });
    },
    async mayLead(from, to) {
      if (from.protocol === 'https:' && to.protocol !== 'https:') return false;
      return !(await leadsInside(to)) || (allowPrivate && isInside(from));
    },
  };
}
