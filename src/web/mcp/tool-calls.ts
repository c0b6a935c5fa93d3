import { parseFormId } from '../../contract/names.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Method } from '../../contract/operation.ts';
import { OPERATIONS, type OperationId } from '../../contract/operations.ts';
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
