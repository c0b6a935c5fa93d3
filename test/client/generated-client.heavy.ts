import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { startService } from '../support/service.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const { resolve } = createRequire(import.meta.url);

it('a client generated from /openapi.json compiles and completes the life of a route', async (test) => {
  const service = await startService(test);
  const generated = join(here, 'generated');
  mkdirSync(generated, { recursive: true });
  writeFileSync(join(generated, 'openapi.json'), (await service.request('/openapi.json')).text);

  const generator = join(resolve('openapi-typescript'), '..', '..', 'bin', 'cli.js');
  const contract = join(generated, 'contract.ts');
  await run(process.execPath, [generator, join(generated, 'openapi.json'), '-o', contract]);
  const compiler = resolve('typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', here]).catch((error) => error);
  assert.equal(stdout, '');

  // Imported dynamically: the contract it imports exists only since the compilation above.
  const { liveThroughRoute } = await import(join(here, 'whole-life.ts'));
  const seen = await liveThroughRoute(service.url, async () => service.verificationToken());
  assert.deepEqual(seen, [
    'pending_verification',
    'human_verification',
    'inbox_not_verified',
    'active',
    'active',
    'test true',
    'used 1',
    'deleted',
    'route_not_found',
  ]);
  assert.equal(service.sink.mails.length, 2);
});
