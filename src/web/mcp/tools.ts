import { FormSettings } from '../../contract/form-settings.ts';
import { LIMITS } from '../../contract/limits.ts';
import { inputOf } from '../../contract/operation.ts';
import { closedShape, text, textUpTo, yesOrNo } from '../../contract/schema.ts';
import { SCHEMAS } from '../../contract/schemas.ts';
import { KEY_TOOLS } from './key-tools.ts';
import {
  callOf,
  createForm,
  getInstallCode,
  sendTestSubmission,
  setSettings,
  type ToCall,
} from './tool-calls.ts';
import { DESTROYS, FORM_ID, MANAGED, READ_ONLY, SENDS, type ToolRow } from './tool-row.ts';

const { email, alias, delivery } = SCHEMAS.CreateRouteRequest.properties;

/** A schema that takes null too. */
const orNull = (schema: { type: string; enum?: readonly string[] }) => ({
  ...schema,
  type: [schema.type, 'null'],
  ...(schema.enum && { enum: [...schema.enum, null] }),
});

/** The resource with the whole schema of settings, which would be half of the list of tools. */
export const SETTINGS_URI = 'letterslot://form-settings';

/** A schema without its words. */
function wordless(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(wordless);
  if (typeof schema !== 'object' || schema === null) return schema;
  const isWord = ([name, value]: [string, unknown]) =>
    typeof value === 'string' && (name === 'title' || name === 'description');
  const kept = Object.entries(schema).filter((member) => !isWord(member));
  return Object.fromEntries(kept.map(([name, value]) => [name, wordless(value)]));
}

/** Settings to change: null gives one its default. */
const PATCH = {
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(FormSettings.properties).map(([name, schema]) => [
      name,
      wordless(orNull(schema)),
    ]),
  ),
};

