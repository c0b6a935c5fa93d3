import { LIMITS } from '../../contract/limits.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import type { SchemaName } from '../../contract/schemas.ts';
import {
  createForm,
  callOf,
  getInstallCode,
  sendTestSubmission,
  setSettings,
  type Arguments,
  type FormOperation,
  type OperationCall,
} from './tool-calls.ts';
import { INPUTS, returns, type ObjectSchema } from './tool-schemas.ts';

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

/** It reaches people: each call sends once more. */
const SENDS: Annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
};

const DESTROYS: Annotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

/** A tool whose caller has the token of the form, and says nothing else. */
const managed = (
  id: FormOperation,
  answer: SchemaName,
  more?: Parameters<typeof returns>[2],
): Pick<Tool, 'inputSchema' | 'outputSchema' | 'toCall'> => ({
  inputSchema: INPUTS.managedForm,
  outputSchema: returns(answer, id, more),
  toCall: (args) => callOf(id, args),
});

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
    annotations: SENDS,
    inputSchema: INPUTS.createForm,
    outputSchema: returns('Route', 'createRoute'),
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
    outputSchema: returns('Route', 'getRoute'),
    toCall: (args) => callOf('getRoute', args),
  },
  {
    name: 'resend_verification',
    title: 'Send the verification email again',
    description:
      'For a form whose owner did not get the email or let its link expire. An inbox gets at most ' +
      `${LIMITS.verificationMailsPerHour} such emails an hour. For an active form that its owner has not approved, ` +
      'it sends the email with the approval link again. Other active forms, and those that their ' +
      'owner has stopped, are answered as they are.',
    annotations: SENDS,
    ...managed('resendVerification', 'Route'),
  },
  {
    name: 'get_install_code',
    title: 'Get the code of a form',
    description:
      'Accessible form code for a framework. With form_id it holds the real endpoint and the fields of the ' +
      'form, without it the placeholder {{FORM_ENDPOINT}}.',
    annotations: READ_ONLY,
    inputSchema: INPUTS.installCode,
    outputSchema: returns('InstallArtifact', 'getRouteInstall'),
    toCall: getInstallCode,
  },
  {
    name: 'send_test_submission',
    title: 'Send a test submission',
    description:
      'Sends one real email to the confirmed inbox, its subject marked [Test], and counts as one ' +
      'delivery of the month. An answer without test: true means that the spam trap took it. With ' +
      'dry_run nothing is sent or counted, and the answer says what would be, field by field. Without ' +
      'management_token it is judged like a visitor’s: a form with origins refuses it. A form with ' +
      'the setting challenge may answer challenge_required: then use test_form, or send the solution of ' +
      'challenge in fields.altcha.',
    annotations: SENDS,
    inputSchema: INPUTS.testSubmission,
    outputSchema: returns('SubmissionAccepted', 'submitForm'),
    toCall: sendTestSubmission,
  },
  {
    name: 'test_form',
    title: 'Test every place of a form',
    description:
      'Sends one real delivery, its subject marked [Test], to the inbox and every integration of a form, waits ' +
      'for each, and says which of them got it and why another one did not. Counts as one delivery of ' +
      'the month. Where it fails nothing is counted, and reasons says why.',
    annotations: SENDS,
    ...managed('testForm', 'TestReport', ['reasons']),
  },
  {
    name: 'get_form_settings',
    title: 'Read the settings of a form',
    description:
      'What was set of a form: language and subject of its emails, where visitors go afterwards, which ' +
      'websites may submit and so on. proposed is a change that waits for the owner of the inbox. A value that ends ' +
      'with set: and a code is one that only the owner sees: send it back as it is to keep it.',
    annotations: READ_ONLY,
    ...managed('getSettings', 'FormSettingsView'),
  },
  {
    name: 'set_form_settings',
    title: 'Replace the settings of a form',
    description:
      'Replaces all settings, so read them first and send the ones to keep too. A change that lets content ' +
      'reach a new place waits for a click of the inbox’s owner (next_action says so); everything else ' +
      'holds at once. A refusal lists all faults in errors, each with its place.',
    annotations: { ...DESTROYS, openWorldHint: true },
    inputSchema: INPUTS.settings,
    outputSchema: returns('FormSettingsView', 'putSettings'),
    toCall: setSettings,
  },
  {
    name: 'get_form_counts',
    title: 'Count the submissions of a form',
    description:
      'How many submissions were delivered, failed and refused, by error code, on each of the last ' +
      `${LIMITS.countedDays} days (UTC). Days on which nothing came are left out. Numbers only: nothing of a ` +
      'submission is stored.',
    annotations: READ_ONLY,
    ...managed('getCounts', 'FormCounts'),
  },
  {
    name: 'get_service_info',
    title: 'Describe the service',
    description: 'What this deployment is, where its contract is, and what it stores.',
    annotations: READ_ONLY,
    inputSchema: INPUTS.nothing,
    outputSchema: returns('ServiceDescriptor', 'getService'),
    toCall: () => ({ method: 'GET', path: OPERATIONS.getService.path }),
  },
  {
    name: 'delete_form',
    title: 'Delete a form for good',
    description:
      'Destroys a form and its sealed destination; its endpoint answers 404 from then on. There is ' +
      'no way back, so ask the person first.',
    annotations: DESTROYS,
    ...managed('deleteRoute', 'RouteDeleted'),
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
5. Later: get_form_settings and set_form_settings change how the form and its emails behave, test_form says whether inbox
   and integrations get deliveries, get_form_counts how the form does.

A failed call returns error (a stable code), message, retryable, and what to wait for or do next. Repeat only
what is retryable, after retry_after_seconds where it is given. management_token is a secret.`;
