import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import {
  countCodePoints,
  hasControlOrBidi,
  withoutFittingJoiners,
} from '../../platform/text/clean-text.ts';
import { hasQuotationMark } from '../../platform/text/strangers-words.ts';

/** Invisible characters that belong to a visible neighbour: variation selectors, the tags of a flag. */
const NEEDED =
  /(?<=[\p{L}\p{N}\p{S}\p{P}[\p{M}--\p{VS}]])\p{VS}|(?<=🏴)[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}/gv;

/** Characters that show nothing: ignorable by definition, or blank in every font. */
const BLANK = /[\p{DI}\u2800\ufff9-\ufffb\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;

const VISIBLE = /[\p{L}\p{N}\p{S}\p{ExtPict}\u20e3]/u;

/** Characters that people and some programs read as part of a URL. */
const URL_SIGNS: readonly [RegExp, string][] = [
  [/\p{DI}/gu, ''],
  [/[∕⁄⧸╱⟋\\]/gu, '/'],
  [/⫽/gu, '//'],
  [/[꞉∶ː׃]/gu, ':'],
  [/。/gu, '.'],
];

const URL_BEGIN = /:\/\/|\/\/[\p{L}\p{N}[]|(?<![\p{L}\p{N}])www\./iu;

function holdsUrl(alias: string): boolean {
  const read = (text: string, [sign, meant]: (typeof URL_SIGNS)[number]) =>
    text.replace(sign, meant);
  return URL_BEGIN.test(URL_SIGNS.reduce(read, alias.normalize('NFKC')));
}

function fitsOneLine(alias: string): boolean {
  // Counting code points is slow, so clearly too long names are refused first.
  if (alias === '' || alias.length > LIMITS.aliasCodePoints * 2) return false;
  if (countCodePoints(alias) > LIMITS.aliasCodePoints) return false;
  return !hasControlOrBidi(alias) && alias.isWellFormed();
}

function isVisible(alias: string): boolean {
  return VISIBLE.test(alias) && !BLANK.test(withoutFittingJoiners(alias).replace(NEEDED, ''));
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
