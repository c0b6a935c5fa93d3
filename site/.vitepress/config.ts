import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig, type MarkdownOptions } from 'vitepress';
import { readContents, slugOf } from './contents.ts';

const ROOT = join(import.meta.dirname, '../..');
const REPOSITORY = 'https://github.com/letterslot/letterslot';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };

/** The pages of the site by the files that they are: nothing is copied. */
const PAGES: Readonly<Record<string, string>> = {
  'site/index.md': 'index.md',
  'README.md': 'start.md',
  'docs/README.md': 'overview.md',
  'ARCHITECTURE.md': 'architecture.md',
  'CONTRIBUTING.md': 'contributing.md',
  'CHANGELOG.md': 'changelog.md',
  'SECURITY.md': 'security.md',
  ...Object.fromEntries(
    globSync(['docs/{*,reference/*,decisions/*}.md'], { cwd: ROOT })
      .filter((path) => path !== 'docs/README.md')
      .map((path) => [path, path.slice('docs/'.length)]),
  ),
};

const IS_ELSEWHERE = /^(?:[a-z]+:|#|\/)/i;
const OWN_URL = new RegExp(`^${REPOSITORY}/(?:blob|tree)/main/`);

/** Where a link leads: a page of the site, or the file in the repository. */
function hrefOf(file: string, link: string): string {
  const own = link.replace(OWN_URL, '/');
  if (IS_ELSEWHERE.test(link) && own === link) return link;
  const [path = '', anchor] = own.split('#', 2);
  const target = path.startsWith('/') ? path.slice(1) : posix.join(dirname(file), path);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const page = PAGES[target];
  return page === undefined ? `${REPOSITORY}/blob/main/${target}${hash}` : `/${page}${hash}`;
}

const FILES = new Map(Object.entries(PAGES).map(([file, page]) => [page, file]));

/** Links and pictures of the pages are those of the repository, and braces are no code of Vue. */
const asInRepository: MarkdownOptions['config'] = (md) => {
  const escape = (text: string) => md.utils.escapeHtml(text).replaceAll('{', '&#123;');
  md.renderer.rules.text = (tokens, at) => escape(tokens[at]?.content ?? '');
  md.renderer.rules.code_inline = (tokens, at) =>
    `<code>${escape(tokens[at]?.content ?? '')}</code>`;
  md.core.ruler.push('own-links', ({ tokens, env }) => {
    const file = FILES.get(env.relativePath) ?? env.relativePath;
    for (const token of tokens.flatMap((each) => [each, ...(each.children ?? [])])) {
      if (token.type === 'link_open') token.attrSet('href', hrefOf(file, token.attrGet('href')));
      if (token.type.startsWith('html_')) {
        token.content = token.content.replace(/(?<=src(?:set)?=")(?![a-z]+:|[./])/g, './');
      }
    }
  });
};

const titleOf = (path: string) => /^# (.+)$/m.exec(read(path))?.[1] ?? path;

const decisions = Object.keys(PAGES)
  .filter((path) => path.startsWith('docs/decisions/'))
  .toSorted()
  .map((path) => ({ text: titleOf(path), link: hrefOf('', path) }));

const sidebar = readContents(read('docs/README.md')).map(({ title, pages }) => ({
  text: title,
  items: pages.map(({ title: text, path }) =>
    path === 'decisions'
      ? { text, collapsed: true, items: decisions }
      : { text, link: hrefOf('docs/README.md', path) },
  ),
}));

/** The pages are outside of this folder, where their packages are. */
const packagesOfSite: Plugin = {
  name: 'packages-of-site',
  enforce: 'pre',
  resolveId(id, importer, options) {
    if (!/^vue(?:\/|$)/.test(id) || importer?.startsWith(import.meta.dirname)) return null;
    return this.resolve(id, import.meta.filename, { ...options, skipSelf: true });
  },
};

export default defineConfig({
  title: 'Letterslot',
  description: 'One HTTP request turns an email address into a permanent form endpoint.',
  lang: 'en',
  base: '/letterslot/',
  srcDir: ROOT,
  srcExclude: ['{bench,data,deploy,examples,src,test}/**', 'CODE_OF_CONDUCT.md'],
  rewrites: PAGES,
  outDir: join(import.meta.dirname, 'dist'),
  cacheDir: join(import.meta.dirname, 'cache'),
  cleanUrls: true,
  // The pages of a service on the reader’s own machine.
  ignoreDeadLinks: 'localhostLinks',
  head: [['meta', { name: 'referrer', content: 'no-referrer' }]],
  markdown: {
    languageAlias: { caddyfile: 'nginx' },
    config: asInRepository,
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    headers: { slugify: slugOf },
  },
  vite: { publicDir: false, plugins: [packagesOfSite] },
  themeConfig: {
    nav: [
      { text: 'Docs', link: '/overview' },
      { text: 'API', link: '/api' },
      {
        text: version.replace(/\.\d+$/, ''),
        items: [
          { text: 'What is new', link: '/changelog' },
          { text: 'Other versions', link: `${REPOSITORY}/tags` },
        ],
      },
    ],
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        // Search skips decisions: they would come before the pages that people look for.
        _render: (text, env, md) =>
          env.relativePath.includes('decisions/') ? '' : md.render(text, env),
      },
    },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    footer: { message: 'MIT licence. This site sets no cookie and loads nothing from elsewhere.' },
  },
});
