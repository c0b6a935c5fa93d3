import { LIMITS } from '../../contract/limits.ts';
import { hasValidALabels } from '../../platform/text/domain-name.ts';

/** `https://` and a host, without white space, control characters, backslashes or user info. */
const ABSOLUTE_HTTPS = /^https:\/\/[^\s\p{Cc}\\/?#@]+(?:[/?#][^\s\p{Cc}\\]*)?$/iu;

/**
 * An absolute https URL, or undefined. The raw text is judged before it is parsed, because the
 * WHATWG parser repairs what browsers and proxies read differently (THREATS, T31).
 */
export function parseRedirectUrl(raw: string): URL | undefined {
  const text = raw.trim();
  if (text.length > LIMITS.urlCharacters || !ABSOLUTE_HTTPS.test(text)) return undefined;
  const url = URL.parse(text);
  const safe = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return url && safe && url.hostname !== '' && hasValidALabels(url.hostname) ? url : undefined;
}
