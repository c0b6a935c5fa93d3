import { BlockList, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Networks that are not the public internet (IANA special-purpose registries). */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * Addresses that look public, but lead to services inside a cloud: Azure's wire server
 * (learn.microsoft.com, "What is IP address 168.63.129.16?"), IBM Cloud's service network
 * (cloud.ibm.com/docs/vpc, "Service endpoints"), Google's private and restricted APIs
 * (cloud.google.com/vpc/docs, "Configure Private Google Access").
 */
const CLOUD_INSIDE_V4 = [
  '168.63.129.16/32',
  '161.26.0.0/16',
  '166.8.0.0/14',
  '199.36.153.4/30',
  '199.36.153.8/30',
];
const CLOUD_INSIDE_V6 = ['2600:2d00:2:1000::/64', '2600:2d00:2:2000::/64'];

/** Global unicast, less what tunnels, documents or benchmarks in it. */
const GLOBAL_V6 = '2000::/3';
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function toList(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const notPublicV4 = toList([...NOT_PUBLIC_V4, ...CLOUD_INSIDE_V4], 'ipv4');
const globalV6 = toList([GLOBAL_V6], 'ipv6');
const notPublicV6 = toList([...NOT_PUBLIC_V6, ...CLOUD_INSIDE_V6], 'ipv6');

/** An ISATAP interface id carries an IPv4 address of a network behind it (RFC 5214). */
function isIsatap(address: string): boolean {
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 && parsed.parts[5] === 0x5efe;
}

/** Whether an IP address, in the spelling the resolver gives, is on the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublicV4.check(address);
  if (!isIPv6(address)) return false;
  const isGlobal = globalV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
  return isGlobal && !isIsatap(address);
}
