import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKED_COMMIT, readSourceCommit } from '../src/source-commit.ts';

// What a package is built from, which is told where there is no checkout to ask.
const root = join(import.meta.dirname, '..');
const commit = readSourceCommit(root);
if (commit) writeFileSync(join(root, PACKED_COMMIT), `${commit}\n`);
else console.error('no git checkout: the package will not know its commit');
