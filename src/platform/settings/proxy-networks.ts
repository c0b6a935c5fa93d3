import ipaddr from 'ipaddr.js';
import { isIp, listOf } from './setting-parsers.ts';

const addressesAndNetworks = listOf(
  (entry) => isIp(entry) || (isIp(entry.split('/', 1)[0] ?? '') && ipaddr.isValidCIDR(entry)),
  'must be a list of IP addresses and CIDR networks',
);

/** Of proxies: a network of all addresses would let everybody choose the address that counts. */
export function proxyNetworks(text: string): string[] {
  const list = addressesAndNetworks(text);
  if (!list.some((entry) => /\/0+$/.test(entry))) return list;
  throw new Error(
    'must name the networks of your proxies: one that ends with /0 has all addresses',
  );
}
