import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

type Json = Record<string, unknown>;

export interface Lock {
  packages: Record<string, Json>;
}

export const readJson = (name: string): unknown =>
  JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

/** Tests and tools are not shipped. */
export function withoutTools(manifest: Json): Json {
  const tools = new Set(['devDependencies', 'workspaces']);
  return Object.fromEntries(Object.entries(manifest).filter(([name]) => !tools.has(name)));
}

/** True for packages that build the pages, in checkouts: the package contains the pages. */
export function isBundler(path: string): boolean {
  return /^node_modules\/(?:esbuild|@esbuild\/.+)$/.test(path);
}

/** The lockfile with what the service needs at run time and nothing else. */
export function lockOfService(): Lock {
  const lock = readJson('package-lock.json') as Lock;
  const isShipped = (path: string, { dev, link }: Json) =>
    path.startsWith('node_modules/') && !dev && !link && !isBundler(path);
  const packages = Object.entries(lock.packages)
    .filter(([path, entry]) => path === '' || isShipped(path, entry))
    .map(([path, entry]) => [path, path === '' ? withoutTools(entry) : entry]);
  return { ...lock, packages: Object.fromEntries(packages) };
}
