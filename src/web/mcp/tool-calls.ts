import { errorRow, type ErrorCode } from '../../contract/error-codes.ts';
import { parseFormId } from '../../contract/names.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Method } from '../../contract/operation.ts';
import { operationOf, OPERATIONS, type OperationId } from '../../contract/operations.ts';
import { SCHEMAS, type SchemaName } from '../../contract/schemas.ts';
import { isObject } from '../../platform/text/json.ts';

/** Arguments as the client sent them; the operations validate them. */
export type Arguments = Record<string, unknown>;

/** One request to an operation of the contract. */
export interface OperationCall {
  method: Method;
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** The fields that the answer to a delivered test submission repeats. */
  echo?: string;
}

export type ToCall = (args: Arguments) => OperationCall;

/** Replaces a malformed id: it is answered like any unknown id and cannot change the path. */
const NO_FORM_ID = 'cfm_none';

const NO_KEY_ID = 'key_none';

function pathOf(path: string, formId: unknown, keyId?: unknown): string {
  const known = typeof formId === 'string' ? parseFormId(formId) : undefined;
  const isKey = typeof keyId === 'string' && /^key_\w+$/.test(keyId);
  return path
    .replace('{formId}', known ?? NO_FORM_ID)
    .replace('{keyId}', isKey ? keyId : NO_KEY_ID);
}

/** Without a key each call creates a form: a key derived from the arguments could be guessed. */
export function createForm({ idempotency_key: key, ...body }: Arguments): OperationCall {
  const { method, path } = OPERATIONS.createRoute;
  const call = { method, path, body };
  if (key === undefined) return call;
  return { ...call, headers: { 'idempotency-key': typeof key === 'string' ? key : '' } };
}

export function getInstallCode({ form_id: formId, ...choice }: Arguments): OperationCall {
  const { getInstall, getRouteInstall } = OPERATIONS;
  const path = formId === undefined ? getInstall.path : pathOf(getRouteInstall.path, formId);
  const query = new URLSearchParams();
  for (const name of ['framework', 'style']) {
    const value = choice[name];
    if (value !== undefined) query.set(name, typeof value === 'string' ? value : '');
  }
  return { method: 'GET', path: query.size > 0 ? `${path}?${query.toString()}` : path };
}

const shorten = (echo: string) =>
  Array.from(echo.toWellFormed()).slice(0, LIMITS.testEchoCodePoints).join('');

export function sendTestSubmission(args: Arguments): OperationCall {
  const { fields, echo, dry_run: dryRun } = args;
  const call = callOf('submitForm', args);
  const sent = fields ?? { message: 'This is a test submission.' };
  if (!isObject(sent)) return { ...call, body: sent };
  // Left out: a redirect has no body to return, and the caller asks whether the mail was sent.
  const isKept = ([name]: [string, unknown]) =>
    dryRun === true || !/^(_?redirect|_next)$/.test(name);
  // The echo is not sent as _test, whose value "no" would mean that this is not a test.
  const marks = { _test: true, ...(dryRun !== undefined && { _dry_run: dryRun }) };
  return {
    ...call,
    body: { ...Object.fromEntries(Object.entries(sent).filter(isKept)), ...marks },
    ...(typeof echo === 'string' && { echo: shorten(echo) }),
  };
}

/** A call with the form's management token, which most of them need. */
export function callOf(
  id: OperationId,
  { form_id: formId, key_id: keyId, management_token: token }: Arguments,
): OperationCall {
  const { method, path } = OPERATIONS[id];
  const headers = typeof token === 'string' ? { authorization: `Bearer ${token}` } : {};
  return { method, path: pathOf(path, formId, keyId), headers };
}

/** Without settings there is no body, which the operation refuses: `{}` would reset them. */
export function setSettings(args: Arguments): OperationCall {
  const { settings } = args;
  const call = callOf('patchSettings', args);
  return { ...call, body: settings === undefined ? null : settings };
}

export const createAccessKey = (args: Arguments): OperationCall => ({
  ...callOf('createAccessKey', args),
  body: { name: args.name },
});

/** The answer to a call. */
export interface CallOutcome {
  failed: boolean;
  /** The operation's own JSON answer: a resource of the contract or its error envelope. */
  body: Record<string, unknown>;
}

const { FormSettingsView, SubmissionAccepted } = SCHEMAS;
const { proposed } = FormSettingsView.properties;
const { would, fields: effects } = SubmissionAccepted.properties;

/** Shorter schemas for answers: agents already have the long settings as an input. */
const SHORTER: Partial<Record<SchemaName, object>> = {
  FormSettingsView: {
    settings: { type: 'object', description: 'The settings, as set_form_settings takes them.' },
    proposed: { type: 'object', description: proposed.description },
  },
  SubmissionAccepted: {
    would: { type: 'object', description: would.description },
    fields: { type: 'array', description: effects.description },
  },
};

function shorter(name: SchemaName): object {
  const schema: object = SCHEMAS[name];
  const { [name]: members } = SHORTER;
  if (!members || !('properties' in schema)) return schema;
  return { ...schema, properties: { ...Object(schema.properties), ...members } };
}

/** A member of the error envelope. */
export type Detail = keyof typeof SCHEMAS.ErrorEnvelope.properties;

/** The members of every error, and how long to wait, which any of them may say. */
const OF_EVERY_ERROR: readonly Detail[] = [
  ...SCHEMAS.ErrorEnvelope.required,
  'retry_after_seconds',
];

const NEXT_ACTION = { type: 'object', description: SCHEMAS.NextAction.description };

/** The error envelope with the details that an operation gives. */
function errorsOf(codes: readonly ErrorCode[], more: readonly Detail[]): object {
  const { properties } = SCHEMAS.ErrorEnvelope;
  const details = codes.flatMap((code) => errorRow(code).details ?? []);
  const names = [...OF_EVERY_ERROR, ...details, ...more];
  return {
    title: 'ErrorEnvelope',
    ...SCHEMAS.ErrorEnvelope,
    properties: Object.fromEntries(
      names.map((name) => [name, name === 'next_action' ? NEXT_ACTION : properties[name]]),
    ),
  };
}

/**
 * An operation's answer as a tool's output: its schema or the error envelope, because older clients
 * validate errors too. `more`: details beyond those of the codes.
 */
export function answerOf(id: OperationId, more: readonly Detail[] = []) {
  const { answers, errors } = operationOf(id);
  const name = Object.values(answers).find(({ schema }) => schema)?.schema;
  if (name === undefined) throw new Error(`${id} answers without a schema`);
  const answer = { title: name, ...shorter(name) };
  return { type: 'object', oneOf: [answer, errorsOf(errors, more)] } as const;
}
