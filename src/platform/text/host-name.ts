import { domainToUnicode } from 'node:url';
import { getDomain, parse } from 'tldts';
import { hasValidALabels } from './email-address.ts';

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Suffixes that are listed, but have no public web servers: RFC 3172, RFC 7686. */
const WITHOUT_SERVERS: ReadonlySet<string> = new Set(['arpa', 'onion']);

/** The host of a URL; an IPv6 address without its brackets. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/**
 * True if a host name, in lower case and A-labels, can be that of a public server: a domain below a
 * suffix in the Public Suffix List, or a name in it. Inside networks names such as
 * `kubernetes.default` lead to services.
 */
export function isPublicName(host: string): boolean {
  if (host.length > 253 || !host.split('.').every((label) => LABEL.test(label))) return false;
  const { domain, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true });
  if (domain === null || !(isIcann || isPrivate)) return false;
  return !WITHOUT_SERVERS.has(host.slice(host.lastIndexOf('.') + 1)) && hasValidALabels(host);
}

/** The registered domain of a host; customers of hosting services have their own. Else the host. */
export const registeredName = (host: string): string =>
  getDomain(host, { allowPrivateDomains: true }) ?? host;

/**
 * True if the URL parser read a host as it is spelled, in letters of any script. It also maps other
 * signs (UTS 46): digits in circles and wide letters become an address or another name.
 */
export function isSpelledHost(spelled: string, host: string): boolean {
  if (/^\p{ASCII}*$/u.test(spelled)) return spelled.toLowerCase() === host;
  return spelled.normalize('NFKC') === spelled && domainToUnicode(host) === spelled.toLowerCase();
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/** True if a name or address, with or without the brackets of a URL, is certainly this machine. */
export const isLoopback = (name: string): boolean => LOOPBACK.test(name);

/**
 * The name in a Host header, without its port; undefined when it holds something else. A page that
 * rebinds a DNS name to this machine sends that name here.
 */
export function nameInHost(header: string | undefined): string | undefined {
  if (header === undefined || /[/?#@\\]/.test(header)) return undefined;
  return URL.parse(`http://${header}`)?.hostname;
}
