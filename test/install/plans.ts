import type { SitePlan } from './build-site.ts';
import { wrapInPage } from './plain-page.ts';

const VITE_BUILD = ['vite/bin/vite.js', 'build', '--logLevel', 'warn'] as const;
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
const APP = '<div id="app"></div><script type="module" src="/src/main.ts"></script>';

const viteConfig = (plugin: string, from: string) => `import ${plugin} from '${from}';

export default { plugins: [${plugin.replace(/[{} ]/g, '')}()] };
`;

/** What is in the page is the artifact's own markup, which Vite finds the module in. */
export const jsPlan = (markup: string): SitePlan => ({
  files: {
    'package.json': PACKAGE,
    'tsconfig.json': tsconfig({ allowJs: true, checkJs: true }, ['contact-form.js']),
    'index.html': wrapInPage(`${markup}<script type="module" src="/contact-form.js"></script>`),
  },
  commands: [TSC, VITE_BUILD],
  output: 'dist',
});

export const reactPlan: SitePlan = {
  files: {
    'package.json': PACKAGE,
    'tsconfig.json': tsconfig({ jsx: 'react-jsx' }, ['src']),
    'vite.config.js': viteConfig('react', '@vitejs/plugin-react'),
    'index.html': wrapInPage(APP.replace('.ts', '.tsx')),
    'src/main.tsx': `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ContactForm } from './ContactForm';

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <ContactForm />
  </StrictMode>,
);
`,
  },
  commands: [TSC, VITE_BUILD],
  output: 'dist',
};

export const vuePlan: SitePlan = {
  files: {
    'package.json': PACKAGE,
    'tsconfig.json': tsconfig({ jsx: 'preserve' }, ['src/**/*.ts', 'src/**/*.vue']),
    'vite.config.js': viteConfig('vue', '@vitejs/plugin-vue'),
    'index.html': wrapInPage(APP),
    'src/main.ts': `import { createApp } from 'vue';
import ContactForm from './components/ContactForm.vue';

createApp(ContactForm).mount('#app');
`,
  },
  commands: [['vue-tsc/bin/vue-tsc.js', '--noEmit', '-p', '.'], VITE_BUILD],
  output: 'dist',
};

export const sveltePlan: SitePlan = {
  files: {
    'package.json': PACKAGE,
    'tsconfig.json': tsconfig({}, ['src/**/*.ts', 'src/**/*.svelte']),
    'vite.config.js': viteConfig('{ svelte }', '@sveltejs/vite-plugin-svelte'),
    'svelte.config.js': 'export default {};\n',
    'index.html': wrapInPage(APP),
    'src/main.ts': `import { mount } from 'svelte';
import ContactForm from './lib/ContactForm.svelte';

mount(ContactForm, { target: document.getElementById('app')! });
`,
  },
  commands: [['svelte-check/bin/svelte-check', '--fail-on-warnings'], VITE_BUILD],
  output: 'dist',
};

export const astroPlan: SitePlan = {
  files: {
    'package.json': PACKAGE,
    'tsconfig.json': toJson({
      extends: 'astro/tsconfigs/strictest',
      include: ['.astro/types.d.ts', 'src'],
    }),
    'astro.config.mjs': 'export default {};\n',
    'src/pages/index.astro': `---
import ContactForm from '../components/ContactForm.astro';
---

${wrapInPage('<ContactForm />')}`,
  },
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
  commands: [['next/dist/bin/next', 'build']],
  output: 'out',
};
