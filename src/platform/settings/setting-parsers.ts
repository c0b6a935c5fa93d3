import ipaddr from 'ipaddr.js';
import { parseEmailAddress } from '../text/email-address.ts';
import type { SealingKey } from '../secrets/keyring.ts';
import { toSingleLine } from '../text/clean-text.ts';
import { isPublicName } from '../text/host-name.ts';

// Each parser throws an Error whose message completes "NAME …" and does not repeat the value.

export function integer(least: number, most: number) {
  return (text: string): number => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new Error(`must be a whole number from ${least} to ${most}`);
  };
}

/** A whole number from 1 to `most`, or `auto`. */
export function autoOrInteger(most: number) {
  const parse = integer(1, most);
  return (text: string): number | 'auto' => {
    if (text === 'auto') return text;
    try {
      return parse(text);
    } catch {
      throw new Error(`must be auto or a whole number from 1 to ${most}`);
    }
  };
}

export function oneOf<const V extends string>(...values: V[]) {
  return (text: string): V => {
    const value = values.find((candidate) => candidate === text);
    if (value !== undefined) return value;
    throw new Error(`must be one of: ${values.join(', ')}`);
  };
}

const singleLine = (text: string) => toSingleLine(text, 200);

export function line(text: string): string {
  const cleaned = singleLine(text);
  if (cleaned !== '') return cleaned;
  throw new Error('must not be blank');
}

/** A mail address, or an https URL. */
export function contact(text: string): string {
  const address = parseEmailAddress(text);
  if (address) return address;
  const url = URL.parse(text);
  const plain = url?.protocol === 'https:' && !url.username && !url.password && !/\s/.test(text);
  if (plain && url.href.length <= 200) return url.href;
  throw new Error('must be a mail address or an https:// URL of at most 200 characters');
}

/** An address that takes a `+` and a token of 38 characters in its local part (RFC 5321, 4.5.3.1.1). */
export function bounceAddress(text: string): string {
  const address = parseEmailAddress(text);
  const local = address?.slice(0, address.lastIndexOf('@')) ?? '';
  if (address && /^[a-z0-9._-]{1,25}$/i.test(local)) return address;
  throw new Error(
    'must be a mail address whose part before the @ has at most 25 letters, digits, dots and hyphens',
  );
}

/** ARNs of SNS topics. */
export function snsTopics(text: string): string[] {
  const list = text.split(',').map((entry) => entry.trim());
  const isTopic = (entry: string) =>
    /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/.test(entry);
  if (list.every(isTopic)) return list;
  throw new Error('must be a list of ARNs like arn:aws:sns:eu-central-1:123456789012:bounces');
}

export function httpUrl(text: string): string {
  const url = URL.parse(text);
  const plain = url && !url.username && !url.password && !/[?#]/.test(text);
  if (plain && /^https?:$/.test(url.protocol)) return url.href.replace(/(?<!\/)\/+$/, '');
  throw new Error('must be an http:// or https:// URL without user, query and fragment');
}

/** A credential or name that goes into a header or a URL as it is. */
export function token(text: string): string {
  if (/^[\x21-\x7e]{1,8192}$/.test(text)) return text;
  throw new Error('must be printable ASCII without spaces');
}

export function cloudflareAccount(text: string): string {
  if (/^[0-9a-f]{32}$/.test(text)) return text;
  throw new Error('must be the 32 hexadecimal digits of an account id');
}

export function awsRegion(text: string): string {
  if (/^[a-z]{2,8}(-[a-z0-9]{1,16}){1,4}$/.test(text)) return text;
  throw new Error('must look like eu-central-1');
}

export function longSecret(text: string): string {
  if (/^[\x21-\x7e]{32,}$/.test(text)) return text;
  throw new Error('must be at least 32 printable ASCII characters without spaces');
}

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

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

export function boolean(text: string): boolean {
  const value = FLAGS.get(text);
  if (value !== undefined) return value;
  throw new Error('must be true or false');
}

/** Exactly four decimal parts: programs disagree on shorter forms. */
const isIPv4 = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text);

const isIp = (text: string) => isIPv4(text) || ipaddr.IPv6.isValid(text);

/** A name that programs read as a number, and so as an address: `0` is every interface. */
const isNumeric = (name: string) => /(^|\.)(\d+|0x[\da-f]*)\.?$/i.test(name);

/** An address or a name to listen on. A blank one is refused: Node would listen on every interface. */
export function host(text: string): string {
  const bare = text.trim().replace(/^\[(.*)\]$/, '$1');
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

export function networks(text: string): string[] {
  const list = text.split(',').map((entry) => entry.trim());
  const isNetwork = (entry: string) =>
    isIp(entry) || (isIp(entry.split('/', 1)[0] ?? '') && ipaddr.isValidCIDR(entry));
  if (list.every(isNetwork)) return list;
  throw new Error('must be a list of IP addresses and CIDR networks');
}

const hostList =
  (prefix: RegExp, example: string) =>
  (text: string): string[] => {
    const list = text.split(',').map((entry) => entry.trim().toLowerCase());
    if (list.every((entry) => isPublicName(entry.replace(prefix, '')))) return list;
    throw new Error(`must be a list of public host names, like ${example}`);
  };

/** Host names in lower case; `hostPatterns` takes domains behind `*.` too. */
export const hosts = hostList(/^$/, 'chat.example.com');
export const hostPatterns = hostList(/^\*\./, 'www.example.com or *.example.com');
