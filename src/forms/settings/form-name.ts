import { LIMITS } from '../../contract/limits.ts';
import { countCodePoints, hasControlOrBidi } from '../../platform/text/clean-text.ts';
import { holdsUrl, isVisible } from '../../platform/text/strangers-words.ts';
import type { SettingRules } from './setting-rules.ts';

/** Whether a name is one line of 1 to 120 characters. */
export function fitsOneLine(name: string): boolean {
  // Counting code points is slow, so clearly too long names are refused first.
  if (name === '' || name.length > LIMITS.aliasCodePoints * 2) return false;
  if (countCodePoints(name) > LIMITS.aliasCodePoints) return false;
  return !hasControlOrBidi(name) && name.isWellFormed();
}

/** Why a name is refused, apart from its length. */
export function faultOfName(name: string): string | undefined {
  if (!isVisible(name)) {
    return 'The name needs at least one visible letter, digit, symbol or emoji, and no characters that show nothing.';
  }
  if (!holdsUrl(name)) return undefined;
  return 'The name must not contain a web address with "://", "//" or "www.". A bare domain such as example.com is fine.';
}

/** The setting `name`, by the rules of the alias. */
export const FORM_NAME: SettingRules<'name'> = {
  judge(text, report) {
    const name = text.trim();
    const fault =
      'It must be 1 to 120 characters without line breaks, control characters or direction signs.';
    report(fitsOneLine(name) ? faultOfName(name) : fault);
  },
  normalise: (text) => text.trim(),
};
