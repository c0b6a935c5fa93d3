import ipaddr from 'ipaddr.js';
import { parseEmailAddress } from '../text/email-address.ts';
import type { SealingKey } from '../secrets/keyring.ts';
import { toSingleLine } from '../text/clean-text.ts';
import { isLoopback, isPublicName, withoutBrackets } from '../text/host-name.ts';

// Each parser throws an Error whose message completes "NAME …" and does not repeat the value.

/** A text of this pattern, as it is. */
export const matching = (pattern: RegExp, fault: string) => (text: string) => {
  if (pattern.test(text)) return text;
  throw new Error(fault);
};

/** Entries separated by commas. */
export const listOf = (isEntry: (entry: string) => boolean, fault: string) => (text: string) => {
  const list = text.split(',').map((entry) => entry.trim());
  if (list.every(isEntry)) return list;
  throw new Error(fault);
};

export function integer(least: number, most: number, what = 'a whole number') {
  return (text: string): number => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new Error(`must be ${what} from ${least} to ${most}`);
  };
}

export function oneOf<const V extends string>(...values: V[]) {
  return (text: string): V => {
    const value = values.find((candidate) => candidate === text);
    if (value !== undefined) return value;
    throw new Error(`must be one of: ${values.join(', ')}`);
  };
}

/** A part of a URL, decoded. */
export function decodePart(encoded: string, what: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new Error(`has a ${what} that is not percent-encoded`);
  }
}

const singleLine = (text: string) => toSingleLine(text, 200);

export function line(text: string): string {
  const cleaned = singleLine(text);
  if (cleaned !== '') return cleaned;
  throw new Error('must not be blank');
}

/** A credential as it is: what has no control characters. */
export const plainText = matching(
  /^\P{Cc}{1,1024}$/u,
  'must have at most 1024 characters, all on one line',
);

/** A mail address, or an https URL. */
export function contact(text: string): string {
  const address = parseEmailAddress(text);
  if (address) return address;
  const url = URL.parse(text);
  const plain = url?.protocol === 'https:' && !url.username && !url.password && !/\s/.test(text);
  if (plain && url.href.length <= 200) return url.href;
  throw new Error('must be a mail address or an https:// URL of at most 200 characters');
}

const LINK_NAMES = ['privacy', 'imprint', 'contact'] as const;
export type OperatorLink = (typeof LINK_NAMES)[number];

const isHttps = (text: string): boolean =>
  /^https:\/\/[^\s"<>@]+$/.test(text) && URL.canParse(text) && text.length <= 500;

const isMailto = (text: string): boolean =>
  text.startsWith('mailto:') && parseEmailAddress(text.slice('mailto:'.length)) !== undefined;

/** Links by their names, as `name=URL` separated by commas. */
export function operatorLinks(text: string): Partial<Record<OperatorLink, string>> {
  const links: Partial<Record<OperatorLink, string>> = {};
  // A comma within a URL separates nothing.
  for (const entry of text.split(/,(?=\s*\w+=)/)) {
    const [, given = '', url = ''] = /^(\w+)=(.*)$/.exec(entry.trim()) ?? [];
    const name = LINK_NAMES.find((known) => known === given);
    const fits = isHttps(url) || (name === 'contact' && isMailto(url));
    if (!name || !fits || links[name] !== undefined) {
      throw new Error(
        'must look like privacy=https://example.com/privacy,imprint=https://example.com/imprint,' +
          'contact=mailto:help@example.com, each at most once',
      );
    }
    links[name] = url;
  }
  return links;
}

const LOGO_TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};
const MOST_LOGO_BYTES = 100_000;

/** A logo: its URL, or the content of a file with its media type. */
export type Logo = { url: string } | { content: Buffer; type: string };

export function logo(text: string, readFile: (path: string) => string | Buffer): Logo {
  if (text.includes('://')) {
    if (isHttps(text)) return { url: text };
    throw new Error('must be an https:// URL or the path of a file');
  }
  const type = LOGO_TYPES[/\.(\w+)$/.exec(text)?.[1]?.toLowerCase() ?? ''];
  if (type === undefined) throw new Error('must end with .svg, .png, .webp, .jpg or .jpeg');
  let content: Buffer;
  try {
    content = Buffer.from(readFile(text));
  } catch {
    throw new Error('is a file that cannot be read');
  }
  if (content.length > 0 && content.length <= MOST_LOGO_BYTES) return { content, type };
  throw new Error(`must be a file of 1 to ${MOST_LOGO_BYTES} bytes`);
}

/** An address with room for a `+` and 38 characters in its local part (RFC 5321, 4.5.3.1.1). */
export const isBounceAddress = (address: string): boolean =>
  /^[a-z0-9._-]{1,25}$/i.test(address.slice(0, address.lastIndexOf('@')));

