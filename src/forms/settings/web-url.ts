import { LIMITS } from '../../contract/limits.ts';
import { hasValidALabels } from '../../platform/text/email-address.ts';
import type { Fault } from './schema-faults.ts';

/** `https://` and a host, without white space, control characters, backslashes or user info. */
const ABSOLUTE_HTTPS = /^https:\/\/[^\s\p{Cc}\\/?#@]+(?:[/?#][^\s\p{Cc}\\]*)?$/iu;

/** The same on this machine, where a website is built before it is published. */
const ABSOLUTE_LOCAL =
  /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?#][^\s\p{Cc}\\]*)?$/iu;

/** Whether a page of this local origin, like `http://localhost:3000`, may be linked to. */
export type AllowsLocal = (origin: string) => boolean;

const allowsNone: AllowsLocal = () => false;

/**
 * An absolute https URL, or http on an allowed local origin; else undefined. The raw text is checked
 * before parsing, because the WHATWG parser repairs text that browsers and proxies read differently.
 */
export function parseWebUrl(raw: string, allowsLocal = allowsNone): URL | undefined {
  const text = raw.trim();
  if (text.length > LIMITS.urlCharacters) return undefined;
  const isLocal = ABSOLUTE_LOCAL.test(text);
  if (!isLocal && !ABSOLUTE_HTTPS.test(text)) return undefined;
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '' || url.hostname === '') return undefined;
  if (isLocal) return allowsLocal(url.origin) ? url : undefined;
  return url.protocol === 'https:' && hasValidALabels(url.hostname) ? url : undefined;
}

/** Faults of the URL of a page that visitors are sent to. */
export function* faultsOfPage(
  text: string,
  path: string,
  { allowsLocal }: { allowsLocal: AllowsLocal },
): Generator<Fault> {
  if (text === text.trim() && parseWebUrl(text, allowsLocal)) return;
  yield {
    path,
    message:
      'It must be an absolute https:// URL, like https://example.com/thanks; http://localhost only ' +
      'where this service runs locally or `origins` lists that origin.',
  };
}

/** Characters that a URI does not have (RFC 3986), though browsers take them. */
const NOT_IN_URI = /[^\x21-\x7e]|["<>\\^`{|}]/;

/** The URL as a URI; one that is a URI already stays as it was sent. */
export const toUri = (text: string): string => (NOT_IN_URI.test(text) ? new URL(text).href : text);
