import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { once } from '../../platform/waiting/once.ts';
import { bodiesOf, digestOf, PACKAGE, type Pages } from './assets.ts';
import { etagOf } from './send-body.ts';

/** The package brings its pages along; a checkout makes them when they are first asked for. */
const isBuilt = extname(import.meta.filename) === '.js';
const CACHE = join(PACKAGE, 'node_modules', '.cache', 'letterslot');
const BUILT = join(PACKAGE, 'dist', 'web', 'apps');
const FILE = 'pages.json';

const read = (folder: string) => JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as Pages;

/** The result of an earlier start, if its sources are the same. */
function readCache(): Pages | undefined {
  try {
    const pages = read(CACHE);
    const isFresh = Object.entries(pages.inputs).every(
      ([path, digest]) => digestOf(path) === digest,
    );
    return isFresh ? pages : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the pages as a whole, so that no process reads half of them. */
function store(folder: string, pages: Pages): void {
  const path = join(folder, FILE);
  const draft = `${path}.${randomUUID()}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(draft, JSON.stringify(pages));
  renameSync(draft, path);
}

async function bundle(): Promise<Pages> {
  const { bundlePages } = await import('./bundler/bundle.ts');
  return bundlePages();
}

/** The pages: those of the package, those made before, or new ones. */
export const loadPages = once(async () => {
  if (isBuilt) return read(BUILT);
  const cached = readCache();
  if (cached) return cached;
  const pages = await bundle();
  try {
    store(CACHE, pages);
  } catch {
    // In a folder that cannot be written to, each process makes its own.
  }
  return pages;
});

/** For the package, which brings no bundler along. */
export async function storeBuilt(): Promise<void> {
  store(BUILT, await bundle());
}

/** The files of the script for forms on any website, by their names. */
export const loadFormScript = once(async () => {
  const { formScript } = await loadPages();
  return new Map(
    formScript.map((asset) => {
      const bodies = bodiesOf(asset);
      return [asset.name, { bodies, etag: etagOf(bodies.identity) }];
    }),
  );
});
