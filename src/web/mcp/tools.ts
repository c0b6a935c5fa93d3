import { LIMITS } from '../../contract/limits.ts';
import type { Method } from '../../contract/operation.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { isObject } from '../../platform/text/values.ts';
import { FORM_ID_PATTERN, INPUTS, returns, type ObjectSchema } from './tool-schemas.ts';

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

/** MCP, ToolAnnotations; all four are set, because their defaults assume the worst. */
interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  annotations: Annotations;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  toCall(args: Arguments): OperationCall;
}

const READ_ONLY: Annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

const FORM_ID = new RegExp(FORM_ID_PATTERN);

/** Replaces a malformed id: it is answered like any unknown id and cannot change the path. */
const NO_FORM_ID = 'cfm_none';

function pathOf(path: string, formId: unknown): string {
  const isFormId = typeof formId === 'string' && FORM_ID.test(formId);
  return path.replace('{formId}', isFormId ? formId : NO_FORM_ID);
}

/** Without a key each call creates a form: a key derived from the arguments could be guessed. */
function createForm({ idempotency_key: key, ...body }: Arguments): OperationCall {
  const { method, path } = OPERATIONS.createRoute;
  const call = { method, path, body };
  if (key === undefined) return call;
  return { ...call, headers: { 'idempotency-key': typeof key === 'string' ? key : '' } };
}

const INSTALL_PATH = '/v1/install';
const ROUTE_INSTALL_PATH = '/v1/routes/{formId}/install';

function getInstallCode({ framework, form_id: formId }: Arguments): OperationCall {
  const path = formId === undefined ? INSTALL_PATH : pathOf(ROUTE_INSTALL_PATH, formId);
  const query = new URLSearchParams();
  if (framework !== undefined) {
    query.set('framework', typeof framework === 'string' ? framework : '');
  }
  return { method: 'GET', path: query.size > 0 ? `${path}?${query.toString()}` : path };
}

const shorten = (echo: string) =>
  Array.from(echo.toWellFormed()).slice(0, LIMITS.testEchoCodePoints).join('');

function sendTestSubmission(args: Arguments): OperationCall {
  const { form_id: formId, fields, echo, dry_run: dryRun } = args;
  const { method, path } = OPERATIONS.submitForm;
  const call = { method, path: pathOf(path, formId) };
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

/** A call that needs the form's management token. */
function manage(
  id: 'deleteRoute' | 'resendVerification',
  { form_id: formId, management_token: token }: Arguments,
): OperationCall {
  const { method, path } = OPERATIONS[id];
  const headers = typeof token === 'string' ? { authorization: `Bearer ${token}` } : {};
  return { method, path: pathOf(path, formId), headers };
}

/** The tools, in the order in which a client needs them. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'create_form',
    title: 'Create a form',
    description:
      'Turns an email address into a permanent form endpoint. Unless the inbox has confirmed before, ' +
      'it gets a verification email, and a person has to press the button on the page it links to. ' +
      'Each call creates another form. Send an idempotency_key (16 random bytes, for this form ' +
      'alone) so that a retry returns the same one. Keep the management_token: delete_form needs it.',
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: true,
    },
    inputSchema: INPUTS.createForm,
    outputSchema: returns('Route'),
    toCall: createForm,
  },
  {
    name: 'get_form_status',
    title: 'Get the status of a form',
    description:
      'Whether the inbox of a form has confirmed, and what has to happen next. Poll every ' +
      `${LIMITS.pollIntervalSeconds} seconds while a person confirms.`,
    annotations: READ_ONLY,
    inputSchema: INPUTS.formId,
    outputSchema: returns('Route'),
    toCall: ({ form_id: formId }) => {
      const { method, path } = OPERATIONS.getRoute;
      return { method, path: pathOf(path, formId) };
    },
  },
  {
    name: 'resend_verification',
    title: 'Send the verification email again',
    description:
      'For a form whose owner did not get the email or let its link expire. An inbox gets at most ' +
      `${LIMITS.verificationMailsPerHour} such emails an hour. For an active form that its owner has not approved, ` +
      'it sends the email with the approval link again. Other active forms, and those that their ' +
      'owner has stopped, are answered as they are.',
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: true,
    },
    inputSchema: INPUTS.managedForm,
    outputSchema: returns('Route'),
    toCall: (args) => manage('resendVerification', args),
  },
  {
    name: 'get_install_code',
    title: 'Get the code of a form',
    description:
      'Accessible form code for a framework. With form_id it holds the real endpoint, without it ' +
      'the placeholder {{FORM_ENDPOINT}}.',
    annotations: READ_ONLY,
    inputSchema: INPUTS.installCode,
    outputSchema: returns('InstallArtifact'),
    toCall: getInstallCode,
  },
  {
    name: 'send_test_submission',
    title: 'Send a test submission',
    description:
      'Sends one real email to the confirmed inbox, its subject marked [Test], and counts as one ' +
      'delivery of the month. An answer without test: true means that the spam trap took it. With ' +
      'dry_run nothing is sent or counted, and the answer says what would be, field by field.',
    annotations: {
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: true,
    },
    inputSchema: INPUTS.testSubmission,
    outputSchema: returns('SubmissionAccepted'),
    toCall: sendTestSubmission,
  },
  {
    name: 'get_service_info',
    title: 'Describe the service',
    description: 'What this deployment is, where its contract is, and what it stores.',
    annotations: READ_ONLY,
    inputSchema: INPUTS.nothing,
    outputSchema: returns('ServiceDescriptor'),
    toCall: () => ({ method: 'GET', path: OPERATIONS.getService.path }),
  },
  {
    name: 'delete_form',
    title: 'Delete a form for good',
    description:
      'Destroys a form and its sealed destination; its endpoint answers 404 from then on. There is ' +
      'no way back, so ask the person first.',
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: false,
    },
    inputSchema: INPUTS.managedForm,
    outputSchema: returns('RouteDeleted'),
    toCall: (args) => manage('deleteRoute', args),
  },
];

/** Server instructions: in which order the tools are used, and what a person has to do. */
export const INSTRUCTIONS = `Letterslot makes permanent form endpoints that deliver to a confirmed inbox.

1. create_form with the owner's email address, a name for the form, and an idempotency_key of your own: 16 random
   bytes, kept until you have the answer. Send the same key when you retry, or you create a second form.
2. While status is "pending_verification", a person has to open the verification email in that inbox and
   press the button on the page it links to. Tell them so. Never open the link or confirm by program, even
   with access to the inbox: the confirmation is their consent.
3. Poll get_form_status every ${LIMITS.pollIntervalSeconds} seconds until status is "active". The email did not arrive? Ask the person
   to look into the spam folder, then resend_verification.
4. get_install_code, put the code into the site, then send_test_submission.

A failed call returns error (a stable code), message, retryable, and what to wait for or do next. Repeat only
what is retryable, after retry_after_seconds where it is given. management_token is a secret.`;
