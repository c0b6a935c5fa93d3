import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '../../../delivery/http/public-address.ts';
import { isLoopback } from '../../../platform/text/host-name.ts';

/** Whether a host is this machine, or in its network. One that is unknown cannot be reached anyway. */
async function isInside({ hostname }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isLoopback(host)) return true;
  if (isIP(host) !== 0) return !isPublicAddress(host);
  const addresses = await lookup(host, { all: true }).catch(() => []);
  return addresses.some(({ address }) => !isPublicAddress(address));
}

/**
 * Whether a page may lead there: from the internet to no private address, and from https to nothing else. Over
 * TLS a name that changes its address meanwhile leads to no other server.
 */
export async function mayLead(from: URL, to: URL): Promise<boolean> {
  if (from.protocol === 'https:' && to.protocol !== 'https:') return false;
  return !(await isInside(to)) || isInside(from);
}
