import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { exampleForms } from '../../scripts/example-forms.ts';
import { codeOf } from '../support/markdown.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const EXAMPLES = ['html', 'astro', 'nextjs', 'hugo', 'eleventy', 'sveltekit', 'tailwind'];

/** The form is the website's own. */
const OWN_FORM = 'tailwind';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const packagesOf = (path: string) => {
  const { dependencies, devDependencies } = JSON.parse(read(path)) as Manifest;
  return { ...dependencies, ...devDependencies };
};

it('the folder examples has a README that names each of them, and a README and form in each', () => {
  assert.deepEqual(
    globSync('examples/*/', { cwd: ROOT }).toSorted(),
    EXAMPLES.map((name) => `examples/${name}`).toSorted(),
  );
  const forms = exampleForms.map(({ path }) => path);
  for (const name of EXAMPLES) {
    assert.match(read('examples/README.md'), new RegExp(`\\[${name}\\]\\(${name}\\)`));
    assert.ok(existsSync(join(ROOT, 'examples', name, 'README.md')), name);
    assert.ok(
      name === OWN_FORM || forms.some((path) => path.startsWith(`examples/${name}/`)),
      name,
    );
  }
});

for (const name of EXAMPLES)
  it(`the README of the example ${name} names files that exist`, () => {
    const codes = codeOf(read(`examples/${name}/README.md`));
    const files = codes.filter((code) => /^[\w/-]+\.(?!env)[a-z]+$/.test(code));
    assert.ok(files.length > 0);
    for (const file of files) assert.ok(existsSync(join(ROOT, 'examples', name, file)), file);
  });

it('the examples have the versions that they are built and tested with', () => {
  const built = packagesOf('test/install/toolchain/package.json');
  const manifests = globSync('examples/*/package.json', { cwd: ROOT });
  assert.equal(manifests.length, 4);
  for (const path of manifests) {
    for (const [name, version] of Object.entries(packagesOf(path))) {
      assert.equal(version, built[name], `${path}, ${name}`);
    }
  }
});
