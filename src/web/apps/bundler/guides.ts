import { globSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../../platform/text/html.ts';
import { PACKAGE, type Guide } from '../bundled.ts';
import { readContents, slugOf } from './contents.ts';

/** The files of the repository, for what is no page of docs. */
const SOURCE = 'https://github.com/letterslot/letterslot/blob/main';

const DOCS = join(PACKAGE, 'docs');
const INDEX = 'README.md';
const IMAGE_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** The only elements that pages write as HTML. */
const ELEMENT = /^<(?:img|source|picture|\/picture)\b[^<>]*>$/;

const nameOf = (file: string) => (file === INDEX ? 'overview' : basename(file, '.md'));

/** Where a link of a page of docs leads, from /docs/<page>. */
function hrefOf(link: string, pages: ReadonlySet<string>): string {
  if (/^(?:[a-z]+:|#)/i.test(link)) return link;
  const [path = '', anchor] = link.split('#', 2);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (pages.has(path)) return `${nameOf(path)}${hash}`;
  if (path === 'openapi.json') return `../${path}`;
  return URL.parse(path, `${SOURCE}/docs/`)?.href + hash;
}

/** A picture as part of the page: behind a path prefix, and in the package, there is no other file. */
function pictureOf(path: string): string {
  const image = readFileSync(join(DOCS, path)).toString('base64');
  return `data:${IMAGE_TYPES[extname(path)]};base64,${image}`;
}

const plainText = (tokens: Tokens.Generic[]): string =>
  tokens.map((token) => (token.tokens ? plainText(token.tokens) : (token['text'] ?? ''))).join('');

/** Renders one page; `pages` are the files of all. */
function render(markdown: string, pages: ReadonlySet<string>): { title: string; html: string } {
  const slugs = new Map<string, number>();
  let title = '';
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ depth, tokens }) {
        const text = plainText(tokens);
        if (depth === 1) {
          title = text;
          return '';
        }
        const slug = slugOf(text);
        const count = slugs.get(slug) ?? 0;
        slugs.set(slug, count + 1);
        const id = escapeHtml(count === 0 ? slug : `${slug}-${count}`);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(hrefOf(href, pages))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image: ({ href, text }) => `<img src="${pictureOf(href)}" alt="${escapeHtml(text)}">`,
      html({ text }) {
        if (text.startsWith('<!--')) return '';
        if (!ELEMENT.test(text.trim())) return escapeHtml(text);
        return text.replace(/(?<=src(?:set)?=")[^"]+/, (path) => pictureOf(path));
      },
    },
  });
  // What is wider than the page scrolls by itself, with the keyboard too.
  const html = marked
    .parse(markdown, { async: false })
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll(
      '<table>',
      '<div class="table" tabindex="0" role="group" aria-label="Table"><table>',
    )
    .replaceAll('</table>', '</table></div>');
  return { title, html };
}

/** Paths of everything that the pages are made of. */
export const guideInputs = () =>
  globSync(['docs/*.md', 'docs/images/*', 'src/web/apps/bundler/{guides,contents}.ts'], {
    cwd: PACKAGE,
  });

/** The pages of docs as HTML, with what they have in common: the list of all. */
export function renderGuides(): { guides: Record<string, Guide>; contents: string } {
  const files = globSync('*.md', { cwd: DOCS });
  const pages = new Set(files);
  const read = (file: string) => readFileSync(join(DOCS, file), 'utf8');
  const guides = files.map((file) => [nameOf(file), render(read(file), pages)] as const);
  const contents = (pages.has(INDEX) ? readContents(read(INDEX)) : []).map((part) => {
    const links = part.pages.map(
      ({ title, path }) =>
        `<li><a href="${escapeHtml(hrefOf(path, pages))}">${escapeHtml(title)}</a></li>`,
    );
    return `<h2>${escapeHtml(part.title)}</h2><ul>${links.join('')}</ul>`;
  });
  return { guides: Object.fromEntries(guides), contents: contents.join('') };
}
