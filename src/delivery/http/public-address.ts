import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Addresses that look public, but lead to services inside a cloud: Azure's wire server
 * (learn.microsoft.com, "What is IP address 168.63.129.16?"), IBM Cloud's service network
 * (cloud.ibm.com/docs/vpc, "Service endpoints"), Google's private and restricted APIs
 * (cloud.google.com/vpc/docs, "Configure Private Google Access").
 */
const INSIDE_CLOUDS = [
  '168.63.129.16/32',
  '161.26.0.0/16',
  '166.8.0.0/14',
  '199.36.153.4/30',
  '199.36.153.8/30',
  '2600:2d00:2:1000::/64',
  '2600:2d00:2:2000::/64',
].map((network) => ipaddr.parseCIDR(network));

/** ipaddr.js also calls unicast what IANA has not given out (registry "IPv6 Global Unicast"). */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

/** In the third quarter of an ISATAP address; the IPv4 address of a host follows it (RFC 5214). */
const ISATAP = 0x5efe;

/** True if an IP address, in the spelling the resolver gives, is on the public internet. */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js also reads spellings that the resolver never gives, such as 0x7f.1.
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (ipaddr.subnetMatch(address, { inside: INSIDE_CLOUDS }, 'outside') === 'inside') return false;
  if (address instanceof ipaddr.IPv4) return true;
  return address.match(GLOBAL_V6) && address.parts[5] !== ISATAP;
}
