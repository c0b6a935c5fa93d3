import { LIMITS } from '../contract/limits.ts';

/**
 * `https://`, a name of LDH labels with an inner dot, an optional port, and a path or query. Both
 * cases are listed, because the flags `iu` take the Kelvin sign for a k and the long s for an s.
 */
const SPELLING =
  /^[Hh][Tt][Tt][Pp][Ss]:\/\/(?:[A-Za-z0-9_-]+\.)+[A-Za-z0-9-]+(?::\d{1,5})?(?:[/?][^\s\p{Cc}\\#]*)?$/u;

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names that are not public: RFC 6761, 7686, 8375, and what networks call their insides by habit. */
const INTERNAL = new Set([
  'local',
  'localhost',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'lan',
  'home',
  'corp',
  'onion',
  'test',
  'invalid',
  'example',
  'arpa',
  'svc',
  'consul',
  'alt',
]);

function isPublicName(host: string): boolean {
  const labels = host.split('.');
  const top = labels.at(-1) ?? '';
  return (
    labels.length >= 2 &&
    host.length <= 253 &&
    labels.every((label) => LABEL.test(label)) &&
    !/^\d+$/.test(top) &&
    !INTERNAL.has(top)
  );
}

/**
 * The URL of a public https receiver, serialised, or undefined. The raw text is judged before the
 * parsed host, because the WHATWG parser turns many spellings into an IP address (THREATS, T34). What
 * the name resolves to is vetted when the connection is made.
 */
export function parseWebhookUrl(raw: string, ownHost: string): string | undefined {
  if (raw.length > LIMITS.urlCharacters || !SPELLING.test(raw)) return undefined;
  const url = URL.parse(raw);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined;
  return isPublicName(url.hostname) && url.hostname !== ownHost ? url.href : undefined;
}
