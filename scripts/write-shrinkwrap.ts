import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockOfService, type Lock } from './lock-of-service.ts';

/**
 * The npm-shrinkwrap.json of the package: the versions that were tested. Without the packages
 * of Node.js itself: from a shrinkwrap npm installs those of every platform.
 */
export function shrinkwrapOfPackage(): Lock {
  const { packages, ...lock } = lockOfService();
  const { '': root = {}, ...others } = packages;
  const { optionalDependencies: _, ...manifest } = root;
  const portable = Object.entries(others).filter(([, { os, cpu }]) => !os && !cpu);
  return { ...lock, packages: { '': manifest, ...Object.fromEntries(portable) } };
}

if (import.meta.main) {
  // npm publishes a lockfile only under this name. It exists only while the package is packed,
  // because npm would read it instead of package-lock.json.
  const file = join(import.meta.dirname, '..', 'npm-shrinkwrap.json');
  writeFileSync(file, `${JSON.stringify(shrinkwrapOfPackage(), undefined, 2)}\n`);
}
