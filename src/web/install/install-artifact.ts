import { ENDPOINT_PLACEHOLDER, type FrameworkId, FRAMEWORK_IDS } from '../../contract/words.ts';
import type { InstallArtifact } from '../../contract/schemas.ts';
import type { Links } from '../../domain/routes/links.ts';
import { nextActionOf } from '../../domain/routes/route-resource.ts';
import type { Route } from '../../domain/routes/route.ts';
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

const NOTES = [
  'Its styles can be changed or left out. Keep its labels, its status element and the hidden trap field.',
  'After a delivery it goes to the page of the setting "redirect", or of a hidden field _next or _redirect.',
  'Whole sites as examples: https://github.com/letterslot/letterslot/tree/main/examples',
  'Where a Content-Security-Policy is sent, its connect-src and form-action must allow the endpoint.',
  'The test command sends a real email, whose subject starts with [Test], and counts as one delivery.',
];

const REPLACE_NOTE = `Replace ${ENDPOINT_PLACEHOLDER} with the endpoint of your route.`;

/** `_test` marks the submission; the endpoint is quoted, so the shell expands nothing in it. */
const TEST_COMMAND = [
  `curl -sS '${ENDPOINT_PLACEHOLDER}'`,
  "-H 'Accept: application/json'",
  "--data-urlencode 'name=Test'",
  "--data-urlencode 'message=Hello from the command line'",
  '-d _test=true',
].join(' ');

/** The endpoint, safe inside quotes of HTML, of JavaScript and of a shell. */
function quotable(endpoint: string): string {
  return new URL(endpoint).href.replaceAll("'", '%27');
}

/** Contract, `GET /v1/install`: holds the placeholder wherever the endpoint belongs. */
export function buildGenericArtifact(framework: FrameworkId): InstallArtifact {
  const { audience, template } = FRAMEWORKS[framework];
  return {
    success: true,
    framework,
    files: template.files.map((file) => ({ ...file })),
    notes: [REPLACE_NOTE, `For ${audience}.`, ...template.notes, ...NOTES],
    test_command: TEST_COMMAND,
  };
}

/** Contract, `GET /v1/routes/{formId}/install`: the same code with the route's endpoint. */
export function buildRouteArtifact(
  framework: FrameworkId,
  route: Route,
  links: Links,
): InstallArtifact {
  const { files, notes, test_command: command, ...generic } = buildGenericArtifact(framework);
  const endpoint = quotable(links.endpoint(route.formId));
  const fill = (text: string) => text.replaceAll(ENDPOINT_PLACEHOLDER, () => endpoint);
  return {
    ...generic,
    files: files.map(({ path, content }) => ({ path, content: fill(content) })),
    notes: notes.filter((note) => note !== REPLACE_NOTE),
    test_command: fill(command),
    form_id: route.formId,
    status: route.status,
    next_action: nextActionOf(route, links),
  };
}
