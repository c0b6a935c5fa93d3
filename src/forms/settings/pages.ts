import { errorRow } from '../../contract/error-codes.ts';
import { LIMITS } from '../../contract/limits.ts';
import { countCodePoints, hasControlOrBidi } from '../../platform/text/clean-text.ts';
import { holdsUrl, isVisible } from '../../platform/text/strangers-words.ts';
import type { RuleContext, SettingRules } from './setting-rules.ts';
import { parseWebUrl } from './web-url.ts';

const NO_PAGE =
  'It must be an absolute https:// URL, like https://example.com/thanks; http://localhost only ' +
  'where this service runs locally or `origins` lists that origin.';

/** The fault of a URL that visitors are sent to. */
const faultOfPage = (text: string, { localPages }: RuleContext): string | undefined =>
  text === text.trim() && parseWebUrl(text, localPages) ? undefined : NO_PAGE;

/** Characters that browsers accept and a URI does not have (RFC 3986). */
const NOT_IN_URI = /[^\x21-\x7e]|["<>\\^`{|}]/;

/** The URL as a URI; a URI stays as it was sent. */
const toUri = (text: string): string => (NOT_IN_URI.test(text) ? new URL(text).href : text);

export const REDIRECT: SettingRules<'redirect'> = {
  judge: (url, report, context) => report(faultOfPage(url, context)),
  normalise: toUri,
};

/**
 * The fault of a name in mails and pages: it is one visible line of `most` code points, no link.
 */
export function faultOfName(
  name: string,
  most: number = LIMITS.aliasCodePoints,
): string | undefined {
  // Counting code points is slow, so it comes after a bound on the length.
  const isShort = name.length <= most * 2 && countCodePoints(name) <= most;
  if (name === '' || !isShort || hasControlOrBidi(name) || !name.isWellFormed()) {
    return errorRow('invalid_alias').message.replace(`${LIMITS.aliasCodePoints}`, `${most}`);
  }
  if (!isVisible(name)) {
    return 'The name needs at least one visible letter, digit, symbol or emoji, and no characters that show nothing.';
  }
  if (!holdsUrl(name)) return undefined;
  return 'The name must not contain a web address with "://", "//" or "www.". A bare domain such as example.com is fine.';
}

/** The setting `name`, by the rules of the alias. */
export const FORM_NAME: SettingRules<'name'> = {
  judge: (text, report) => report(faultOfName(text.trim())),
  normalise: (text) => text.trim(),
};

export const WEBSITE: SettingRules<'website'> = {
  judge({ name, url }, report, context) {
    report(faultOfName(name), 'name');
    report(faultOfPage(url, context), 'url');
  },
  // One order of members, so that the order sent is no difference.
  normalise: ({ name, url }) => ({ name, url: toUri(url) }),
};
