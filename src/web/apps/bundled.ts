import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** The codings of a body (RFC 9110, 8.4.1), the best one first. */
export const CODINGS = ['br', 'gzip', 'identity'] as const;

/** A body in each coding. */
export type Bodies = Readonly<Record<(typeof CODINGS)[number], Buffer>>;

export async function encodeBody(text: string): Promise<Bodies> {
  const identity = Buffer.from(text);
  return {
    br: await promisify(brotliCompress)(identity),
    gzip: await promisify(gzip)(identity),
    identity,
  };
}

/** The pages that run in the browser; the code of each is in `web/browser/<page>`. */
export const APPS = ['start', 'inbox'] as const;
export type AppName = (typeof APPS)[number];

/** A file for browsers, whose name changes with what is in it; its bodies are Base64. */
export type Asset = Readonly<Record<keyof Bodies | 'name', string>>;

export const bodiesOf = (asset: Asset): Bodies =>
  Object.fromEntries(
    CODINGS.map((coding) => [coding, Buffer.from(asset[coding], 'base64')]),
  ) as Bodies;

/** All that the pages are made of. */
export interface Pages {
  /** The digest of each source, by its path in the package. */
  inputs: Readonly<Record<string, string>>;
  style: Asset;
  /** Of each page its script, and the code that draws the page before its script runs. */
  apps: Readonly<Record<AppName, { script: Asset; first: string }>>;
  /** The script for forms on any website, and what it loads when it is needed. */
  formScript: readonly [script: Asset, ...loaded: Asset[]];
}

/** The folder of package.json. */
export const PACKAGE = dirname(findPackageJSON(import.meta.url) ?? '');

/** The package brings its pages along; a checkout makes them when they are first asked for. */
const isBuilt = extname(import.meta.filename) === '.js';
const CACHE = join(PACKAGE, 'node_modules', '.cache', 'letterslot', 'pages.json');
export const BUILT = join(PACKAGE, 'dist', 'web', 'apps', 'pages.json');

/** The digest of a source; empty if there is none. */
export function digestOf(path: string): string {
  try {
    return createHash('sha256')
      .update(readFileSync(join(PACKAGE, path)))
      .digest('base64url');
  } catch {
    return '';
  }
}

const readPages = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Pages;

/** The pages that a start before made, if their sources are the same. */
function readCache(): Pages | undefined {
  try {
    const pages = readPages(CACHE);
    const isFresh = Object.entries(pages.inputs).every(
      ([path, digest]) => digestOf(path) === digest,
    );
    return isFresh ? pages : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the pages as a whole, so that no process reads half of them. */
export function storePages(path: string, pages: Pages): void {
  const draft = `${path}.${randomUUID()}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(draft, JSON.stringify(pages));
  renameSync(draft, path);
}

/** A task that is done once, when it is first asked for; one that fails is tried again. */
export function once<T>(task: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => {
    done ??= task().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

async function makePages(): Promise<Pages> {
  if (isBuilt) return readPages(BUILT);
  const cached = readCache();
  if (cached) return cached;
  const { bundlePages } = await import('./bundler/bundle.ts');
  const pages = await bundlePages();
  try {
    storePages(CACHE, pages);
  } catch {
    // In a folder that cannot be written to, each process makes its own.
  }
  return pages;
}

/** The pages: those of the package, those made before, or new ones. */
export const loadPages = once(makePages);
