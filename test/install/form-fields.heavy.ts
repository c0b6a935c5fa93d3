import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { format } from 'prettier';
import type { FormField } from '../../src/contract/form-field.ts';
import { FRAMEWORK_IDS, type FrameworkId } from '../../src/contract/enums.ts';
import { Links } from '../../src/platform/links.ts';
import { newFormId, type Route } from '../../src/forms/route.ts';
import { buildRouteArtifact } from '../../src/install/install-artifact.ts';
import { expectAccessible, startBrowser } from '../support/browser.ts';
import { wrapInPage } from './plain-page.ts';
import { controlsOf, EVERY_TYPE, expectedControl, HOSTILE_FIELDS } from './rich-form.ts';

const links = new Links(() => 'https://forms.example.com');

/** The form code of a route that declares these fields. */
function codeFor(framework: FrameworkId, fields: readonly FormField[]) {
  const route = {
    formId: newFormId(),
    status: 'active',
    language: 'en',
    settings: { fields },
  } as Route;
  return buildRouteArtifact({ framework }, route, links, 5_242_880).files;
}

const firstFile = (framework: FrameworkId, fields: readonly FormField[]): string =>
  codeFor(framework, fields)[0]?.content ?? '';

/** The markup of each framework whose attributes are those of HTML, for a browser to read. */
const MARKUP: Partial<Record<FrameworkId, (fields: readonly FormField[]) => string>> = {
  html: (fields) => firstFile('html', fields).replace(/<script type="module">[^]*/, ''),
  js: (fields) => codeFor('js', fields)[1]?.content ?? '',
  // Vue writes ids as expressions, which a browser would take for attributes of other names.
  vue: (fields) =>
    (/<form[^]*<\/form>/.exec(firstFile('vue', fields))?.[0] ?? '').replaceAll(
      / :(id|for|aria-describedby)="id \+ '([^']+)'"/g,
      ' $1="$2"',
    ),
};

/** How prettier reads the first file of each framework that it knows. */
const PARSERS: Partial<Record<FrameworkId, string>> = {
  html: 'html',
  js: 'babel',
  react: 'typescript',
  nextjs: 'typescript',
  vue: 'vue',
};

const FORMAT = {
  singleQuote: true,
  printWidth: 100,
  embeddedLanguageFormatting: 'off',
} as const;

const FILES: readonly FormField[] = [
  { name: 'name', label: 'Name', required: true },
  { name: 'photos', label: 'Photos & more', type: 'file', multiple: true, required: true },
  { name: 'cv', type: 'file' },
];

const LISTS = { 'every type': EVERY_TYPE, 'hostile words': HOSTILE_FIELDS };

const browser = await startBrowser({ after });

for (const [framework, markupOf] of Object.entries(MARKUP)) {
  for (const [kind, fields] of Object.entries(LISTS))
    it(`the form code for ${framework} has exactly the declared fields, with ${kind}`, async () => {
      const { page, problems } = await browser.visit();
      await page.setContent(wrapInPage(markupOf(fields)));
      assert.deepEqual(await controlsOf(page), fields.map(expectedControl));
      assert.equal(await page.evaluate('window.broken'), undefined);
      assert.equal(await page.getByRole('button', { name: 'Send' }).count(), 1);
      assert.deepEqual(problems, []);
    });
}

for (const [kind, fields] of Object.entries(LISTS))
  it(`every field has an element for its error and ids of its own, with ${kind}`, async () => {
    const { page } = await browser.visit();
    await page.setContent(wrapInPage(MARKUP.html?.(fields) ?? ''));
    const ids: string[] = await page.evaluate(
      "[...document.querySelectorAll('[id]')].map(({ id }) => id)",
    );
    assert.equal(new Set(ids).size, ids.length);
    const places: unknown[] =
      await page.evaluate(`[...document.querySelectorAll('form [name]:not([type=hidden])')]
        .filter(({ name }) => name !== '_gotcha')
        .map((control) => document.getElementById(
          control.closest('[aria-describedby]')?.getAttribute('aria-describedby'),
        )?.dataset.error === control.getAttribute('name'))`);
    assert.deepEqual(new Set(places), new Set([true]));
    if (kind === 'every type') await expectAccessible(page);
  });

it('the form code for html has nothing that Liquid, Hugo or Jinja take for their own', () => {
  for (const fields of Object.values(LISTS)) {
    assert.doesNotMatch(firstFile('html', fields), /\{[{%#]/);
  }
});

for (const [framework, parser] of Object.entries(PARSERS))
  it(`the form code for ${framework} is written as its formatter writes it, and hostile words are no syntax`, async () => {
    const options = { ...FORMAT, parser };
    const code = firstFile(framework as FrameworkId, EVERY_TYPE);
    assert.equal(code, await format(code, options));
    await format(firstFile(framework as FrameworkId, HOSTILE_FIELDS), options);
  });

for (const framework of FRAMEWORK_IDS)
  it(`the form code for ${framework} has what files need if a form has them, and otherwise nothing of it`, async () => {
    const all = (fields: readonly FormField[]) =>
      codeFor(framework, fields)
        .map(({ content }) => content)
        .join('\n');
    const [plain, withFiles] = [all(EVERY_TYPE), all(FILES)];
    const needed = [
      /enctype="multipart/i,
      /<progress hidden/,
      /checkFiles\(form/,
      /upload\.onprogress/,
    ];
    for (const part of [...needed, /\(up to 5 files, 5\.24 MB together\)/]) {
      assert.match(withFiles, part);
      assert.doesNotMatch(plain, part);
    }
    assert.doesNotMatch(withFiles, /fetch\(/);
    const parser = PARSERS[framework];
    if (parser === undefined) return;
    const code = firstFile(framework, FILES);
    assert.equal(code, await format(code, { ...FORMAT, parser }));
  });

for (const framework of FRAMEWORK_IDS)
  it(`the form code for ${framework} spells each attribute as its language does`, () => {
    const code = codeFor(framework, EVERY_TYPE)
      .map(({ content }) => content)
      .join('\n');
    const spelled = SPELLED[framework === 'react' || framework === 'nextjs' ? 'jsx' : 'html'];
    for (const attribute of spelled) assert.ok(code.includes(attribute), attribute);
    for (const { name } of EVERY_TYPE) assert.ok(code.includes(`name="${name}"`), name);
    assert.ok(!/name="message"/.test(code));
  });

const SHARED = [
  'type="datetime-local"',
  'min="2026-01-05"',
  'step="0.01"',
  'max="12"',
  ' multiple',
  ' required',
];

const SPELLED = {
  html: [
    ...SHARED,
    'autocomplete="name"',
    'inputmode="decimal"',
    'minlength="2"',
    'maxlength="80"',
  ],
  jsx: [...SHARED, 'autoComplete="name"', 'inputMode="decimal"', 'minLength={2}', 'maxLength={80}'],
};
