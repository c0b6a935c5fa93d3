import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockOfService, readJson, withoutTools } from './lock-of-service.ts';

/**
 * The bill of materials of the service (CycloneDX, JSON). npm makes it from a lockfile without
 * tools: its own `--omit dev` also removes packages that the service and a tool share.
 */
export function renderBillOfMaterials(): string {
  const folder = mkdtempSync(join(tmpdir(), 'letterslot-sbom-'));
  try {
    const manifest = withoutTools(readJson('package.json') as Record<string, unknown>);
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockOfService()));
    const parameters = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
    return execFileSync('npm', parameters, { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const file = 'letterslot.cdx.json';
  writeFileSync(join(import.meta.dirname, '..', file), renderBillOfMaterials());
  console.log(`wrote ${file}`);
}
