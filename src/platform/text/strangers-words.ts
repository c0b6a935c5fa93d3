/**
 * Marks that could close the quotation marks around a stranger's words. Names like O’Brien need
 * single apostrophes, but two look like one mark; a straight `"` closes nothing.
 */
const QUOTATION = /[[\p{Quotation_Mark}\p{Pi}\p{Pf}❛-❠🙶-🙸ˮ]--["'‘’‛]]|[‘’‛ʻʼʽ]{2,}/v;

const EVERY_QUOTATION = new RegExp(QUOTATION, 'gv');

export const hasQuotationMark = (text: string): boolean => QUOTATION.test(text);

/** A stranger's words, with nothing in them that could close quotation marks around them. */
export const quotable = (text: string): string => text.replace(EVERY_QUOTATION, "'");

export const quote = (text: string): string => `“${quotable(text)}”`;

/** Characters that join parts of domains, addresses and URLs, in every form programs accept; no ellipsis. */
const JOINTS = /(?<=\S)(?:[:@．。｡﹒․：﹕＠﹫]|(?<!\.)\.(?!\.))(?=\S)/gu;

/** Digits that could be dialled: phones turn five or more into a link. */
const NUMBERS = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){4,}/gu;

/** Text in which no domain, address or URL is whole: `example.com` becomes `example[.]com`. */
export const breakLinks = (text: string): string => text.replace(JOINTS, '[$&]');

/**
 * A stranger's words, to be quoted, for a reader who has agreed to nothing yet: no mail program turns
 * a domain, an address or a number in them into a link.
 */
export function inert(text: string): string {
  const numbersApart = text.replace(NUMBERS, (run) => run.replace(/\p{Nd}(?!$)/gu, '$&·'));
  return quotable(breakLinks(numbersApart));
}
