import { errorRow, type ErrorCode } from '../../contract/error-codes.ts';
import { operationOf, type OperationId } from '../../contract/operations.ts';
import { SCHEMAS, type SchemaName } from '../../contract/schemas.ts';

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

/** A member of the error envelope. */
export type Detail = keyof typeof SCHEMAS.ErrorEnvelope.properties;

/** The members of every error, and how long to wait, which any of them may say. */
const OF_EVERY_ERROR: readonly Detail[] = [
  ...SCHEMAS.ErrorEnvelope.required,
  'retry_after_seconds',
];

/** The error envelope with the details that an operation gives. */
function errorsOf(codes: readonly ErrorCode[], more: readonly Detail[]): object {
  const { properties } = SCHEMAS.ErrorEnvelope;
  const details = codes.flatMap((code) => errorRow(code).details ?? []);
  const names = [...OF_EVERY_ERROR, ...details, ...more];
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
export function answerOf(id: OperationId, more: readonly Detail[] = []) {
  const { answers, errors } = operationOf(id);
  const name = Object.values(answers).find(({ schema }) => schema)?.schema;
  if (name === undefined) throw new Error(`${id} answers without a schema`);
  const answer = { title: name, ...(SHORTER[name] ?? SCHEMAS[name]) };
  return { type: 'object', oneOf: [answer, errorsOf(errors, more)] } as const;
}
