import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { listGuarantees, readGuarantees } from '../scripts/guarantees.ts';
import { generatedDocs } from '../scripts/write-docs.ts';
import { COMMANDS } from '../src/app/commands.ts';
import { FRAMEWORK_IDS } from '../src/contract/enums.ts';
import { LANGUAGES } from '../src/catalogs/languages.ts';
import { SETTINGS } from '../src/platform/settings/settings-table.ts';
import { codeOf } from './support/markdown.ts';

const root = join(import.meta.dirname, '..');

describe('the guarantees', () => {
  it('a guarantee has the words of its test, and no guarantee marks a test that may not run', () => {
    const read = (test: string, mark = 'A form') =>
      readGuarantees('a.test.ts', `  // Guarantee: ${mark}\n  ${test}`).map(({ words }) => words);
    assert.deepEqual(read("it('a form’s name', () => {"), ['a form’s name']);
    assert.deepEqual(read("it(\n    'a form', () => {"), ['a form']);
    assert.deepEqual(read('it(`a ${kind} form`, () => {', 'A form\n  // all forms'), ['all forms']);
    for (const test of [
      "it.skip('a form', () => {",
      "it('a form', { skip: true }, () => {",
      'a();',
    ])
      assert.throws(() => read(test), /marks no test that runs/);
    assert.throws(() => read("it('a form', () => {", 'A house'), /no heading/);
    assert.throws(() => read('it(`a ${kind} form`, () => {'), /gaps/);
  });

  it('there are guarantees below every heading', () => {
    const sections = listGuarantees().split(/^## /m).slice(1);
    assert.ok(sections.every((section) => section.split('\n- ').length > 3));
    assert.ok(listGuarantees().split('\n- ').length > 60);
  });

  it('the table of faults names tests that exist, and every test of a fault', () => {
    const text = readFileSync(join(root, 'test/faults/README.md'), 'utf8');
    const named = codeOf(text).filter((code) => code.endsWith('.ts'));
    assert.deepEqual(
      named.filter((path) => !existsSync(join(root, path))),
      [],
    );
    const tests = globSync('test/faults/*.{test,heavy,timed}.ts', { cwd: root });
    assert.deepEqual(
      tests.filter((path) => !named.includes(path)),
      [],
    );
  });
});

describe('generated docs', () => {
  for (const { path, render } of generatedDocs) {
    it(`${path} matches the sources; run "npm run docs" when it does not`, () => {
      const current = readFileSync(join(root, path), 'utf8');
      assert.equal(current, render(current));
    });
  }

  it('the pages of commands name every command', () => {
    const pages = ['docs/reference/commands.md', 'docs/reference/form-commands.md'];
    const text = pages.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
    for (const name of Object.keys(COMMANDS)) assert.ok(text.includes(`letterslot ${name}`), name);
  });

  it('the page of settings names every setting', () => {
    const text = readFileSync(join(root, 'docs/reference/settings.md'), 'utf8');
    for (const name of Object.keys(SETTINGS)) assert.ok(text.includes(`\`${name}\``), name);
  });
});

describe('a decision record', () => {
  it('a decision record has a number of its own', () => {
    const names = globSync('docs/decisions/*.md', { cwd: root });
    const numbers = names.map((path) => Number(path.match(/(\d{4})-/)?.[1]));
    assert.equal(new Set(numbers).size, numbers.length);
  });

  it('every decision record that a comment or a page names exists', () => {
    const named = globSync(['src/**/*.{ts,tsx}', '*.md', 'docs/{*,reference/*}.md'], {
      cwd: root,
    }).flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const found = text.matchAll(/\bADR (\d+)|docs\/decisions\/0*(\d+)/g);
      return Array.from(found, ([, short = '', long = '']) => (short || long).padStart(4, '0'));
    });
    assert.ok(named.length > 30);
    assert.deepEqual(
      named.filter(
        (number) => globSync(`docs/decisions/${number}-*.md`, { cwd: root }).length !== 1,
      ),
      [],
    );
  });

  for (const path of globSync('docs/decisions/*.md', { cwd: root })) {
    it(`the record ${path} has a date, a status, and says in at most 250 words what, why and what was not taken`, () => {
      const text = readFileSync(join(root, path), 'utf8');
      const number = Number(path.match(/(\d{4})-/)?.[1]);
      assert.match(text, /^# \d+\. [^\n]+\n\nDate: \d{4}-\d\d-\d\d\. Status: [^\n]+\.\n\n## /);
      assert.ok(text.startsWith(`# ${number}. `), `the title begins with ${number}`);
      const headings = Array.from(text.matchAll(/^## (.+)/gm), ([, words]) => words);
      assert.deepEqual(headings, ['Decided', 'Why', 'Not taken']);
      assert.ok(text.trim().split(/\s+/).length <= 250, 'at most 250 words');
    });
  }
});

describe('the README', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8');

  it('the README names every framework', () => {
    for (const id of FRAMEWORK_IDS) assert.ok(text.includes(`\`${id}\``), id);
  });

  it('the README names every language', () => {
    const names = new Intl.DisplayNames('en', { type: 'language' });
    for (const language of LANGUAGES) assert.ok(text.includes(names.of(language) ?? ''), language);
  });
});

describe('the changelog', () => {
  it('the changelog has a section for the version of the package, with its date once it is released', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    const releases = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').match(/^## \d.*$/gm) ?? [];
    assert.match(releases[0] ?? '', /^## \d+\.\d+\.\d+ - (?:\d{4}-\d\d-\d\d|unreleased)$/);
    assert.ok(releases[0]?.startsWith(`## ${version} `), releases[0]);
  });
});
