import { FRAMEWORK_IDS, type FrameworkId } from '../../contract/words.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Template } from './snippets.ts';
import { astro } from './templates/astro.ts';
import { html } from './templates/html.ts';
import { js } from './templates/js.ts';
import { nextjs } from './templates/nextjs.ts';
import { react } from './templates/react.ts';
import { svelte } from './templates/svelte.ts';
import { vue } from './templates/vue.ts';

interface Framework {
  /** What the code is for, with the version it is built and tested with. */
  audience: string;
  template: Template;
}

/** Everything about each framework of the contract: a missing one does not compile. */
export const FRAMEWORKS: Record<FrameworkId, Framework> = {
  html: { audience: 'any website', template: html },
  js: { audience: 'any website with a bundler', template: js },
  react: { audience: 'React 19', template: react },
  vue: { audience: 'Vue 3.5', template: vue },
  svelte: { audience: 'Svelte 5', template: svelte },
  astro: { audience: 'Astro 7', template: astro },
  nextjs: { audience: 'Next.js 16 with the app router', template: nextjs },
};

const IDS: ReadonlySet<unknown> = new Set(FRAMEWORK_IDS);

/** Reads the query `framework`. Absent means html; anything not listed is `unknown_framework`. */
export function parseFramework(query: unknown): FrameworkId {
  if (query === undefined) return FRAMEWORK_IDS[0];
  if (!IDS.has(query)) throw new ServiceError('unknown_framework');
  return query as FrameworkId;
}
