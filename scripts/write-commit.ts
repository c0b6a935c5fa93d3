import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCommit, PACKED_COMMIT, readSourceCommit } from '../src/app/source-commit.ts';

// The commit that a package is built from; sources without a checkout get it from SOURCE_COMMIT.
const root = join(import.meta.dirname, '..');
const { SOURCE_COMMIT: given } = process.env;
if (given && !isCommit(given)) throw new Error('SOURCE_COMMIT must be a whole commit id');
const commit = given || readSourceCommit(root);
if (commit) writeFileSync(join(root, PACKED_COMMIT), `${commit}\n`);
else console.error('no git checkout and no SOURCE_COMMIT: the package will not know its commit');
