import { LIMITS } from '../../contract/limits.ts';
import { hasValidALabels } from '../../platform/text/email-address.ts';

/** The origins of the visitor's own machine, like `http://localhost:3000`, that pages may be on. */
export type LocalPages = 'all' | readonly string[];

/** `https://` and a host, without white space, control characters, backslashes or user info. */
const ABSOLUTE_HTTPS = /^https:\/\/[^\s\p{Cc}\\/?#@]+(?:[/?#][^\s\p{Cc}\\]*)?$/iu;

/** A page on the visitor's own machine, for websites that are not published yet. */
const ABSOLUTE_LOCAL =
  /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?#][^\s\p{Cc}\\]*)?$/iu;

/**
 * An absolute https URL, or http on an allowed local origin; else undefined. Checks the raw text,
 * because the WHATWG parser repairs text that browsers and proxies read differently.
 */
export function parseWebUrl(raw: string, localPages: LocalPages = []): URL | undefined {
  const text = raw.trim();
  if (text.length > LIMITS.urlCharacters) return undefined;
  const isLocal = ABSOLUTE_LOCAL.test(text);
  if (!isLocal && !ABSOLUTE_HTTPS.test(text)) return undefined;
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '' || url.hostname === '') return undefined;
  if (isLocal) return localPages === 'all' || localPages.includes(url.origin) ? url : undefined;
  return url.protocol === 'https:' && hasValidALabels(url.hostname) ? url : undefined;
}
