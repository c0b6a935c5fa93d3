const FENCE = /^(```|~~~)[^\n]*\n.*?^\1[^\n]*$/gms;
const CODE = /`[^`\n]*`/g;
const LINK = /\]\(([^()\s]+)\)/g;
const HEADING = /^#{1,6} +(.+)$/gm;

const withoutFences = (markdown: string) => markdown.replaceAll(FENCE, '');

/** The targets of all links and pictures, code left out. */
export function linksOf(markdown: string): string[] {
  const prose = withoutFences(markdown).replaceAll(CODE, '');
  return Array.from(prose.matchAll(LINK), ([, target = '']) => target);
}

/** Text in backticks, without fenced code. */
export function codeOf(markdown: string): string[] {
  return Array.from(withoutFences(markdown).matchAll(CODE), ([code]) => code.slice(1, -1));
}

/** True if a target is a place in the repository rather than on the web. */
export const isRelative = (target: string) => !/^[a-z][a-z+.-]*:/i.test(target);

/** The anchors that GitHub gives headings: a repeated one is numbered. */
export function anchorsOf(markdown: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = Array.from(withoutFences(markdown).matchAll(HEADING), ([, text = '']) => text);
  const anchors = headings.map((heading) => {
    const text = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase();
    const slug = text.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  return new Set(anchors);
}
