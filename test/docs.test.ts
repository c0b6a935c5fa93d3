import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { generatedDocs } from '../scripts/generated-docs.ts';
import { COMMANDS } from '../src/cli/commands.ts';
import { SETTINGS } from '../src/settings-table.ts';

const root = join(import.meta.dirname, '..');

describe('generated docs', () => {
  for (const { path, render } of generatedDocs) {
    it(`${path} is what the sources say; run "npm run docs" when it is not`, () => {
      const current = readFileSync(join(root, path), 'utf8');
      assert.equal(current, render(current));
    });
  }

  it('say every command', () => {
    const text = readFileSync(join(root, 'docs/operating.md'), 'utf8');
    for (const name of Object.keys(COMMANDS)) assert.ok(text.includes(`letterslot ${name}`), name);
  });

  it('say every setting', () => {
    const text = readFileSync(join(root, 'docs/operating.md'), 'utf8');
    for (const name of Object.keys(SETTINGS)) assert.ok(text.includes(`\`${name}\``), name);
  });
});
