/**
 * `https://`, `mailto:`, and `//` or `\\` before a host, if no letter precedes it. A line never
 * ends with a match. `\s` includes the invisible U+FEFF, which linking programs treat differently.
 */
const SCHEMES =
  /(?:mailto:[/\\]*|(?<![a-z\d+-])[a-z\d+-]+:[/\\]{2,}|(?<![\p{L}\p{N}])[/\\]{2,})(?=\ufeff*\S)/giu;

/**
 * Labels joined by any dot that a program accepts, so that new domains and scripts need no list.
 * Ideographic dots count only before a Latin letter. Matching whole labels keeps the search linear.
 */
const DOTTED =
  /(?<![[\P{P}--[\s\p{Z}\p{Cc}]]\-_\ufeff])[[\P{P}--[\s\p{Z}\p{Cc}]]\-_\ufeff]+(?:(?:[.．﹒․]|[。｡](?=[A-Za-z]))[[\P{P}--[\s\p{Z}\p{Cc}]]\-_\ufeff]+)+/gv;

const DOTS = /[.．﹒․。｡]/gu;

/**
 * A dotted run that programs may link: it begins with `www`, has a label that can be a top-level
 * domain (unlike `3.50` and `e.g`), or has four numbers in a row (IPv4).
 */
const ADDRESS =
  /^www[.．﹒․。｡]|[.．﹒․。｡][^\p{Nd}_.．﹒․。｡-][^.．﹒․。｡]|(?:[.．﹒․。｡]\p{Nd}[^.．﹒․。｡]*){3}/iu;

/** It looks around when it has found one, which keeps it linear. */
const AT = /[@＠﹫](?<=\S\ufeff*.)(?=\ufeff*\S)/gu;

/**
 * Text without linkable addresses: `https://example.com` becomes `example[.]com`, `ada@example.com`
 * becomes `ada[@]example[.]com`. Linear time; non-blank lines stay non-blank.
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
