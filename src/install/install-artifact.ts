import {
  CODE_STYLES,
  type CodeStyle,
  ENDPOINT_PLACEHOLDER,
  type FrameworkId,
  FRAMEWORK_IDS,
  TEST_NOTE,
} from '../contract/enums.ts';
import type { FormField } from '../contract/form-field.ts';
import type { FormSettings } from '../contract/form-settings.ts';
import type { InstallArtifact } from '../contract/schemas.ts';
import { isCheckboxGroup } from '../fields/declared-field.ts';
import type { Links } from '../platform/links.ts';
import { nextActionOf } from '../forms/route-resource.ts';
import type { Route } from '../forms/route.ts';
import { ServiceError } from '../contract/service-error.ts';
import { nearestName } from '../platform/text/nearest-name.ts';
import { DEFAULT_LANGUAGE } from '../catalogs/languages.ts';
import { defaultFields, uploadOf } from './form-elements.ts';
import { withOwnMembers } from './form-script.ts';
import { formWords } from './form-words.ts';
import { FRAMEWORKS } from './frameworks.ts';
import { testCommand } from './test-command.ts';

/** A query's choice from a list with its default first; other values are `unknown_framework`. */
function choose<Id extends string>(query: unknown, [first, ...others]: readonly [Id, ...Id[]]): Id {
  if (query === undefined) return first;
  const chosen = [first, ...others].find((id) => id === query);
  if (chosen === undefined) {
    const meant = typeof query === 'string' ? nearestName(query, [first, ...others]) : undefined;
    throw new ServiceError('unknown_framework', meant ? { did_you_mean: meant } : undefined);
  }
  return chosen;
}

/** Which code is asked for. */
export interface CodeChoice {
  framework: FrameworkId;
  style: CodeStyle;
}

/** The answer to a query that is gone, whatever its value. */
const WEBMCP_GONE =
  'The query webmcp is gone: form code has no attributes for agents. Leave it out, or add toolname and ' +
  'tooldescription to the form yourself.';

const RAW_FAULT = 'Send `raw=1` for the first file as plain text, or leave `raw` out.';

/** Reads the query of the install operations; throws `unknown_framework`. */
export function parseChoice(query: Readonly<Record<string, unknown>>): CodeChoice {
  if (query.webmcp !== undefined) {
    throw new ServiceError('unknown_framework', undefined, { message: WEBMCP_GONE });
  }
  if (query.raw !== undefined && query.raw !== '1') {
    throw new ServiceError('unknown_framework', undefined, { message: RAW_FAULT });
  }
  return {
    framework: choose(query.framework, FRAMEWORK_IDS),
    style: choose(query.style, CODE_STYLES),
  };
}

const REPLACE_NOTE = `Replace ${ENDPOINT_PLACEHOLDER} with the endpoint of your route.`;

/** Notes on the code of each style. */
const STYLE_NOTES: Readonly<Record<CodeStyle, readonly string[]>> = {
  inline: [
    'The code needs no other file. With style=script it is a plain form and one line.',
    'A Content-Security-Policy has to allow the endpoint in connect-src and form-action, and blob: in worker-src.',
  ],
  script: [
    'The script sends every form of the page that posts here. Its address never changes: give it no integrity.',
    'A Content-Security-Policy has to allow the service in script-src, connect-src and form-action, and blob: in ' +
      'worker-src.',
  ],
};

/** Notes on every form code. */
const NOTES = [
  'Change or leave out the styles. Keep the labels, the status element and the hidden trap field.',
  'For styles, the form has data-state="working", "sent" or "failed", and a field with an error aria-invalid="true".',
  'After a delivery it goes to the page of the setting "redirect", or of a hidden field _next or _redirect.',
  'Whole sites as examples: https://github.com/letterslot/letterslot/tree/main/examples',
  `${TEST_NOTE}It sends a real email, whose subject starts with [Test], and counts as one delivery.`,
];

const GROUP_NOTE =
  'HTML cannot require one of a group of checkboxes: the service does, and its error is shown there.';

const CHALLENGE_NOTE =
  `${TEST_NOTE}It cannot solve the challenge of this form and is answered with 428. Test with POST ` +
  '/v1/routes/{formId}/test instead.';

