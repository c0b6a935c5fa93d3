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

/** True if an address is listed or in a listed network; IPv4 may be written as IPv6. */
export function createMatch(list: readonly string[]): (address: string) => boolean {
  const networks = list.map((entry): [ipaddr.IPv4 | ipaddr.IPv6, number] => {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry);
    const address = ipaddr.process(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return networks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
  };
}
