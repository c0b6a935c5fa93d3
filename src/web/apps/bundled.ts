import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { once } from '../../platform/waiting/once.ts';

/** The codings of a body (RFC 9110, 8.4.1), the best one first. */
export const CODINGS = ['br', 'gzip', 'identity'] as const;

/** A body in each coding. */
export type Bodies = Readonly<Record<(typeof CODINGS)[number], Buffer>>;

/** Brotli at its best takes six seconds for a megabyte, and half a one for a tenth more octets. */
const LARGE = { size: 500_000, params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };

export async function encodeBody(text: string): Promise<Bodies> {
  const identity = Buffer.from(text);
  const { size, params } = LARGE;
  return {
    br: await promisify(brotliCompress)(identity, identity.length > size ? { params } : {}),
    gzip: await promisify(gzip)(identity),
    identity,
  };
}

/** Of a body in any coding (RFC 9110, 8.8.1). */
export const etagOf = (text: string) =>
  `W/"${createHash('sha256').update(text).digest('base64url')}"`;

/** The pages that run in the browser; the code of each is in `pages/<page>`. */
export const APPS = ['start', 'inbox'] as const;
export type AppName = (typeof APPS)[number];

/** A file for browsers, whose name changes with what is in it; its bodies are Base64. */
export type Asset = Readonly<Record<keyof Bodies | 'name', string>>;

export const bodiesOf = (asset: Asset): Bodies =>
  Object.fromEntries(
    CODINGS.map((coding) => [coding, Buffer.from(asset[coding], 'base64')]),
  ) as Bodies;

/** The digest of each source, by its path in the package. */
type Inputs = Readonly<Record<string, string>>;

/** All that the pages are made of. */
export interface Pages {
  inputs: Inputs;
  style: Asset;
  /** Of each page its script, and the code that draws the page before its script runs. */
  apps: Readonly<Record<AppName, { script: Asset; first: string }>>;
  /** The script for forms on any website, and what it loads when it is needed. */
  formScript: readonly [script: Asset, ...loaded: Asset[]];
}

/** The viewer of the OpenAPI document, which is larger than all pages, and read by few. */
export interface Viewer {
  inputs: Inputs;
  script: Asset;
  style: Asset;
}

/** A page of docs: its heading, and what is below it, as HTML. */
export interface Guide {
  title: string;
  html: string;
}

/** The pages of docs, by their names in paths. */
export interface Guides {
  inputs: Inputs;
  guides: Readonly<Record<string, Guide>>;
  /** Links to all of them, as HTML. */
  contents: string;
}

/** What is made and kept as one file each. */
export interface Bundles {
  pages: Pages;
  viewer: Viewer;
  guides: Guides;
}

/** The folder of package.json. */
export const PACKAGE = dirname(findPackageJSON(import.meta.url) ?? '');

/** The package brings its pages along; a checkout makes them when they are first asked for. */
const isBuilt = extname(import.meta.filename) === '.js';
const CACHE = join(PACKAGE, 'node_modules', '.cache', 'letterslot');
const BUILT = join(PACKAGE, 'dist', 'web', 'apps');

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

const read = <Name extends keyof Bundles>(folder: string, name: Name) =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Bundles[Name];

/** What a start before made, if its sources are the same. */
function readCache<Name extends keyof Bundles>(name: Name): Bundles[Name] | undefined {
  try {
    const bundle = read(CACHE, name);
    const isFresh = Object.entries(bundle.inputs).every(
      ([path, digest]) => digestOf(path) === digest,
    );
    return isFresh ? bundle : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a bundle as a whole, so that no process reads half of it. */
function store<Name extends keyof Bundles>(
  folder: string,
  name: Name,
  bundle: Bundles[Name],
): void {
  const path = join(folder, `${name}.json`);
  const draft = `${path}.${randomUUID()}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(draft, JSON.stringify(bundle));
  renameSync(draft, path);
}

const loadBundler = () => import('./bundler/bundle.ts');

async function load<Name extends keyof Bundles>(name: Name): Promise<Bundles[Name]> {
  if (isBuilt) return read(BUILT, name);
  const cached = readCache(name);
  if (cached) return cached;
  const { BUNDLERS } = await loadBundler();
  const bundle = await BUNDLERS[name]();
  try {
    store(CACHE, name, bundle);
  } catch {
    // In a folder that cannot be written to, each process makes its own.
  }
  return bundle;
}

/** The pages: those of the package, those made before, or new ones. */
export const loadPages = once(() => load('pages'));
export const loadViewer = once(() => load('viewer'));
export const loadGuides = once(() => load('guides'));

/** Apache-2.0 and the licences of its parts want to be where the viewer is. */
const VIEWER_LICENCES = ['LICENSE', 'NOTICE', 'swagger-ui-es-bundle.js.LICENSE.txt'];

/** For the package, which brings no bundler along. */
export async function storeBuilt(): Promise<void> {
  const { BUNDLERS } = await loadBundler();
  store(BUILT, 'pages', await BUNDLERS.pages());
  store(BUILT, 'viewer', await BUNDLERS.viewer());
  store(BUILT, 'guides', await BUNDLERS.guides());
  const viewer = dirname(findPackageJSON('swagger-ui-dist', import.meta.url) ?? '');
  for (const name of VIEWER_LICENCES) {
    copyFileSync(join(viewer, name), join(BUILT, `swagger-ui.${name}`));
  }
}

/** The script for forms on any website: its files by their names, and which of them a page loads. */
export const loadFormScript = once(async () => {
  const { formScript } = await loadPages();
  const [main] = formScript;
  const files = new Map(formScript.map((asset) => [asset.name, bodiesOf(asset)]));
  const content = Buffer.from(main.identity, 'base64');
  return {
    name: main.name,
    /** Subresource Integrity. */
    integrity: `sha384-${createHash('sha384').update(content).digest('base64')}`,
    files,
  };
});
