import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

type Json = Record<string, unknown>;

interface Lock {
  packages: Record<string, Json>;
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

/** What tests and tools need has no place in what is shipped. */
function withoutTools(manifest: Json): Json {
  const tools = new Set(['devDependencies', 'workspaces']);
  return Object.fromEntries(Object.entries(manifest).filter(([name]) => !tools.has(name)));
}

function lockOfService(): Lock {
  const lock = readJson('package-lock.json') as Lock;
  const packages = Object.entries(lock.packages)
    .filter(
      ([path, { dev, link }]) => path === '' || (path.startsWith('node_modules/') && !dev && !link),
    )
    .map(([path, entry]) => [path, path === '' ? withoutTools(entry) : entry]);
  return { ...lock, packages: Object.fromEntries(packages) };
}

/**
 * The bill of materials of the service (CycloneDX, JSON). npm makes it from a lockfile without tools:
 * its own `--omit dev` also leaves out what the service and a tool share.
 */
export function renderBillOfMaterials(): string {
  const folder = mkdtempSync(join(tmpdir(), 'letterslot-sbom-'));
  try {
    const manifest = withoutTools(readJson('package.json') as Json);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockOfService()));
    const parameters = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
    return execFileSync('npm', parameters, { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
