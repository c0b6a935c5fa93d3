import { FORM_ID_PATTERN } from '../../contract/schemas.ts';
import { FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { httpUrl } from '../../platform/settings/setting-parsers.ts';
import { isObject } from '../../platform/text/values.ts';
import { CommandError } from '../operator/command.ts';
import type { SettingsDocument } from './settings-arguments.ts';

const text = (description: string) => ({ type: 'string', minLength: 1, description }) as const;

/** JSON Schema of `letterslot.json`, for editors. */
export const MANIFEST_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'letterslot.json',
  description: 'The forms of a repository, as `letterslot form apply` makes and sets them.',
  type: 'object',
  additionalProperties: false,
  required: ['project', 'forms'],
  properties: {
    $schema: text('Where this schema is.'),
    project: text(
      'A name for this set of forms. Project, email and alias together say which form is meant.',
    ),
    url: text('The deployment, where neither --url nor LETTERSLOT_URL names another one.'),
    forms: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        anyOf: [{ required: ['id'] }, { required: ['email', 'alias'] }],
        properties: {
          id: {
            type: 'string',
            pattern: FORM_ID_PATTERN,
            description: 'A form that exists already. It is never created.',
          },
          email: { type: 'string', format: 'email', description: 'The inbox of the form.' },
          alias: {
            type: 'string',
            minLength: 1,
            maxLength: LIMITS.aliasCodePoints,
            description: 'What the form is called. It stays: another alias is another form.',
          },
          settings: {
            ...FormSettings,
            description: 'All settings of the form. Without this member they are left alone.',
          },
        },
      },
    },
  },
} as const;

/** A form that a file describes. */
export interface WantedForm {
  id?: string;
  email?: string;
  alias?: string;
  settings?: SettingsDocument;
}

export interface Manifest {
  project: string;
  url?: string;
  forms: readonly WantedForm[];
}

/** A file with faults: a line for each, which begins with a JSON Pointer. */
export class ManifestError extends CommandError {
  override readonly details: readonly string[];

  constructor(path: string, faults: readonly string[]) {
    super(`${path} is not right:`);
    this.details = faults;
  }
}

const FORM_ID = new RegExp(FORM_ID_PATTERN);

const MUST_BE_TEXT = 'must be a text that is not empty';

/** What is wrong with a member that is there; undefined when nothing is. */
type Check = (value: unknown) => string | undefined;

const isText: Check = (value) =>
  typeof value === 'string' && value !== '' ? undefined : MUST_BE_TEXT;

const isUrl: Check = (value) => {
  if (typeof value !== 'string') return MUST_BE_TEXT;
  try {
    httpUrl(value);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : MUST_BE_TEXT;
  }
};

const ROOT_CHECKS: Readonly<Record<string, Check>> = {
  $schema: isText,
  project: isText,
  url: isUrl,
  forms: (value) =>
    Array.isArray(value) && value.length > 0 ? undefined : 'must be a list with at least one form',
};

const FORM_CHECKS: Readonly<Record<string, Check>> = {
  id: (value) =>
    typeof value === 'string' && FORM_ID.test(value) ? undefined : 'must be the id of a form',
  email: isText,
  alias: isText,
  settings: (value) => (isObject(value) ? undefined : 'must be an object'),
};

function* faultsOfMembers(
  checks: Readonly<Record<string, Check>>,
  value: Readonly<Record<string, unknown>>,
  path: string,
): Generator<string> {
  for (const [name, member] of Object.entries(value)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    const fault = check ? check(member) : 'is no member of this file';
    if (fault !== undefined) yield `${path}/${name}: ${fault}.`;
  }
}

/** What makes two entries of a file the same form. */
const identityOf = ({ id, email, alias }: WantedForm) => id ?? JSON.stringify([email, alias]);

function* faultsOfForms(forms: readonly unknown[]): Generator<string> {
  const seen = new Set<string>();
  for (const [at, form] of forms.entries()) {
    const path = `/forms/${at}`;
    if (!isObject(form)) {
      yield `${path}: must be an object.`;
      continue;
    }
    yield* faultsOfMembers(FORM_CHECKS, form, path);
    const isNamed = Object.hasOwn(form, 'id');
    if (!isNamed && !(Object.hasOwn(form, 'email') && Object.hasOwn(form, 'alias'))) {
      yield `${path}: must have email and alias, or the id of a form that exists.`;
    }
    const identity = identityOf(form);
    if (seen.has(identity)) yield `${path}: is there twice.`;
    seen.add(identity);
  }
}

function* faultsOf(value: unknown): Generator<string> {
  if (!isObject(value)) {
    yield '/: must be an object.';
    return;
  }
  yield* faultsOfMembers(ROOT_CHECKS, value, '');
  for (const name of ['project', 'forms']) {
    if (!Object.hasOwn(value, name)) yield `/${name}: is missing.`;
  }
  if (Array.isArray(value['forms'])) yield* faultsOfForms(value['forms']);
}

/** The forms of a file; the service checks their settings. Throws ManifestError with every fault. */
export function parseManifest(path: string, content: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new ManifestError(path, ['/: is no JSON.']);
  }
  const faults = Array.from(faultsOf(value));
  if (faults.length > 0) throw new ManifestError(path, faults);
  const manifest = value as Manifest;
  return { ...manifest, ...(manifest.url !== undefined && { url: httpUrl(manifest.url) }) };
}
