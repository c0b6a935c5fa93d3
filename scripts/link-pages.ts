import { posix } from 'node:path';
import { headingId } from '../src/platform/text/heading-id.ts';

/** A page of the reference, by its path below `docs`. */
export interface ApiPage {
  path: string;
  text: string;
}

/** Leads links of headings to the page that has them, and links of pages from its folder. */
export function linkPages(pages: readonly ApiPage[]): ApiPage[] {
  const anchors = pages.map(({ path, text }) => ({
    path,
    own: new Set(
      Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => headingId(heading)),
    ),
  }));
  return pages.map(({ path: from, text }) => {
    const pathTo = (to: string) => posix.relative(posix.dirname(from), to);
    const linked = text.replaceAll(
      /\]\((?!https:)([\w./-]*)(#[\w-]+)?\)/g,
      (_, to: string, hash = '') => {
        if (to !== '') return `](${pathTo(to)}${hash})`;
        const [page] = anchors
          .filter(({ own }) => own.has(hash.slice(1)))
          .toSorted((one, other) => Number(other.path === from) - Number(one.path === from));
        if (!page) throw new Error(`no heading has the anchor ${hash}`);
        return page.path === from ? `](${hash})` : `](${pathTo(page.path)}${hash})`;
      },
    );
    return { path: from, text: linked };
  });
}
