/**
 * `https://` and `mailto:`; and `//` or `\\` before a host, if no letter stands before it. A line never ends with the match.
 * `\s` has U+FEFF in it, which shows nothing, and which programs that link leave in an address or take out.
 */
const SCHEMES =
  /(?:mailto:[/\\]*|(?<![a-z\d+-])[a-z\d+-]+:[/\\]{2,}|(?<![\p{L}\p{N}])[/\\]{2,})(?=\ufeff*\S)/giu;

/**
 * Parts of a domain, joined by dots: whatever some program takes for one, so that new top-level domains and other
 * scripts need no list. The ideographic dot also ends sentences, which no Latin letter follows at once. A match begins
 * at a whole part, which keeps the search linear.
 */
const DOTTED =
  /(?<![[\P{P}--[\s\p{Z}\p{Cc}]]\-_\ufeff])[[\P{P}--[\s\p{Z}\p{Cc}]]\-_\ufeff]+(?:(?:[.．﹒․]|[。｡](?=[A-Za-z]))[[\P{P}--[\s\p{Z}\p{Cc}]]\-_\ufeff]+)+/gv;

const DOTS = /[.．﹒․。｡]/gu;

/**
 * A dotted run that some program takes for an address: it begins with `www`, has a part that can be a top-level domain (no
 * digit first, as in `3.50`, and no single letter, as in `e.g`), or three numbers in a row behind another (IPv4).
 */
const ADDRESS =
  /^www[.．﹒․。｡]|[.．﹒․。｡][^\p{Nd}_.．﹒․。｡-][^.．﹒․。｡]|(?:[.．﹒․。｡]\p{Nd}[^.．﹒․。｡]*){3}/iu;

/** It looks around when it has found one, which keeps it linear. */
const AT = /[@＠﹫](?<=\S\ufeff*.)(?=\ufeff*\S)/gu;

/**
 * Text in which no program finds an address to link: `https://example.com` becomes `example[.]com`, and
 * `ada@example.com` becomes `ada[@]example[.]com`. Linear in its length; a line that is not blank stays so.
 */
export const inertText = (text: string): string =>
  text
    .replace(SCHEMES, '')
    .replace(DOTTED, (run) => (ADDRESS.test(run) ? run.replace(DOTS, '[$&]') : run))
    .replace(AT, '[$&]');

/** The same of a file's name. Its ending stays, so that it opens. */
export function inertFileName(name: string): string {
  const at = name.lastIndexOf('.');
  return at > 0 ? inertText(name.slice(0, at)) + name.slice(at) : inertText(name);
}
