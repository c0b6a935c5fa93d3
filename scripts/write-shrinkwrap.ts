import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shrinkwrapOfPackage } from './lock-of-service.ts';

// npm publishes a lockfile under this name alone. It is there while the package is packed: npm would
// read it instead of package-lock.json.
const file = join(import.meta.dirname, '..', 'npm-shrinkwrap.json');
writeFileSync(file, `${JSON.stringify(shrinkwrapOfPackage(), undefined, 2)}\n`);
