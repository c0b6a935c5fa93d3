import ipaddr from 'ipaddr.js';

/** Groups of an IPv6 address that name one client; the client may choose the rest. */
const IPV6_GROUPS = 4;

/** The name of a client in rate limits: IPv4 address or IPv6 /64; undefined for any other text. */
export function clientNameOf(text: string): string | undefined {
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const groups = address.parts.slice(0, IPV6_GROUPS).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}