export function bounceAddress(text: string): string {
  const address = parseEmailAddress(text);
  if (address && isBounceAddress(address)) return address;
  throw new Error(
    'must be a mail address whose part before the @ has at most 25 letters, digits, dots and hyphens',
  );
}

/** ARNs of SNS topics. */
export const snsTopics = listOf(
  (entry) => /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/.test(entry),
  'must be a list of ARNs like arn:aws:sns:eu-central-1:123456789012:bounces',
);

export function httpUrl(text: string): string {
  const url = URL.parse(text);
  const plain = url && !url.username && !url.password && !/[?#]/.test(text);
  if (plain && /^https?:$/.test(url.protocol)) return url.href.replace(/(?<!\/)\/+$/, '');
  throw new Error('must be an http:// or https:// URL without user, query and fragment');
}

/** True for https, and for http within this machine. */
export const isSecure = (url: string): boolean =>
  url.startsWith('https:') || isLoopback(new URL(url).hostname);

/** Where secrets or mail go, as it is written. */
export function secureUrl(text: string): string {
  if (isSecure(httpUrl(text))) return text.trim();
  throw new Error('must be https://, as http:// is only for this machine');
}

/** A credential or name that goes into a header or a URL as it is. */
export const token = matching(/^[\x21-\x7e]{1,8192}$/, 'must be printable ASCII without spaces');

export const cloudflareAccount = matching(
  /^[0-9a-f]{32}$/,
  'must be the 32 hexadecimal digits of an account id',
);

export const awsRegion = matching(
  /^[a-z]{2,8}(-[a-z0-9]{1,16}){1,4}$/,
  'must look like eu-central-1',
);

export const longSecret = matching(
  /^[\x21-\x7e]{32,}$/,
  'must be at least 32 printable ASCII characters without spaces',
);

/** Where ClamAV's clamd listens. */
export const clamdUrl = matching(
  /^(?:tcp:\/\/(?:[\w.-]{1,253}|\[[\da-f:]{2,45}\]):\d{1,5}|unix:\/\/\/[^?#\s]{1,100})$/i,
  'must be tcp://host:port or unix:///path',
);

export function key(encoded: string): Buffer {
  const secret = Buffer.from(encoded, 'base64url');
  if (secret.length === 32 && secret.toString('base64url') === encoded) return secret;
  throw new Error('must hold 32 bytes in base64url');
}

export function sealingKeys(text: string): SealingKey[] {
  const keys = text.split(',').map((entry) => {
    const [, id, encoded] = /^([A-Za-z0-9_-]{1,16}):(.+)$/.exec(entry.trim()) ?? [];
    if (!id || !encoded) throw new Error('must be a list of id:key, the first of which seals');
    return { id, secret: key(encoded) };
  });
  if (new Set(keys.map(({ id }) => id)).size === keys.length) return keys;
  throw new Error('names a key id twice');
}

export function boolean(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new Error('must be true or false');
}

/** Exactly four decimal parts: programs disagree on shorter forms. */
const isIPv4 = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text);

export const isIp = (text: string) => isIPv4(text) || ipaddr.IPv6.isValid(text);

/** A name that programs read as a number, and so as an address: `0` is every interface. */
const isNumeric = (name: string) => /(^|\.)(\d+|0x[\da-f]*)\.?$/i.test(name);

/** An address or name to listen on. Refuses a blank one: Node would listen on every interface. */
export function host(text: string): string {
  const bare = withoutBrackets(text.trim());
  const isName = /^[a-z\d_]([a-z\d_.-]{0,251}[a-z\d_.])?$/i.test(bare) && !isNumeric(bare);
  if (ipaddr.IPv6.isValid(bare) || (!text.includes('[') && (isIPv4(bare) || isName))) return bare;
  throw new Error('must be an IP address or a host name, without a port');
}

export function sender(text: string) {
  const [, name = '', bracketed] = /^(.*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = parseEmailAddress(bracketed ?? text);
  if (address) return { name: singleLine(name.trim().replace(/^"(.*)"$/, '$1')), address };
  throw new Error('must look like Name <forms@example.com>');
}

export function submitRate(text: string): { form: number; client: number } {
  const [form, client, ...rest] = text.split('/').map((part) => integer(0, 1_000_000)(part.trim()));
  if (form !== undefined && client !== undefined && rest.length === 0) return { form, client };
  throw new Error('must be two numbers, for one form and for one client of an inbox, like 60/20');
}

const hostList = (prefix: RegExp, example: string) => {
  const parse = listOf(
    (entry) => isPublicName(entry.replace(prefix, '')),
    `must be a list of public host names, like ${example}`,
  );
  return (text: string) => parse(text.toLowerCase());
};

/** Host names in lower case; `hostPatterns` takes domains behind `*.` too. */
export const hosts = hostList(/^$/, 'chat.example.com');
export const hostPatterns = hostList(/^\*\./, 'www.example.com or *.example.com');
