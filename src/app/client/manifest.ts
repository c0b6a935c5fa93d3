import { FORM_ID_PATTERN } from '../../contract/form-id.ts';
import { FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { httpUrl } from '../../platform/settings/setting-parsers.ts';
import { below, faultsIn, type Fault } from '../../forms/settings/schema-faults.ts';
import { isObject } from '../../platform/text/json.ts';
import { CommandError } from '../operator/command.ts';
import type { SettingsDocument } from './settings.ts';

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

  constructor(path: string, faults: readonly Fault[]) {
    super(`${path} has faults:`);
    this.details = faults.map((fault) => `${fault.path || '/'}: ${fault.message}`);
  }
}

const { forms: FORMS, ...ROOT_MEMBERS } = MANIFEST_SCHEMA.properties;
const { items: FORM, ...LIST } = FORMS;
const ROOT = { ...MANIFEST_SCHEMA, properties: { ...ROOT_MEMBERS, forms: LIST } };

const FORM_ID = new RegExp(FORM_ID_PATTERN);

/** The service checks settings: it may have more of them than this version knows. */
const isOfSettings = ({ path }: Fault) => path.split('/').length > 4;

function* faultsOfForm(form: unknown, path: string): Generator<Fault> {
  const id = isObject(form) ? form['id'] : undefined;
  const required = id === undefined ? ['email', 'alias'] : ['id'];
  for (const fault of faultsIn({ ...FORM, required }, form, path, true)) {
    if (!isOfSettings(fault)) yield fault;
  }
  if (typeof id === 'string' && !FORM_ID.test(id)) {
    yield { path: below(path, 'id'), message: 'It must be the id of a form.' };
  }
}

/** What makes two entries of a file the same form. */
const identityOf = ({ id, email, alias }: WantedForm) => id ?? JSON.stringify([email, alias]);

function* faultsOf(file: unknown): Generator<Fault> {
  yield* faultsIn(ROOT, file, '', true);
  if (!isObject(file)) return;
  const { url, forms } = file;
  try {
    if (typeof url === 'string') httpUrl(url);
  } catch (error) {
    yield { path: '/url', message: `It ${error instanceof Error ? error.message : 'is wrong'}.` };
  }
  const seen = new Set<string>();
  for (const [at, form] of (Array.isArray(forms) ? (forms as unknown[]) : []).entries()) {
    const path = `/forms/${at}`;
    yield* faultsOfForm(form, path);
    if (!isObject(form)) continue;
    const identity = identityOf(form);
    if (seen.has(identity)) yield { path, message: 'The file has this form twice.' };
    seen.add(identity);
  }
}

/** The forms of a file; the service checks their settings. Throws ManifestError with every fault. */
export function parseManifest(path: string, content: string): Manifest {
  let file: unknown;
  try {
    file = JSON.parse(content);
  } catch {
    throw new ManifestError(path, [{ path: '', message: 'It is not valid JSON.' }]);
  }
  const faults = Array.from(faultsOf(file));
  if (faults.length > 0) throw new ManifestError(path, faults);
  const manifest = file as Manifest;
  return { ...manifest, ...(manifest.url !== undefined && { url: httpUrl(manifest.url) }) };
}
