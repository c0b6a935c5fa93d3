import type { Attributes } from './read-page.ts';

/** The request that a policy must allow. */
export interface Load {
  url: URL;
  /** The page that has the policy. */
  page: URL;
  /** Of a script: its nonce and integrity are enough for some policies. */
  attributes?: Attributes;
}

/** The directives that decide, the first one that a policy has. */
const FALLBACKS = {
  'form-action': ['form-action'],
  'connect-src': ['connect-src', 'default-src'],
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
} as const;

export type Directive = keyof typeof FALLBACKS;

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** `[scheme://]host[:port][/path]`, as CSP 3 has it. */
const HOST_SOURCE =
  /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*|(?:\*\.)?[^*:/\s]+|\[[\da-f:]+\])(?::(\d+|\*))?(\/.*)?$/i;

/** True if a source with this scheme covers a URL: `http` covers `https` too. */
const isScheme = (scheme: string, { protocol }: URL) =>
  protocol === scheme || (scheme === 'http:' && protocol === 'https:');

function isHost(pattern: string, { hostname }: URL): boolean {
  const host = pattern.toLowerCase();
  if (host === '*') return true;
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;
}

const isPath = (path: string, { pathname }: URL) =>
  path.endsWith('/') ? pathname.startsWith(path) : pathname === path;

function coversHost(source: string, { url, page }: Load): boolean {
  const [, scheme, host = '', port, path] = HOST_SOURCE.exec(source) ?? [];
  if (host === '' || !isScheme(scheme === undefined ? page.protocol : `${scheme}:`, url))
    return false;
  const standard = PORTS[url.protocol] ?? '';
  const isPort = port === '*' || (url.port || standard) === (port ?? standard);
  return isPort && isHost(host, url) && (path === undefined || isPath(path, url));
}

function covers(source: string, load: Load): boolean {
  const { url, page, attributes: { nonce = '', integrity = '' } = {} } = load;
  const keyword = source.toLowerCase();
  if (keyword === "'self'") return url.host === page.host && isScheme(page.protocol, url);
  if (keyword.startsWith("'nonce-")) return nonce !== '' && source.slice(7, -1) === nonce;
  if (keyword.startsWith("'sha")) return integrity.split(/\s+/).includes(source.slice(1, -1));
  if (keyword === '*') return isScheme(page.protocol, url) || /^https?:$/.test(url.protocol);
  if (/^[a-z][a-z\d+.-]*:$/.test(keyword)) return isScheme(keyword, url);
  return coversHost(source, load);
}

/** The sources of the directive that decides; undefined if the policy has none. */
function sourcesOf(policy: string, directive: Directive): readonly string[] | undefined {
  const rows = policy.split(';').map((row) => row.trim().split(/\s+/));
  for (const name of FALLBACKS[directive]) {
    const row = rows.find(([first = '']) => first.toLowerCase() === name);
    if (row) return row.slice(1);
  }
  return undefined;
}

/** True if a Content-Security-Policy (CSP 3) lets a page load or send something. */
function allows(policy: string, directive: Directive, load: Load): boolean {
  const sources = sourcesOf(policy, directive);
  if (!sources) return true;
  // With this word, scripts are known by nonce and hash alone.
  const isStrict = directive === 'script-src' && sources.includes("'strict-dynamic'");
  return sources
    .filter((source) => !isStrict || /^'(?:nonce-|sha)/i.test(source))
    .some((source) => covers(source, load));
}

/** True if every policy of a page allows it. */
export const allAllow = (policies: readonly string[], directive: Directive, load: Load): boolean =>
  policies.every((policy) => allows(policy, directive, load));
