import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
/** The workspace with openapi-typescript, and with the TypeScript that it needs. */
const CLIENT = join(ROOT, 'test', 'client');

// The types of the OpenAPI document, which the package has as `letterslot/openapi`.
const { resolve } = createRequire(join(CLIENT, 'package.json'));
const generator = join(resolve('openapi-typescript'), '..', '..', 'bin', 'cli.js');
const parameters = [join(ROOT, 'docs', 'openapi.json'), '-o', join(ROOT, 'dist', 'openapi.d.ts')];
execFileSync(process.execPath, [generator, ...parameters], { cwd: CLIENT, stdio: 'pipe' });
