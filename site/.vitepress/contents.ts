/** A part of the documentation, and its pages in their order. */
export interface Part {
  title: string;
  pages: readonly { title: string; path: string }[];
}

const ENTRY = /^- \[([^\]]+)\]\(([^)]+)\)/;

/** The id of a heading, as GitHub makes it. */
export const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');

/** The parts in docs/README.md: its headings, and the first link of each entry below them. */
export function readContents(index: string): Part[] {
  const [, ...parts] = index.split(/^## /m);
  return parts.map((part) => {
    const [title = ''] = part.split('\n', 1);
    const pages = part.split('\n').flatMap((line) => {
      const [, name, path] = ENTRY.exec(line) ?? [];
      return name && path ? [{ title: name, path }] : [];
    });
    return { title, pages };
  });
}