/** The tools, in the order in which a client needs them. */
const ROWS: readonly ToolRow[] = [
  {
    name: 'create_form',
    title: 'Create a form',
    description:
      'Turns an email address into a permanent form endpoint. Unless the inbox has confirmed before, ' +
      'it gets a verification email, and a person has to press the button on the page it links to. One form ' +
      'for each page, not one for each run: use the endpoint that the page or AGENTS.md has. Otherwise each call ' +
      'creates another form, unless it has the idempotency_key of an earlier one. Keep the management_token.',
    annotations: SENDS,
    operation: 'createRoute',
    input: {
      email,
      alias: {
        ...alias,
        description:
          'What the form is called, e.g. "Contact form". Not unique; no quotation marks and no URL.',
      },
      'delivery?': delivery,
      'idempotency_key?': textUpTo(
        LIMITS.idempotencyKeyCharacters,
        'Secret, the same for a page and its inbox in every run: SHA-256 in hex of a random secret of the project, the ' +
          'page and the inbox. A repeated call with it returns the same form and its management_token. Without one ' +
          'each call creates another form. If the project keeps no secrets, 16 random bytes.',
      ),
    },
    toCall: createForm,
  },
  {
    name: 'get_form_status',
    title: 'Get the status of a form',
    description:
      'Whether the inbox of a form has confirmed, and what has to happen next. Poll every ' +
      `${LIMITS.pollIntervalSeconds} seconds while a person confirms.`,
    annotations: READ_ONLY,
    operation: 'getRoute',
    input: { form_id: FORM_ID },
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
    operation: 'resendVerification',
    input: MANAGED,
  },
  {
    name: 'get_install_code',
    title: 'Get the code of a form',
    description:
      'Accessible form code for a framework. With form_id it holds the real endpoint and the fields of the ' +
      'form, without it the placeholder {{FORM_ENDPOINT}}.',
    annotations: READ_ONLY,
    operation: 'getRouteInstall',
    input: {
      'framework?': inputOf('framework'),
      'style?': inputOf('style'),
      'form_id?': { ...FORM_ID, description: 'Puts the real endpoint of this form into the code.' },
    },
    toCall: getInstallCode,
  },
  {
    name: 'send_test_submission',
    title: 'Send a test submission',
    description:
      'Sends one real email to the confirmed inbox, its subject marked [Test], and counts as one ' +
      'delivery of the month. An answer without test: true means that the spam trap took it. With ' +
      'dry_run nothing is sent or counted, and the answer says what would be, field by field. Without ' +
      'management_token it is judged like a visitor’s: a form with origins refuses it, and so does one with access: key: then use test_form. A form with ' +
      'the setting challenge may answer challenge_required: then use test_form, or send the solution of ' +
      'challenge in fields.altcha.',
    annotations: SENDS,
    operation: 'submitForm',
    input: {
      form_id: FORM_ID,
      'fields?': {
        type: 'object',
        additionalProperties: { type: ['string', 'number', 'boolean', 'array'] },
        description: 'Fields as a visitor would send them. A short message when left out.',
      },
      'echo?': text(
        'A marker the answer repeats, to match it to this call: its first ' +
          `${LIMITS.testEchoCodePoints} characters.`,
      ),
      'dry_run?': yesOrNo('True runs every check and sends nothing. False when left out.'),
      'management_token?': text(
        'The management_token that create_form returned, a secret: with it the test passes for no stranger’s.',
      ),
    },
    toCall: sendTestSubmission,
  },
  {
    name: 'test_form',
    title: 'Test a form everywhere it delivers to',
    description:
      'Sends one real delivery, its subject marked [Test], to the inbox and every integration of a form, waits ' +
      'for each, and says which of them got it and why another one did not. Counts as one delivery of ' +
      'the month. Where it fails nothing is counted, and reasons says why.',
    annotations: SENDS,
    operation: 'testForm',
    input: MANAGED,
  },
  {
    name: 'get_form_settings',
    title: 'Read the settings of a form',
    description:
      'What was set of a form: language and subject of its emails, where visitors go afterwards, which ' +
      `websites may submit and so on; the resource ${SETTINGS_URI} describes each. ` +
      'proposed is a change that waits for the owner of the inbox. A value that ends ' +
      'with set: and a code is one that only the owner sees: send it back as it is to keep it.',
    annotations: READ_ONLY,
    operation: 'getSettings',
    input: MANAGED,
  },
  {
    name: 'set_form_settings',
    title: 'Change settings of a form',
    description:
      `Changes the settings that are given and leaves the others as they are; null gives one its default. The resource ${SETTINGS_URI} ` +
      'has their schema with what each means. A list replaces the whole list. A change that lets content reach a new place waits for a click of the inbox’s owner ' +
      '(next_action says so); everything else holds at once. A refusal lists all faults in errors, each with its place.',
    annotations: { ...DESTROYS, openWorldHint: true },
    operation: 'patchSettings',
    input: {
      ...MANAGED,
      settings: {
        ...PATCH,
        description: `The settings to change; ${SETTINGS_URI} says what each means. null removes one.`,
      },
    },
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
    operation: 'getCounts',
    input: MANAGED,
  },
  ...KEY_TOOLS,
  {
    name: 'get_service_info',
    title: 'Describe the service',
    description: 'What this deployment is, where its contract is, and what it stores.',
    annotations: READ_ONLY,
    operation: 'getService',
    input: {},
  },
  {
    name: 'delete_form',
    title: 'Delete a form for good',
    description:
      'Destroys a form and its sealed destination; its endpoint answers 404 from then on. There is ' +
      'no way back, so ask the person first.',
    annotations: DESTROYS,
    operation: 'deleteRoute',
    input: MANAGED,
  },
];

export const TOOLS = ROWS.map(({ input, toCall, ...row }) => ({
  ...row,
  inputSchema: closedShape(input),
  toCall: toCall ?? (((args) => callOf(row.operation, args)) satisfies ToCall),
}));

export type Tool = (typeof TOOLS)[number];
