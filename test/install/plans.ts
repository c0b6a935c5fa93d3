import { posix } from 'node:path';
import { folderOf, PAGES, type SitePage, type SitePlan } from './build-site.ts';
import { wrapInPage } from './plain-page.ts';

const { join } = posix;

/** Builds with Vite alone. */
export const VITE = {
  commands: [['vite/bin/vite.js', 'build', '--logLevel', 'warn']],
  output: 'dist',
} as const;

const TSC = ['typescript/bin/tsc', '--noEmit', '-p', '.'] as const;

const toJson = (value: object) => JSON.stringify(value, undefined, 2);

/** As strict as TypeScript gets, so that an artifact fits into every project. */
const STRICT = {
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['vite/client'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: true,
  noEmit: true,
};

const tsconfig = (options: object, include: string[]) =>
  toJson({ compilerOptions: { ...STRICT, ...options }, include });

const PACKAGE = toJson({ name: 'site', private: true, type: 'module' });

const asFolder = (page: SitePage) => join('/', folderOf(page), '/');

/** The page itself, around markup, and the artifact's own files. */
const placeAround =
  (markup: string, more: SitePlan['files'] = {}): SitePlan['place'] =>
  (files, page) => {
    const around = Object.entries({ ...more, 'index.html': wrapInPage(markup) });
    return [...files, ...around.map(([path, content]) => ({ path, content }))].map(
      ({ path, content }) => ({ path: join(folderOf(page), path), content }),
    );
  };

const INPUTS = toJson(PAGES.map((page) => join(folderOf(page), 'index.html')));

const viteConfig = (imports: string, plugins: string) => `${imports}

export default { plugins: [${plugins}], build: { rollupOptions: { input: ${INPUTS} } } };
`;

/** A website of Vite, each of whose pages has one component. */
const vitePlan = ({
  config,
  check,
  main: [name, content],
  ...own
}: {
  config: string;
  tsconfig: string;
  check: SitePlan['commands'][number];
  main: [name: string, content: string];
  more?: SitePlan['files'];
}): SitePlan => ({
  files: {
    'package.json': PACKAGE,
    'tsconfig.json': own.tsconfig,
    'vite.config.js': config,
    ...own.more,
  },
  place: placeAround(`<div id="app"></div><script type="module" src="./src/${name}"></script>`, {
    [`src/${name}`]: content,
  }),
  pathOf: asFolder,
  commands: [check, ...VITE.commands],
  output: VITE.output,
});

/** A page of its own, which nothing builds. */
const placeAsIs: SitePlan['place'] = (files, page) => {
  const markup = files.find(({ path }) => path === 'contact-form.html');
  return placeAround(markup?.content ?? '')([], page);
};

export const htmlPlan: SitePlan = {
  files: {},
  place: placeAsIs,
  pathOf: asFolder,
  commands: [],
  output: '.',
};

/** What is in the page is the artifact's own markup, which Vite finds the module in. */
export const jsPlan: SitePlan = {
  files: {
    'package.json': PACKAGE,
    'tsconfig.json': tsconfig({ allowJs: true, moduleDetection: 'force' }, ['**/contact-form.js']),
    'vite.config.js': `export default { build: { rollupOptions: { input: ${toJson(['index.html', 'declared/index.html'])} } } };\n`,
  },
  place(files, page) {
    // Without a module there is nothing to bundle, and Vite copies this folder.
    if (page === 'scripted') {
      return placeAsIs(files, page).map((file) => ({ ...file, path: join('public', file.path) }));
    }
    const [module, markup] = files;
    if (!module || !markup) throw new Error('the artifact lacks its module');
    const script = '<script type="module" src="./contact-form.js"></script>';
    return placeAround(markup.content + script)([module], page);
  },
  pathOf: asFolder,
  commands: [TSC, ...VITE.commands],
  output: VITE.output,
};

export const reactPlan = vitePlan({
  config: viteConfig("import react from '@vitejs/plugin-react';", 'react()'),
  tsconfig: tsconfig({ jsx: 'react-jsx' }, ['**/src']),
  check: TSC,
  main: [
    'main.tsx',
    `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ContactForm } from './ContactForm';

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <ContactForm />
  </StrictMode>,
);
`,
  ],
});

export const vuePlan = vitePlan({
  config: viteConfig("import vue from '@vitejs/plugin-vue';", 'vue()'),
  tsconfig: tsconfig({ jsx: 'preserve' }, ['**/src/**/*.ts', '**/src/**/*.vue']),
  check: ['vue-tsc/bin/vue-tsc.js', '--noEmit', '-p', '.'],
  main: [
    'main.ts',
    `import { createApp } from 'vue';
import ContactForm from './components/ContactForm.vue';

createApp(ContactForm).mount('#app');
`,
  ],
});

export const sveltePlan = vitePlan({
  config: viteConfig("import { svelte } from '@sveltejs/vite-plugin-svelte';", 'svelte()'),
  tsconfig: tsconfig({}, ['**/src/**/*.ts', '**/src/**/*.svelte']),
  check: ['svelte-check/bin/svelte-check', '--fail-on-warnings'],
  main: [
    'main.ts',
    `import { mount } from 'svelte';
import ContactForm from './lib/ContactForm.svelte';

mount(ContactForm, { target: document.getElementById('app')! });
`,
  ],
  more: { 'svelte.config.js': 'export default {};\n' },
});

/** Its folders are below `src`. */
export const astroPlan: SitePlan = {
  files: {
    'package.json': PACKAGE,
    'tsconfig.json': toJson({
      extends: 'astro/tsconfigs/strictest',
      include: ['.astro/types.d.ts', 'src'],
    }),
    'astro.config.mjs': 'export default {};\n',
  },
  place: ([form], page) => {
    const path = join('src', folderOf(page), 'components/ContactForm.astro');
    const content = `---
import ContactForm from '../${join(folderOf(page), 'components/ContactForm.astro')}';
---

${wrapInPage('<ContactForm />')}`;
    return [
      { path, content: form?.content ?? '' },
      { path: `src/pages/${folderOf(page) || 'index'}.astro`, content },
    ];
  },
  pathOf: asFolder,
  commands: [
    ['astro/bin/astro.mjs', 'check', '--minimumFailingSeverity', 'hint'],
    ['astro/bin/astro.mjs', 'build', '--silent'],
  ],
  output: 'dist',
};

/** Next's own build checks the types itself. */
export const nextPlan: SitePlan = {
  files: {
    'package.json': PACKAGE,
    'tsconfig.json': toJson({
      compilerOptions: { ...STRICT, types: [], jsx: 'react-jsx', plugins: [{ name: 'next' }] },
      include: ['next-env.d.ts', '**/*.ts', '**/*.tsx', '.next/types/**/*.ts'],
      exclude: ['node_modules'],
    }),
    'next.config.mjs': "export default { output: 'export' };\n",
    'app/layout.tsx': `import type { ReactNode } from 'react';

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <link rel="icon" href="data:," />
      </head>
      <body>{children}</body>
    </html>
  );
}
`,
  },
  place: (files, page) =>
    files.map(({ path, content }) => ({
      path: path.replace('app', join('app', folderOf(page))),
      content,
    })),
  pathOf: (page) => join(asFolder(page), 'contact'),
  commands: [['next/dist/bin/next', 'build']],
  output: 'out',
};
