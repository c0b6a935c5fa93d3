import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { buildOpenApiDocument } from '../../../src/contract/openapi-document.ts';
import { prepareToolchain } from '../../install/toolchain/prepare.ts';
import { newTempFolder } from '../../support/temp-folder.ts';
import { listOf } from '../../support/list-of.ts';

const OPTIONS =
  '--noEmit --strict --ignoreConfig --skipLibCheck --target esnext --module esnext ' +
  '--moduleResolution bundler --lib esnext,dom,dom.iterable';

/** Client generators, and how they make a client from the document in their working folder. */
const GENERATORS = {
  hey: ['@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey', '--silent'],
  orval: listOf(`
    orval/dist/bin/orval.mjs --input ./openapi.json --output ./orval/api.ts --client fetch
  `),
};

describe('clients that other generators make of the OpenAPI document', () => {
  const folder = newTempFolder('generators');
  const run = (program: string, args: readonly string[]) =>
    promisify(execFile)(process.execPath, [join(folder, 'node_modules', program), ...args], {
      cwd: folder,
    });
  const check = (file: string) => run('typescript/bin/tsc', [...OPTIONS.split(' '), file]);

  before(() => {
    symlinkSync(
      join(prepareToolchain(import.meta.dirname), 'node_modules'),
      join(folder, 'node_modules'),
    );
    const document = buildOpenApiDocument('http://localhost');
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  });

  for (const [name, [program = '', ...args]] of Object.entries(GENERATORS))
    it(`a use of the client that ${name} makes compiles, and a wrong one does not`, async () => {
      await run(program, args);
      const use = `use-${name}.ts`;
      copyFileSync(join(import.meta.dirname, use), join(folder, use));
      await check(use);
      const wrong = readFileSync(join(folder, use), 'utf8').replace(
        'confirm_new_forms',
        'new_forms',
      );
      writeFileSync(join(folder, `wrong-${name}.ts`), wrong);
      await assert.rejects(check(`wrong-${name}.ts`), (error: { stdout: string }) =>
        /error TS2353|error TS2561/.test(error.stdout),
      );
    });
});
