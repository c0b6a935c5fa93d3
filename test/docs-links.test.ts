import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { pagesIn, readContents } from '../site/.vitepress/contents.ts';
import { anchorsOf, codeOf, isRelative, linksOf } from './support/markdown.ts';

const ROOT = join(import.meta.dirname, '..');

const pages = globSync(['*.md', 'docs/**/*.md', 'examples/{*,*/*}.md', '.github/**/*.md'], {
  cwd: ROOT,
});

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** How the pages link what is in the repository but not in the package. */
const OWN_URL = /^https:\/\/github\.com\/letterslot\/letterslot\/(?:blob|tree)\/main\//;

const isOwn = (link: string) => isRelative(link) || OWN_URL.test(link);

/** The file that a link leads to, from the root of the repository. */
function targetOf(page: string, path: string): string {
  if (path === '') return page;
  if (OWN_URL.test(path)) return path.replace(OWN_URL, '');
  return join(dirname(page), decodeURIComponent(path));
}

/** What is wrong with a link on a page, or nothing. */
function faultOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#', 2);
  const target = targetOf(page, path);
  if (!existsSync(join(ROOT, target))) return `${link}: no such file`;
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsOf(read(target)).has(anchor) ? undefined : `${link}: no such heading`;
}

const FOLDERS = /^(?:src|test|docs|deploy|bench|bin|scripts|\.ci|\.github)\//;
const ROOMS =
  /^(?:app|catalogs|cli|consent|contract|delivery|fields|followers|forms|inboxes|install|mail|pages|platform|submissions|watch|web)\//;
const SOURCE_FILE = /^[\w.*-]+\.ts$/;

/** Where a path in backticks may be; nothing for what is no path of this repository. */
function placesOf(code: string): string[] {
  if (!/^[\w.*/{},-]+$/.test(code)) return [];
  if (FOLDERS.test(code)) return [code];
  if (ROOMS.test(code)) return [`src/${code}`, `src/${code}.ts`];
  return SOURCE_FILE.test(code) ? [`{src,test,bench,bin,scripts}/**/${code}`] : [];
}

const isMissing = (code: string) => {
  const places = placesOf(code);
  return places.length > 0 && globSync(places, { cwd: ROOT }).length === 0;
};

describe('paths in the documentation', () => {
  it('paths in backticks are recognized, with and without src', () => {
    assert.deepEqual(
      ['src/app/main.ts', 'app/main', 'web/http', 'main.ts', 'text/html'].filter(isMissing),
      [],
    );
    assert.deepEqual(
      ['src/app/gone.ts', 'app/gone', 'gone.ts'].filter((code) => !isMissing(code)),
      [],
    );
  });

  // Those of an example are of its own site: `test/install/examples.test.ts`.
  for (const page of pages.filter((path) => !path.startsWith('examples/'))) {
    it(`paths in ${page} name files that exist`, () => {
      assert.deepEqual(codeOf(read(page)).filter(isMissing), []);
    });
  }
});

describe('links of the documentation', () => {
  it('the documentation has links', () => {
    const links = pages.flatMap((page) => linksOf(read(page)));
    assert.ok(pages.length > 30 && links.filter(isRelative).length > 50);
  });

  for (const page of pages) {
    it(`the links of ${page} lead somewhere`, () => {
      const links = linksOf(read(page)).filter(isOwn);
      const faults = links.map((link) => faultOf(page, link)).filter((fault) => fault);
      assert.deepEqual(faults, []);
    });
  }

  it('the sidebar of the site has every page of docs once, and the internals are apart', () => {
    const { guides, internals } = readContents(read('docs/README.md'));
    const listed = [...guides.flatMap(({ pages: own }) => own), ...internals].map(({ path }) =>
      join('docs', path),
    );
    const ofApi = pagesIn(read('docs/api.md')).map(({ path }) => join('docs', path));
    assert.deepEqual(
      [...listed, ...ofApi.filter((path) => path.startsWith('docs/api/'))]
        .filter((path) => path.startsWith('docs/'))
        .toSorted(),
      globSync('docs/{*,api/*,reference/*}.md', { cwd: ROOT })
        .filter((path) => path !== 'docs/README.md')
        .toSorted(),
    );
    assert.deepEqual(
      internals.map(({ path }) => path).filter((path) => /^(?:guarantees|performance)/.test(path)),
      ['guarantees.md', 'performance.md'],
    );
  });
});
