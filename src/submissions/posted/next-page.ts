import { parseWebUrl } from '../../forms/settings/web-url.ts';
import type { LocalPages } from '../../forms/settings/web-url.ts';

/**
 * The target of the field `_next`. Other services allow a path like `/thanks`: it belongs to the
 * first allowed website here. `unknown` if it leads nowhere.
 */
export function findNextPage(
  text: string,
  websites: readonly (string | undefined)[] = [],
  localPages?: LocalPages,
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
