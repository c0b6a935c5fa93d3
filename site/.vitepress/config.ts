import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { Plugin } from 'vite';
import {
  defineConfig,
  type MarkdownEnv,
  type MarkdownOptions,
  type MarkdownRenderer,
  type TransformContext,
} from 'vitepress';
import { accessibleTheme } from './accessible-theme.ts';
import { pagesIn, readContents, slugOf } from './contents.ts';

const ROOT = join(import.meta.dirname, '../..');
const REPOSITORY = 'https://github.com/letterslot/letterslot';

/** Where a deployment serves it; the website of the project is elsewhere. */
const DEPLOYED = '/docs/';
const base = process.env['DOCS_BASE'] ?? DEPLOYED;

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
    globSync('docs/**/*.md', { cwd: ROOT })
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
  // A deployment has its own.
  if (target === 'docs/openapi.json' && base === DEPLOYED) return '/../openapi.json';
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
    for (const [at, token] of tokens.entries()) {
      // The corner of a table is no heading.
      if (token.type === 'th_open' && tokens[at + 1]?.content === '') {
        token.tag = 'td';
        if (tokens[at + 2]) tokens[at + 2].tag = 'td';
      }
    }
    for (const token of tokens.flatMap((each) => [each, ...(each.children ?? [])])) {
      if (token.type === 'link_open') token.attrSet('href', hrefOf(file, token.attrGet('href')));
      if (token.type.startsWith('html_')) {
        token.content = token.content.replace(/(?<=src(?:set)?=")(?![a-z]+:|[./])/g, './');
      }
    }
  });
};

const { guides, internals } = readContents(read('docs/README.md'));

const itemOf = ({ title, path }: { title: string; path: string }) => ({
  text: title,
  link: hrefOf('docs/README.md', path),
});

const titleOf = (path: string) => /^# (.+)$/m.exec(read(path))?.[1] ?? path;

/** The other pages of the API, in the order in which its first page links them. */
const apiPages = pagesIn(read('docs/api.md'))
  .filter(({ path }) => path.startsWith('api/'))
  .map(({ path }) => itemOf({ title: titleOf(`docs/${path}`), path }));

const sidebar = guides.map(({ title, pages }) => ({
  text: title,
  items: pages.map((page) =>
    page.path === 'api.md' ? { ...itemOf(page), collapsed: true, items: apiPages } : itemOf(page),
  ),
}));

const outsideSearch = new Set([
  'docs/README.md',
  ...internals.map(({ path }) => posix.join('docs', path)),
]);

/** Words that people search for, which the text of the page has not. */
const SEARCHED: Readonly<Record<string, string>> = {
  'docs/privacy.md': 'GDPR DSGVO RGPD data protection',
  'docs/form-settings.md': 'rename a form',
};

/** What the search finds: internals would come before the pages that people look for. */
function renderForSearch(text: string, env: MarkdownEnv, md: MarkdownRenderer): string {
  const path = FILES.get(env.relativePath) ?? env.relativePath;
  const rendered = md.render(text, env);
  if (path.startsWith('docs/decisions/') || outsideSearch.has(path)) return '';
  return rendered.replace('</h1>', `</h1><p>${SEARCHED[path] ?? ''}</p>`);
}

/** Scripts within a page become one file, so that a policy can name its origin alone. */
function moveScripts(page: string, _path: string, { siteConfig }: TransformContext): string {
  const inline = /<script id="[\w-]+">(.*?)<\/script>\s*/gs;
  const code = Array.from(page.matchAll(inline), ([, script = '']) => script).join('\n');
  const digest = createHash('sha256').update(code).digest('hex').slice(0, 8);
  const name = `assets/first.${digest}.js`;
  writeFileSync(join(siteConfig.outDir, name), code);
  const element = `<script src="${base}${name}"></script>`;
  return page.replaceAll(inline, '').replace('</head>', `${element}\n  </head>`);
}

/** The pages are outside of this folder, where their packages are. */
const packagesOfSite: Plugin = {
  name: 'packages-of-site',
  enforce: 'pre',
  resolveId(id, importer, options) {
    if (!/^vue(?:\/|$)/.test(id)) return null;
    if (options.ssr) return { id, external: true };
    if (importer?.startsWith(import.meta.dirname)) return null;
    return this.resolve(id, import.meta.filename, { ...options, skipSelf: true });
  },
};

export default defineConfig({
  title: 'Letterslot',
  description: 'One HTTP request turns an email address into a permanent form endpoint.',
  lang: 'en',
  base,
  srcDir: ROOT,
  srcExclude: ['{bench,data,deploy,examples,src,test}/**', 'CODE_OF_CONDUCT.md'],
  rewrites: PAGES,
  outDir: join(ROOT, 'dist/docs'),
  cacheDir: join(import.meta.dirname, 'cache'),
  cleanUrls: true,
  // Switching it off for the change of a theme takes a style sheet within the page.
  appearance: { disableTransition: false },
  metaChunk: true,
  transformHtml: moveScripts,
  // The pages of a service on the reader’s own machine.
  ignoreDeadLinks: 'localhostLinks',
  head: [['meta', { name: 'referrer', content: 'no-referrer' }]],
  markdown: {
    languageAlias: { caddyfile: 'nginx', sieve: 'nginx' },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: asInRepository,
    anchor: { slugify: slugOf },
    toc: { slugify: slugOf },
    headers: { slugify: slugOf },
  },
  vite: { publicDir: false, plugins: [packagesOfSite, accessibleTheme] },
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
        _render: renderForSearch,
      },
    },
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    footer: { message: 'MIT licence. This site sets no cookie and loads nothing from elsewhere.' },
  },
});
