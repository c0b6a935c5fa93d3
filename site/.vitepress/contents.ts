/** A part of the documentation, and its pages in their order. */
export interface Part {
  title: string;
  pages: readonly { title: string; path: string }[];
}

const LINK = /\[([^\]]+)\]\(([^)#]+\.md)(?:#[^)]*)?\)/g;

/** The part of docs/README.md that is for who changes the service. */
const INTERNALS = 'Internals';

/** The id of a heading, as GitHub makes it. */
export const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');

/** The pages that a text links, each once. */
export function pagesIn(text: string): Part['pages'] {
  const links = Array.from(text.matchAll(LINK), ([, title = '', path = '']) => ({ title, path }));
  return Array.from(Map.groupBy(links, ({ path }) => path).values(), ([first]) => first!);
}

/** The parts in docs/README.md: its headings, and the pages that the entries below them link. */
export function readContents(index: string): { guides: Part[]; internals: Part['pages'] } {
  const [, ...texts] = index.split(/^## /m);
  const parts = texts.map((text) => ({
    title: text.split('\n', 1)[0] ?? '',
    pages: pagesIn(text),
  }));
  return {
    guides: parts.filter(({ title }) => title !== INTERNALS),
    internals: parts.find(({ title }) => title === INTERNALS)?.pages ?? [],
  };
}
