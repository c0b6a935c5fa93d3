import { parseWebUrl } from '../../forms/settings/web-url.ts';
import type { LocalPages } from '../../forms/settings/web-url.ts';

/**
 * Where the field `_next` leads, in which other services allow a path like `/thanks`: there it is on the first of these
 * websites that may be led to. `unknown` if it leads nowhere.
 */
export function findNextPage(
  text: string,
  {
    websites = [],
    localPages,
  }: { websites?: readonly (string | undefined)[]; localPages?: LocalPages },
): URL | 'unknown' {
  const path = text.trim();
  const places = /^\/(?![/\\])/.test(path)
    ? websites.map((website) => URL.parse(path, website)?.href)
    : [path];
  for (const place of places) {
    const url = place && parseWebUrl(place, localPages);
    if (url) return url;
  }
  return 'unknown';
}
