/**
 * Quotation marks, which could close those that mails and pages put around a stranger's words. Names
 * like O’Brien need apostrophes, unless two of them look like one mark; a straight `"` closes nothing.
 */
const QUOTATION = /[[\p{Quotation_Mark}\p{Pi}\p{Pf}❛-❠🙶-🙸ˮ]--["'‘’‛]]|[‘’‛ʻʼʽ]{2,}/v;

const EVERY_QUOTATION = new RegExp(QUOTATION, 'gv');

export const hasQuotationMark = (text: string): boolean => QUOTATION.test(text);

/** A stranger's words, to stand between quotation marks that nothing in them may close. */
export const quotable = (text: string): string => text.replace(EVERY_QUOTATION, "'");

export const quote = (text: string): string => `“${quotable(text)}”`;

/** What joins the parts of domains, addresses and URLs, in all forms that programs know; no ellipsis. */
const JOINTS = /(?<=\S)(?:[:@．。｡﹒․：﹕＠﹫]|(?<!\.)\.(?!\.))(?=\S)/gu;

/** Digits that could be dialled; phones make links of five and more. */
const NUMBERS = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){4,}/gu;

/** Text in which no domain, address or URL is whole: `example.com` becomes `example[.]com`. */
export const breakLinks = (text: string): string => text.replace(JOINTS, '[$&]');

/**
 * A stranger's words, quoted, for a reader who has agreed to nothing: no mail program makes a link of a
 * domain, an address or a number in them.
 */
export function quoteInert(text: string): string {
  const numbersApart = text.replace(NUMBERS, (run) => run.replace(/\p{Nd}(?!$)/gu, '$&·'));
  return quote(breakLinks(numbersApart));
}
