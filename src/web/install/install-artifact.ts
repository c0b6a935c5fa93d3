import { ENDPOINT_PLACEHOLDER, type FrameworkId, FRAMEWORK_IDS } from '../../contract/enums.ts';
import type { FormSettings } from '../../contract/form-settings.ts';
import type { InstallArtifact } from '../../contract/schemas.ts';
import { isCheckboxGroup } from '../../submissions/fields/declared-field.ts';
import { sampleSubmission } from '../../submissions/fields/sample-values.ts';
import type { Links } from '../../contract/links.ts';
import { nextActionOf } from '../../forms/route-resource.ts';
import type { Route } from '../../forms/route.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { DEFAULT_FIELDS, uploadOf } from './form-elements.ts';
import { FRAMEWORKS } from './frameworks.ts';
import { testCommand } from './test-command.ts';

const IDS: ReadonlySet<unknown> = new Set(FRAMEWORK_IDS);

/** Reads the query `framework`. Absent means html; anything not listed is `unknown_framework`. */
export function parseFramework(query: unknown): FrameworkId {
  if (query === undefined) return FRAMEWORK_IDS[0];
  if (!IDS.has(query)) throw new ServiceError('unknown_framework');
  return query as FrameworkId;
}

const REPLACE_NOTE = `Replace ${ENDPOINT_PLACEHOLDER} with the endpoint of your route.`;

/** Notes on every form code. */
const NOTES = [
  'Its styles can be changed or left out. Keep its labels, its status element and the hidden trap field.',
  'After a delivery it goes to the page of the setting "redirect", or of a hidden field _next or _redirect.',
  'Whole sites as examples: https://github.com/letterslot/letterslot/tree/main/examples',
  'Where a Content-Security-Policy is sent, its connect-src and form-action must allow the endpoint. ' +
    'With worker-src blob: challenges are solved beside the page, else in it.',
  'Errors that the service finds are shown in the elements with data-error, one for each field.',
  'The test command sends a real email, whose subject starts with [Test], and counts as one delivery.',
];

const GROUP_NOTE =
  'HTML cannot require one of a group of checkboxes: the service does, and its error is shown there.';

const CHALLENGE_NOTE =
  'Each submission of this form needs the solution of a challenge, which the code solves by itself. The ' +
  'test command cannot, and is answered with 428: test with POST /v1/routes/{formId}/test instead.';

const FILE_NOTE =
  'The code shows how much of the files is sent, and says which one is too large before it is sent. The service has the last ' +
  'word on what it takes.';

const SUSPICION_NOTE =
  'A submission that comes within seconds of fetching this code, or again, needs the solution of a challenge. The ' +
  'test command is answered with 428 then: test with POST /v1/routes/{formId}/test instead.';

const PAUSED_NOTE =
  'The form is paused: the test command is answered with inbox_not_verified until the setting "paused" is off.';

/** Notes on the code of a form with these settings. */
const ownNotes = ({ fields = [], challenge, paused }: FormSettings): string[] => [
  ...(fields.some((field) => field.required && isCheckboxGroup(field)) ? [GROUP_NOTE] : []),
  ...(fields.some(({ type }) => type === 'file') ? [FILE_NOTE] : []),
  ...(challenge === 'always' ? [CHALLENGE_NOTE] : []),
  ...(challenge === 'suspicious' ? [SUSPICION_NOTE] : []),
  ...(paused ? [PAUSED_NOTE] : []),
];

/** In scripts a field named `reset` stands for that method of its form. */
const FORM_RESET = /\bform(\.value)?\.reset\(\)/g;

/** The code of a form with these settings. `maxFileBytes` is what the operator allows the files of a submission. */
function buildArtifact(
  framework: FrameworkId,
  settings: FormSettings,
  maxFileBytes: number,
  endpoint: string,
): InstallArtifact {
  const { audience, notes, files } = FRAMEWORKS[framework];
  const fields = settings.fields?.length ? settings.fields : DEFAULT_FIELDS;
  const upload = uploadOf(settings, maxFileBytes);
  const test = testCommand(fields, settings, upload);
  const hasReset = fields.some(({ name }) => name === 'reset');
  const withEndpoint = (text: string) => text.replaceAll(ENDPOINT_PLACEHOLDER, () => endpoint);
  const spell = (code: string) =>
    withEndpoint(
      hasReset ? code.replaceAll(FORM_RESET, 'HTMLFormElement.prototype.reset.call(form$1)') : code,
    );
  return {
    success: true,
    framework,
    files: files({ fields, upload }).map(({ path, content }) => ({
      path,
      content: spell(content),
    })),
    notes: [
      ...(endpoint === ENDPOINT_PLACEHOLDER ? [REPLACE_NOTE] : []),
      `For ${audience}.`,
      ...notes,
      ...ownNotes(settings),
      ...test.notes,
      ...NOTES,
    ],
    test_command: withEndpoint(test.command),
  };
}

/** Contract, `GET /v1/install`: holds the placeholder wherever the endpoint belongs. */
export const buildGenericArtifact = (framework: FrameworkId): InstallArtifact =>
  buildArtifact(framework, {}, 0, ENDPOINT_PLACEHOLDER);

/**
 * Contract, `GET /v1/routes/{formId}/install`: with the route's endpoint, and the fields that its
 * settings declare. `maxFileBytes` is what the operator allows the files of a submission.
 */
export function buildRouteArtifact(
  framework: FrameworkId,
  route: Route,
  links: Links,
  maxFileBytes: number,
): InstallArtifact {
  // Safe inside quotes of HTML, of JavaScript and of a shell.
  const endpoint = new URL(links.endpoint(route.formId)).href.replaceAll("'", '%27');
  const { fields = [] } = route.settings;
  return {
    ...buildArtifact(framework, route.settings, maxFileBytes, endpoint),
    form_id: route.formId,
    status: route.status,
    next_action: nextActionOf(route, links),
    fields: [...(fields.length > 0 ? fields : DEFAULT_FIELDS)],
    sample: sampleSubmission(route),
  };
}
