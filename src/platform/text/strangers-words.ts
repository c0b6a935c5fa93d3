import { withoutFittingJoiners } from './clean-text.ts';

/**
 * Marks that could close the quotation marks around a stranger's words. Names like O’Brien need
 * single apostrophes, but two look like one mark; a straight `"` closes nothing.
 */
const QUOTATION = /[[\p{Quotation_Mark}\p{Pi}\p{Pf}❛-❠🙶-🙸ˮ]--["'‘’‛]]|[‘’‛ʻʼʽ]{2,}/gv;

/** A stranger's words, with nothing in them that could close quotation marks around them. */
export const quotable = (text: string): string => text.replace(QUOTATION, "'");

export const quote = (text: string): string => `“${quotable(text)}”`;

/**
 * Characters that join parts of domains, addresses and URLs, in every form that programs accept.
 */
const JOINTS = /(?<=\S)(?:[:@．。｡﹒․：﹕＠﹫]|(?<!\.)\.(?!\.))(?=\S)/gu;

/** Digits that could be dialled: phones turn five or more into a link. */
const NUMBERS = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){4,}/gu;

/** Text in which no domain, address or URL is whole: `example.com` becomes `example[.]com`. */
export const breakLinks = (text: string): string => text.replace(JOINTS, '[$&]');

/**
 * A stranger's words, to be quoted, for a reader who has agreed to nothing yet: no mail program
 * turns a domain, an address or a number in them into a link.
 */
export function inert(text: string): string {
  const numbersApart = text.replace(NUMBERS, (run) => run.replace(/\p{Nd}(?!$)/gu, '$&·'));
  return quotable(breakLinks(numbersApart));
}

/** Invisible characters that belong to a visible one: variation selectors, the tags of a flag. */
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

/** True if a name contains something that reads as a URL; a bare domain does not. */
export function holdsUrl(name: string): boolean {
  const read = (text: string, [sign, meant]: (typeof URL_SIGNS)[number]) =>
    text.replace(sign, meant);
  return URL_BEGIN.test(URL_SIGNS.reduce(read, name.normalize('NFKC')));
}

/** True if a name has a visible sign, and no character that shows nothing. */
export function isVisible(name: string): boolean {
  return VISIBLE.test(name) && !BLANK.test(withoutFittingJoiners(name).replace(NEEDED, ''));
}
