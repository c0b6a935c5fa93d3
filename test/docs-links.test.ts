import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { anchorsOf, isRelative, linksOf } from './support/markdown.ts';

const ROOT = join(import.meta.dirname, '..');

const pages = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: ROOT });

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** What is wrong with a link on a page, or nothing. */
function faultOf(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#', 2);
  const target = path === '' ? page : join(dirname(page), decodeURIComponent(path));
  if (!existsSync(join(ROOT, target))) return `${link}: no such file`;
  if (anchor === undefined || !target.endsWith('.md')) return undefined;
  return anchorsOf(read(target)).has(anchor) ? undefined : `${link}: no such heading`;
}

describe('links of the documentation', () => {
  it('are found', () => {
    const links = pages.flatMap((page) => linksOf(read(page)));
    assert.ok(pages.length > 30 && links.filter(isRelative).length > 50);
  });

  for (const page of pages) {
    it(`lead somewhere: ${page}`, () => {
      const links = linksOf(read(page)).filter(isRelative);
      const faults = links.map((link) => faultOf(page, link)).filter((fault) => fault);
      assert.deepEqual(faults, []);
    });
  }

  it('reach every page of docs from its index', () => {
    const linked = new Set(linksOf(read('docs/README.md')).map((link) => join('docs', link)));
    const own = globSync('docs/*.md', { cwd: ROOT }).filter((path) => path !== 'docs/README.md');
    assert.deepEqual(
      own.filter((path) => !linked.has(path)),
      [],
    );
  });
});
