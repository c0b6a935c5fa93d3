import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { countCodePoints, hasControlOrBidi } from '../platform/text/clean-text.ts';
import { hasQuotationMark, holdsUrl, isVisible } from '../platform/text/strangers-words.ts';

function fitsOneLine(alias: string): boolean {
  // Counting code points is slow, so clearly too long names are refused first.
  if (alias === '' || alias.length > LIMITS.aliasCodePoints * 2) return false;
  if (countCodePoints(alias) > LIMITS.aliasCodePoints) return false;
  return !hasControlOrBidi(alias) && alias.isWellFormed();
}

/** What a name is refused for, apart from its length, and the message of the answer. */
const RULES: readonly { breaks: (alias: string) => boolean; message: string }[] = [
  {
    breaks: hasQuotationMark,
    message:
      'The alias must not contain quotation marks, because mails quote it. An apostrophe is fine, ' +
      'and so is a straight ".',
  },
  {
    breaks: (alias) => !isVisible(alias),
    message:
      'The alias needs at least one visible letter, digit, symbol or emoji, and no characters that ' +
      'show nothing.',
  },
  {
    breaks: holdsUrl,
    message:
      'The alias must not contain a web address with "://", "//" or "www.". A bare domain such as ' +
      'example.com is fine.',
  },
];

/**
 * The name of a form, as its requester chose it. It is shown to people who never asked for it, so it
 * is one line, visible, and neither ends its quotation marks nor is a link. Throws `invalid_alias`.
 */
export function parseAlias(value: unknown): string {
  const alias = typeof value === 'string' ? value.trim() : '';
  if (!fitsOneLine(alias)) throw new ServiceError('invalid_alias');
  const broken = RULES.find(({ breaks }) => breaks(alias));
  if (broken) throw new ServiceError('invalid_alias', undefined, { message: broken.message });
  return alias;
}
