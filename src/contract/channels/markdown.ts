/** What keeps two signs apart and is not seen: U+2060, a word joiner. */
const APART = '\u2060';

/** Signs that Markdown gives a meaning to anywhere in a line. */
const INLINE = /[\\`*_~|[\](){}<>#!]/g;

/** Signs that begin a list, a quotation, a heading or a table; a number with a dot is a list too. */
const AT_BEGIN = /^([ \t]*)([-+=>:]|\d{1,9}(?=[.)]))/gm;

/** A sign that begins the name of somebody, of a channel or of an emoji. */
const MENTION = /[@＠](?=\S)|(?<![\p{L}\p{N}]):(?=[a-z0-9_+-]+:)/giu;

/** A scheme or a name that programs turn into a link by themselves. */
const AUTOLINK = /:\/\/|\bwww\./giu;

/**
 * Text that Markdown shows as it is: no formatting, no mention, no link with another text. Addresses of
 * pages stay readable, and lead nowhere by themselves.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(MENTION, `$&${APART}`)
    .replace(AUTOLINK, (sign) => `${sign.slice(0, -1)}${APART}${sign.slice(-1)}`)
    .replace(INLINE, '\\$&')
    .replace(AT_BEGIN, (_all, indent: string, sign: string) =>
      /\d/.test(sign) ? `${indent}${sign}${APART}` : `${indent}\\${sign}`,
    );
}