const SUSPICION_NOTE =
  `${TEST_NOTE}Within seconds of fetching this code, or again, it is answered with 428. Test with POST ` +
  '/v1/routes/{formId}/test instead.';

const PAUSED_NOTE = `${TEST_NOTE}The form is paused, so the answer is inbox_not_verified until it is resumed.`;

const accessNote = (guide: string) =>
  'Only servers with an access key may submit to this form: browsers that send this code are answered with ' +
  `access_key_required. Let it post to your own server, which passes the fields on with the key: ${guide}`;

const KEY_NOTE = `${TEST_NOTE}It takes the access key from $FORM_KEY.`;

/** What the code of a form and its notes lead to. */
interface Urls {
  endpoint: string;
  /** Of forms behind a server. */
  guide?: string;
}

/** Notes on the code of a form with these settings. */
const ownNotes = (
  { fields = [], access, challenge, paused }: FormSettings,
  { guide = '' }: Urls,
): string[] => [
  ...(fields.some((field) => field.required && isCheckboxGroup(field)) ? [GROUP_NOTE] : []),
  ...(challenge === 'always' ? [CHALLENGE_NOTE] : []),
  ...(challenge === 'suspicious' ? [SUSPICION_NOTE] : []),
  ...(access === 'key' ? [accessNote(guide), KEY_NOTE] : []),
  ...(paused ? [PAUSED_NOTE] : []),
];

/** The requested form code; without a script's address, it contains everything it needs. */
export interface CodeRequest {
  framework: FrameworkId;
  script?: string;
}

const wordsFor = ({ language = DEFAULT_LANGUAGE }: FormSettings) => formWords(language);

/** The fields that visitors see. */
const fieldsOf = (settings: FormSettings): readonly FormField[] =>
  settings.fields?.length ? settings.fields : defaultFields(wordsFor(settings));

/** The code of a form with these settings. `maxFileBytes`: operator's limit per submission. */
function buildArtifact(
  { framework, script }: CodeRequest,
  settings: FormSettings,
  maxFileBytes: number,
  urls: Urls,
): InstallArtifact {
  const { endpoint } = urls;
  const { audience, notes, files } = FRAMEWORKS[framework];
  const { challenge = 'off' } = settings;
  const words = wordsFor(settings);
  const fields = fieldsOf(settings);
  const upload = uploadOf(settings, maxFileBytes);
  const test = testCommand(fields, settings, upload);
  const withEndpoint = (text: string) => text.replaceAll(ENDPOINT_PLACEHOLDER, () => endpoint);
  const names = new Set(fields.map(({ name }) => name));
  const spell = (code: string) => withEndpoint(withOwnMembers(code, names));
  const design = { fields, upload, words, solves: challenge !== 'off' };
  return {
    success: true,
    framework,
    files: files(design, script).map(({ path, content }) => ({
      path,
      content: spell(content),
    })),
    notes: [
      ...(endpoint === ENDPOINT_PLACEHOLDER ? [REPLACE_NOTE] : []),
      `For ${audience}.`,
      ...notes,
      ...ownNotes(settings, urls),
      ...test.notes,
      ...STYLE_NOTES[script ? 'script' : 'inline'],
      ...NOTES,
    ],
    test_command: withEndpoint(test.command),
  };
}

/** Contract, `GET /v1/install`: holds the placeholder wherever the endpoint belongs. */
export const buildGenericArtifact = (request: CodeRequest): InstallArtifact =>
  buildArtifact(request, {}, 0, { endpoint: ENDPOINT_PLACEHOLDER });

/**
 * Contract, `GET /v1/routes/{formId}/install`: with the route's endpoint, and the fields that its
 * settings declare. `maxFileBytes` is what the operator allows the files of a submission.
 */
export function buildRouteArtifact(
  request: CodeRequest,
  route: Route,
  links: Links,
  maxFileBytes: number,
): InstallArtifact {
  // Safe inside quotes of HTML, of JavaScript and of a shell.
  const endpoint = new URL(links.endpoint(route.formId)).href.replaceAll("'", '%27');
  const guide = links.docs('server-side-forms');
  return {
    ...buildArtifact(request, route.settings, maxFileBytes, { endpoint, guide }),
    form_id: route.formId,
    status: route.status,
    next_action: nextActionOf(route, links),
  };
}
