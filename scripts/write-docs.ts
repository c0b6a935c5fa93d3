import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedDocs } from './generated-docs.ts';

const root = join(import.meta.dirname, '..');

for (const { path, render } of generatedDocs) {
  const file = join(root, path);
  writeFileSync(file, render(readFileSync(file, { encoding: 'utf8', flag: 'a+' })));
}
