import { domainToASCII } from 'node:url';
import { getPublicSuffix } from 'tldts';
import { hasValidALabels } from '../../platform/text/email-address.ts';
import type { SettingRules } from './setting-rules.ts';

/** Scheme, optional `*.`, host, optional port and slash; no path, no user. */
const SPELLING = /^(https?):\/\/(\*\.)?(\[[0-9a-f:.]+\]|[^\s\p{Cc}/?#@\\*:[\]]+)(:\d{1,5})?\/?$/iu;

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

const SHAPE = 'It must be a scheme, a host and maybe a port, like https://example.com.';

/** An origin as browsers write it (RFC 6454), with `*.` for subdomains; or its fault. */
type Parsed = { origin: string; fault?: undefined } | { origin?: undefined; fault: string };

/** True if anybody can register names below this one. */
const isPublicSuffix = (host: string) =>
  getPublicSuffix(host, { allowPrivateDomains: true }) === host;

/** One entry of the setting `origins` (ADR 40). */
export function parseOrigin(text: string): Parsed {
  const [, scheme = '', wildcard = '', name = '', port = ''] = SPELLING.exec(text) ?? [];
  const url = URL.parse(`${scheme}://${name}${port}`);
  // The parser turns many spellings into an address or another name.
  const spelled = /^\p{ASCII}*$/u.test(name) ? name.toLowerCase() : domainToASCII(name);
  if (!url || url.hostname !== spelled || spelled.endsWith('.') || !hasValidALabels(spelled)) {
    return { fault: SHAPE };
  }
  if (url.protocol === 'http:' && (wildcard !== '' || !LOCAL_HOSTS.has(url.hostname))) {
    return { fault: 'It must begin with https://; http is for localhost, 127.0.0.1 and [::1].' };
  }
  if (wildcard === '') return { origin: url.origin };
  if (isPublicSuffix(url.hostname) || !/[a-z]/.test(url.hostname)) {
    return { fault: 'The part behind *. must be a domain of its own, not a public suffix.' };
  }
  return { origin: `${url.protocol}//*.${url.host}` };
}

/** True if an entry is this origin, or `*.` and a domain above its host. */
function allows(entry: string, site: string): boolean {
  const [scheme = '', domain] = entry.split('*');
  if (domain === undefined) return entry === site;
  return (
    site.startsWith(scheme) && site.endsWith(domain) && site.length > scheme.length + domain.length
  );
}

/** True if the setting `origins` allows submissions from a site. */
export const allowsSite = (origins: readonly string[], site: string): boolean =>
  origins.some((entry) => allows(entry, site));

export const ORIGINS: SettingRules<'origins'> = {
  judge(origins, report) {
    for (const [at, text] of origins.entries()) {
      if (text !== undefined) report(parseOrigin(text).fault, at);
    }
  },
  normalise: (origins) => origins.map((text) => parseOrigin(text).origin ?? text),
  widens: (before = [], after = []) => before.length > 0 && after.length === 0,
};
