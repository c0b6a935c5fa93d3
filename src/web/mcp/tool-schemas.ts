import { ERROR_CODES, type ErrorCode } from '../../contract/error-codes.ts';
import { LIMITS } from '../../contract/limits.ts';
import { PARAMETERS } from '../../contract/operation.ts';
import { OPERATIONS, type OperationId } from '../../contract/operations.ts';
import { SCHEMAS, type SchemaName } from '../../contract/schemas.ts';

/** A JSON Schema whose root is an object: MCP requires that of inputs and outputs. */
export interface ObjectSchema {
  type: 'object';
  [keyword: string]: unknown;
}

const { email, alias, delivery } = SCHEMAS.CreateRouteRequest.properties;

/** An input schema. Its root has no `anyOf` and the like: the APIs of some models refuse them. */
const takes = (properties: Record<string, object>, required: readonly string[]): ObjectSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const formId = {
  type: 'string',
  pattern: SCHEMAS.Route.properties.form_id.pattern,
  description: 'The form_id that create_form returned.',
};

const managementToken = {
  type: 'string',
  description: 'The management_token that create_form returned. A secret.',
};

export const INPUTS = {
  nothing: takes({}, []),
  createForm: takes(
    {
      email,
      alias: {
        ...alias,
        description:
          'What the form is called, e.g. "Contact form". Not unique; no quotation marks and no URL.',
      },
      delivery,
      idempotency_key: {
        type: 'string',
        minLength: 1,
        maxLength: LIMITS.idempotencyKeyCharacters,
        description:
          '16 random bytes of your own, secret: a repeated call with it returns the same form and its ' +
          'management_token. Use a new one for each form. Without one a retry creates a second form.',
      },
    },
    ['email', 'alias'],
  ),
  formId: takes({ form_id: formId }, ['form_id']),
  installCode: takes(
    {
      framework: {
        ...PARAMETERS.framework.schema,
        description: 'What the site is built with; html when left out.',
      },
      form_id: { ...formId, description: 'Puts the real endpoint of this form into the code.' },
    },
    [],
  ),
  testSubmission: takes(
    {
      form_id: formId,
      fields: {
        type: 'object',
        additionalProperties: { type: ['string', 'number', 'boolean', 'array'] },
        description: 'Fields as a visitor would send them. A short message when left out.',
      },
      echo: {
        type: 'string',
        description:
          'A marker the answer repeats, to match it to this call: its first ' +
          `${LIMITS.testEchoCodePoints} characters.`,
      },
      dry_run: {
        type: 'boolean',
        description: 'True runs every check and sends nothing. False when left out.',
      },
      management_token: {
        ...managementToken,
        description:
          'The management_token that create_form returned, a secret: with it the test passes for no stranger’s.',
      },
    },
    ['form_id'],
  ),
  managedForm: takes(
    {
      form_id: formId,
      management_token: managementToken,
    },
    ['form_id', 'management_token'],
  ),
  settings: takes(
    {
      form_id: formId,
      management_token: managementToken,
      settings: {
        ...SCHEMAS.FormSettings,
        description:
          'The whole document: a member that is left out gets its default, and {} resets all. Start ' +
          'from what get_form_settings returns.',
      },
    },
    ['form_id', 'management_token', 'settings'],
  ),
} as const;

const { FormSettingsView } = SCHEMAS;
const { proposed } = FormSettingsView.properties;

/** Answers that say less than the contract: agents have the settings, which are long, as an input. */
const SHORTER: Partial<Record<SchemaName, object>> = {
  FormSettingsView: {
    ...FormSettingsView,
    properties: {
      ...FormSettingsView.properties,
      settings: { type: 'object', description: 'The settings, as set_form_settings takes them.' },
      proposed: { type: 'object', description: proposed.description },
    },
  },
};

type Detail = keyof typeof SCHEMAS.ErrorEnvelope.properties;

/** The members of every error, and how long to wait, which any of them may say. */
const OF_EVERY_ERROR: readonly Detail[] = [
  ...SCHEMAS.ErrorEnvelope.required,
  'retry_after_seconds',
];

function detailsOf(code: ErrorCode): readonly Detail[] {
  const row = ERROR_CODES[code];
  return 'details' in row ? row.details : [];
}

/** The error envelope with the details that an operation gives. */
function errorsOf(operation: OperationId, more: readonly Detail[]): object {
  const { properties } = SCHEMAS.ErrorEnvelope;
  const names = [...OF_EVERY_ERROR, ...OPERATIONS[operation].errors.flatMap(detailsOf), ...more];
  return {
    title: 'ErrorEnvelope',
    ...SCHEMAS.ErrorEnvelope,
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
  };
}

/**
 * The answer of an operation as a tool's output: its schema or the error envelope, because older clients
 * validate errors against the output schema too. `more`: details that not only the codes bring.
 */
export function returns(
  name: SchemaName,
  operation: OperationId,
  more: readonly Detail[] = [],
): ObjectSchema {
  const answer = { title: name, ...(SHORTER[name] ?? SCHEMAS[name]) };
  return { type: 'object', oneOf: [answer, errorsOf(operation, more)] };
}
