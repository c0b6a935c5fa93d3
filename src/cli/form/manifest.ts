import { FORM_ID_PATTERN, parseFormId } from '../../contract/names.ts';
import { FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { httpUrl } from '../../platform/settings/setting-parsers.ts';
import { faultsIn, type Fault } from '../../forms/settings/schema-faults.ts';
import { isObject, readJsonObject } from '../../platform/text/json.ts';
import { CommandError } from '../command.ts';
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
    url: text('The deployment, unless --url or LETTERSLOT_URL names another one.'),
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
            description: 'The name of the form. It stays: another alias is another form.',
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

/** The service checks settings: it may have more of them than this version knows. */
const isOfSettings = ({ path }: Fault) => /^\/forms\/\d+\/settings\//.test(path);

/** The faults that the schema does not find: which form is meant, and whether it is there twice. */
function* faultsOfForms(forms: readonly unknown[]): Generator<Fault> {
  const seen = new Set<string>();
  for (const [at, form] of forms.entries()) {
    if (!isObject(form)) continue;
    const { id, email, alias } = form;
    const path = `/forms/${at}`;
    if (id === undefined) {
      const missing = ['email', 'alias'].filter((name) => form[name] === undefined);
      for (const name of missing) yield { path: `${path}/${name}`, message: 'It is missing.' };
    } else if (typeof id === 'string' && !parseFormId(id)) {
      yield { path: `${path}/id`, message: 'It must be the id of a form.' };
    }
    const identity = JSON.stringify(id ?? [email, alias]);
    if (seen.has(identity)) yield { path, message: 'The file has this form twice.' };
    seen.add(identity);
  }
}

function* faultsOf(file: Record<string, unknown>): Generator<Fault> {
  for (const fault of faultsIn(MANIFEST_SCHEMA, file, '')) if (!isOfSettings(fault)) yield fault;
  const { url, forms } = file;
  try {
    if (typeof url === 'string') httpUrl(url);
  } catch (error) {
    yield { path: '/url', message: `It ${error instanceof Error ? error.message : 'is wrong'}.` };
  }
  if (Array.isArray(forms)) yield* faultsOfForms(forms);
}

const NO_OBJECT: Fault = { path: '', message: 'It is not valid JSON, or not an object.' };

/** The forms of a file; the service checks their settings. Throws CommandError with every fault. */
export function parseManifest(path: string, content: string): Manifest {
  const file = readJsonObject(content);
  const faults = file ? Array.from(faultsOf(file)) : [NO_OBJECT];
  if (faults.length > 0) {
    const details = faults.map((fault) => `${fault.path || '/'}: ${fault.message}`);
    throw new CommandError(`${path} has faults:`, { details });
  }
  const manifest = file as unknown as Manifest;
  return { ...manifest, ...(manifest.url !== undefined && { url: httpUrl(manifest.url) }) };
}
