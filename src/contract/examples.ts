import { decisionOf, DECISION_NAMES, unknownChoice } from './decisions.ts';
import { ERROR_VARIANTS, errorRow, type ErrorCode } from './error-codes.ts';
import { LIMITS } from './limits.ts';
import type { Operation } from './operation.ts';
import { DOCS_PATH, ERRORS_PAGE, type OPERATIONS, type OperationId } from './operations.ts';
import { tellWait } from './service-error.ts';
import { referenceOf } from './names.ts';
import type { ErrorEnvelope, NextAction } from './schemas.ts';

type Table = typeof OPERATIONS;

/** `operation status`, for every success that an operation declares. */
export type AnswerKey = {
  [Id in OperationId]: `${Id} ${keyof Table[Id]['answers'] & number}`;
}[OperationId];

/** `operation code`, for every error that an operation declares. */
export type ErrorKey = {
  [Id in OperationId]: `${Id} ${Table[Id]['errors'][number]}`;
}[OperationId];

/** Stands for the public URL in the examples. */
export const EXAMPLE_URL = 'https://forms.example.com';

/** Stands for text that an example leaves out. */
export const LEFT_OUT = '…';

const FORM_ID = 'cfm_7K2MNP4QRSTVWXYZ';
const STATUS_URL = `${EXAMPLE_URL}/v1/routes/${FORM_ID}`;

const NONE: NextAction = { type: 'none' };

const CONFIRM: NextAction = {
  type: 'human_verification',
  message:
    'The owner of the inbox has to open the verification email and confirm on the page it links to. ' +
    'Nothing is delivered before that.',
  poll: { url: STATUS_URL, interval_seconds: LIMITS.pollIntervalSeconds },
};

const DELIVERY_ID = 'msg_cd892447-5368-4698-8922-4366b07915c7';

const UNREACHED =
  'The receiver of the webhook could not be reached, or its certificate is not trusted.';

const FORM_SCRIPT = `${LEFT_OUT}document.addEventListener(${LEFT_OUT}`;

const SECRET = { management_token: `lsm_${LEFT_OUT}` };

const ROUTE = {
  success: true,
  form_id: FORM_ID,
  alias: 'Contact form',
  endpoint: `${EXAMPLE_URL}/f/${FORM_ID}`,
  status_url: STATUS_URL,
  created_at: '2026-11-22T09:30:00.000Z',
};

const ACTIVE = {
  ...ROUTE,
  status: 'active',
  message: 'The form is active: submissions are delivered.',
  next_action: NONE,
};

const PENDING = {
  ...ROUTE,
  status: 'pending_verification',
  verification_expires_at: '2026-11-23T09:30:00.000Z',
  message:
    'The form waits for its inbox to confirm the verification email. The endpoint is permanent.',
  next_action: CONFIRM,
};

const LISTED = {
  form_id: FORM_ID,
  alias: ROUTE.alias,
  status: 'active',
  endpoint: ROUTE.endpoint,
};

const ACCESS_KEY = {
  key_id: 'key_7K2MNP4QRS',
  name: 'Website',
  created: '2026-11-22',
  last_used: null,
};

const KEY = {
  success: true,
  type: 'openpgp',
  key: `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${LEFT_OUT}\n-----END PGP PUBLIC KEY BLOCK-----\n`,
  fingerprint: '6C1B5E0C0F0E4B7E9D3F2A815C4D7E6F8A9B0C1D',
  user_ids: ['Ada Lovelace <owner@example.com>'],
  expires_at: null,
};

const STOPPED = {
  ...PENDING,
  message:
    'The owner of the inbox stopped the form, or another one shortly before it was made. Only they ' +
    'can start it, by a link in a mail to the inbox.',
};

const DESCRIPTOR = {
  name: 'letterslot',
  api_version: 'v1',
  version: '4c0f3e5d2b1a09f8e7d6c5b4a39281706f5e4d3c',
  release: '1.0.0',
  source: 'https://github.com/letterslot/letterslot',
  openapi_url: `${EXAMPLE_URL}/openapi.json`,
  docs_url: `${EXAMPLE_URL}/docs`,
  mcp_url: `${EXAMPLE_URL}/mcp`,
  start_url: `${EXAMPLE_URL}/start`,
  form_script_url: `${EXAMPLE_URL}/form.js`,
  delivery_mode: 'arbitrary',
  persistence: {
    submission_fields: 'never',
    destination_address: 'encrypted',
    submission_history: 'none',
    counters: `Deliveries${LEFT_OUT}`,
    idempotency: `Of a delivered submission with an Idempotency-Key: ${LEFT_OUT}`,
    automatic_answers: `Counts under keyed hashes${LEFT_OUT}`,
  },
};

const CHALLENGE = {
  algorithm: 'SHA-256',
  challenge: 'b17adf8a52ff1fbe2fd7f2b4a4c2c3bc9bcbb25a1f6a2f46b8d3e2a1f6ce3a5d',
  maxnumber: LIMITS.challengeNumber,
  salt: '3f0c9a4e5b6d7c8192a3b4c5?expires=1795340400&',
  signature: '0d5f7c1e4b9a3826d7f5e0c1b2a39485f6e7d8c9ba0b1c2d3e4f5a6b7c8d9e0f',
};

const SETTINGS = {
  success: true,
  form_id: FORM_ID,
  state: 'active',
  settings: {},
  next_action: NONE,
} as const;

const COLLEAGUE = 'colleague@example.com';

const ARTIFACT = {
  success: true,
  notes: [LEFT_OUT],
  test_command: `curl -sS '${LEFT_OUT}-d _test=true`,
};

const page = (title: string, button?: string) =>
  `<!doctype html>${LEFT_OUT}<h1>${title}</h1>${LEFT_OUT}` +
  (button === undefined ? '' : `<button type="submit"${LEFT_OUT}>${button}</button>${LEFT_OUT}`);

/** Answers to mailed links: their pages, and the route after a decision, unless listed below. */
const LINK_EXAMPLES = Object.fromEntries(
  DECISION_NAMES.map(decisionOf).flatMap(({ show, press }) => [
    [`${show.id} 200`, page(show.title, show.button)],
    [`${press.id} 200`, ACTIVE],
  ]),
);

const OWN_EXAMPLES: Record<AnswerKey, object | string> = {
  'getService 200': DESCRIPTOR,
  'getService 303': { Location: `${EXAMPLE_URL}/start` },
  'getHealth 200': DESCRIPTOR,
  'getWellKnown 200': DESCRIPTOR,
  'getOpenApi 200': {
    openapi: '3.1.0',
    info: { title: 'Letterslot', version: '1.0.0' },
    servers: [{ url: EXAMPLE_URL }],
  },
  'getLlmsText 200': `# Letterslot\n\n> One request turns an email address into a permanent form endpoint.${LEFT_OUT}`,
  'getAgentSkills 200': {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: 'letterslot',
        type: 'skill-md',
        description:
          'Puts a form on a website whose messages arrive in a confirmed inbox as email, without a backend. Use it when a site needs a contact, feedback, order or sign-up form, or when a form of Letterslot is to be changed or tested.',
        url: 'letterslot/SKILL.md',
        digest: 'sha256:0c1f5a9d7e3b2c4860f1e2d3c4b5a6978877665544332211ffeeddccbbaa9988',
      },
    ],
  },
  'getAgentSkill 200': `---\nname: letterslot${LEFT_OUT}`,
  'getReceiptKeys 200': {
    keys: [
      {
        kty: 'OKP',
        crv: 'Ed25519',
        x: 'Vud8O5g2R_QgpoouNxxtq7JqAMud7jJp1vBSq1SnVZ8',
        kid: '6u2wm6gpJky3aXaHMmx2ig5SMIbN4HIqDX-SQM9ggRY',
        alg: 'EdDSA',
        use: 'sig',
      },
    ],
  },
  'getFormScript 200': FORM_SCRIPT,
  'getFormSolver 200': `${LEFT_OUT}export{${LEFT_OUT} as solve};${LEFT_OUT}`,
  'getInstall 200': {
    ...ARTIFACT,
    framework: 'react',
    files: [
      {
        path: 'src/ContactForm.tsx',
        content: `${LEFT_OUT}const ENDPOINT = '{{FORM_ENDPOINT}}';${LEFT_OUT}`,
      },
      { path: 'src/contact-form.css', content: `/* Optional. ${LEFT_OUT}` },
    ],
  },
  'getRouteInstall 200': {
    ...ARTIFACT,
    framework: 'vue',
    files: [
      {
        path: 'src/components/ContactForm.vue',
        content: `${LEFT_OUT}const ENDPOINT =\n  import.meta.env.VITE_FORM_ENDPOINT ?? '${ROUTE.endpoint}';${LEFT_OUT}`,
      },
    ],
    form_id: FORM_ID,
    status: 'pending_verification',
    next_action: CONFIRM,
  },
  'createRoute 200': { ...PENDING, ...SECRET, replayed: true },
  'createRoute 201': {
    ...ACTIVE,
    ...SECRET,
    alias: 'Second form',
    message:
      'The form is active: submissions are delivered. The owner of the inbox has been mailed a link ' +
      'to approve it; until they do, it may deliver only a small part of the month.',
  },
  'createRoute 202': { ...PENDING, ...SECRET },
  'getRoute 200': PENDING,
  'deleteRoute 200': { success: true, status: 'deleted', form_id: FORM_ID },
  'getCounts 200': {
    success: true,
    form_id: FORM_ID,
    days: [{ date: '2026-11-22', delivered: 1, failed: 0, refused: { submission_empty: 1 } }],
  },
  'testForm 200': {
    success: true,
    message: 'The test was delivered, but not everywhere: see `reasons`.',
    delivery: { email: 'delivered', webhook: 'failed' },
    reasons: { webhook: UNREACHED },
    delivery_id: DELIVERY_ID,
    reference: referenceOf(DELIVERY_ID),
    used: 1,
    limit: LIMITS.monthlyDeliveries,
  },
  'getSettings 200': SETTINGS,
  'patchSettings 200': { ...SETTINGS, settings: { redirect: 'https://example.com/thanks' } },
  'putSettings 200': { ...SETTINGS, settings: { subject: '{name} · {form}' } },
  'acceptChange 200': SETTINGS,
  'createAccessKey 201': { success: true, key: ACCESS_KEY, secret: `lsk_${LEFT_OUT}` },
  'listAccessKeys 200': { success: true, keys: [ACCESS_KEY] },
  'endAccessKey 200': {
    success: true,
    status: 'ended',
    form_id: FORM_ID,
    key_id: ACCESS_KEY.key_id,
  },
  'askCopy 200': {
    ...SETTINGS,
    settings: { copies: [COLLEAGUE] },
    copies: [{ address: COLLEAGUE, status: 'asked' }],
  },
  'handOver 202': { success: true, form_id: FORM_ID, status: 'owner_asked' },
  'getHandOver 200': {
    success: true,
    form_id: FORM_ID,
    offer: {
      status: 'inbox_asked',
      email: 'client@example.com',
      since: '2026-11-20T10:00:00.000Z',
      expires_at: '2026-11-21T10:00:00.000Z',
    },
  },
  'withdrawHandOver 200': { success: true, form_id: FORM_ID },
  'agreeToHandOver 200': { success: true, form_id: FORM_ID, status: 'handed_over' },
  'agreeToHandOver 202': { success: true, form_id: FORM_ID, status: 'inbox_asked' },
  'answerCopy 200': { success: true, form_id: FORM_ID, status: 'confirmed' },
  'stopCopy 200': { success: true, form_id: FORM_ID, status: 'stopped' },
  'stopCopy 202': { success: true, form_id: FORM_ID, status: 'confirmed' },
  'resendVerification 200': ACTIVE,
  'resendVerification 202': PENDING,
  'stopForm 200': STOPPED,
  'stopForm 202': ACTIVE,
  'restartForm 202': STOPPED,
  'approveForm 200': { ...ACTIVE, alias: 'Second form' },
  'refuseForm 200': { success: true, status: 'deleted', form_id: FORM_ID },
  'stopAnswers 200': { success: true, status: 'stopped' },
  'submitForm 200': {
    success: true,
    ok: true,
    message: 'Thank you. Your message was received.',
    next: `${EXAMPLE_URL}/thanks`,
    delivery: { email: 'delivered' },
    delivery_id: DELIVERY_ID,
    reference: referenceOf(DELIVERY_ID),
    receipt: `eyJhbGciOiJFZERTQSI${LEFT_OUT}`,
    used: 1,
    limit: LIMITS.monthlyDeliveries,
  },
  'submitForm 303': { Location: 'https://example.com/thanks' },
  'getChallenge 200': CHALLENGE,
  'showThanks 200': page('Your message'),
  'requestSession 202': {
    success: true,
    message:
      'If a form delivers to this address, an email with a link is on its way to it. The link works ' +
      `once, for ${LIMITS.sessionLinkMinutes} minutes.`,
  },
  'exchangeSession 200': {
    success: true,
    session: `lss_v1.${LEFT_OUT}`,
    expires_at: '2026-11-22T10:30:00.000Z',
  },
  'endSession 200': { success: true },
  'listInboxRoutes 200': {
    success: true,
    email: `${LEFT_OUT}@example.com`,
    month: { used: 0, limit: LIMITS.monthlyDeliveries, resets_at: '2026-12-01T00:00:00.000Z' },
    routes: [
      {
        ...LISTED,
        name: LISTED.alias,
        created_at: ROUTE.created_at,
        paused: false,
        state: 'active',
        website: null,
        last_delivery: null,
        counts: { delivered: 0, failed: 0, refused: 0 },
      },
    ],
  },
  'getInboxSettings 200': { success: true, confirm_new_forms: false },
  'putInboxSettings 200': { success: true, confirm_new_forms: true },
  'patchInboxSettings 200': { success: true, confirm_new_forms: true },
  'findInboxKey 200': {
    ...KEY,
    user_ids: ['Ada Lovelace <Owner@hooks.example.com>'],
  },
  'checkInboxKey 200': KEY,
  'stopRoute 200': STOPPED,
  'restartRoute 200': ACTIVE,
  'renewManagementToken 200': { success: true, form_id: FORM_ID, ...SECRET },
  'reportBounce 200': { success: true },
  'claimRoute 200': { success: true, status: 'indexed', form_id: FORM_ID },
  'listAccountRoutes 200': {
    success: true,
    routes: [
      {
        ...LISTED,
        status_url: STATUS_URL,
        created_at: ROUTE.created_at,
      },
    ],
  },
};

/**
 * An example of each declared success of each operation: JSON, text, or the headers of an empty
 * answer. `test/contract/compare-example.ts` compares each with the real answer.
 */
export const ANSWER_EXAMPLES: Record<AnswerKey, object | string> = {
  ...LINK_EXAMPLES,
  ...OWN_EXAMPLES,
};

const NO_MEMBER = 'There is no such member. Leave it out.';

/** Members that errors of some codes carry besides the four of every envelope. */
const DETAILS = {
  retry_after_seconds: 30,
  used: LIMITS.monthlyDeliveries,
  limit: LIMITS.monthlyDeliveries,
  resets_at: '2026-12-01T00:00:00.000Z',
  next_action: CONFIRM,
  challenge: CHALLENGE,
  allowed: ['application/pdf', 'image/*'],
  errors: [{ path: '/colour', message: NO_MEMBER }],
};

/** What `limit` is for codes that are not about the month. */
const OTHER_LIMITS: Partial<Record<ErrorCode, number>> = {
  access_keys_exhausted: LIMITS.accessKeys,
  file_too_large: LIMITS.largestFileBytes,
  too_many_files: LIMITS.usualFiles,
};

/** The envelope of a code, in the words of its row. */
export function errorExample(code: ErrorCode): ErrorEnvelope {
  const { message, retryable = false, details = [] } = errorRow(code);
  const known = { ...DETAILS, limit: OTHER_LIMITS[code] ?? DETAILS.limit };
  const more = Object.fromEntries(details.map((name) => [name, known[name]]));
  const told = tellWait(message, DETAILS.retry_after_seconds);
  const docs = `${EXAMPLE_URL}${DOCS_PATH}/${ERRORS_PAGE}#${code}`;
  return { success: false, error: code, message: told, retryable, docs, ...more };
}

const NO_KEY =
  'The mail provider of this address publishes no OpenPGP key for it (Web Key Directory). Paste the key or ' +
  'choose its file.';
const NO_CERTIFICATE =
  'It is not an OpenPGP public key. Send the whole block from "-----BEGIN PGP PUBLIC KEY BLOCK-----" to ' +
  '"-----END PGP PUBLIC KEY BLOCK-----".';
const NOT_CREATED =
  'The verification email could not be sent, so no form was created. Please try again later.';
const ONE_COLLEAGUE = 'Send {"email": "colleague@example.com"} and nothing else.';

const settingsFaults = (path: string) => ({
  errors: [
    { path: `${path}/colour`, message: NO_MEMBER },
    {
      path: `${path}/redirect`,
      message: `It must be an absolute https:// URL, like https://example.com/thanks${LEFT_OUT}`,
    },
  ],
});

/** Codes of single faults of a creation, and where each is. */
const CREATION_FAULTS = [
  ['invalid_email', '/email'],
  ['invalid_alias', '/alias'],
  ['invalid_idempotency_key', ''],
  ['delivery_config_unsupported', '/delivery'],
  ['invalid_webhook_url', '/delivery/webhook/url'],
] as const;

type Own = Partial<ErrorEnvelope>;

const faultAt = (code: ErrorCode, path: string): Own => ({
  errors: [{ path, message: errorRow(code).message }],
});

/** The same for several operations, each of which declares the code. */
const forEach = <const Id extends OperationId, const Code extends ErrorCode>(
  ids: readonly Id[],
  code: Code & (`${Id} ${Code}` extends ErrorKey ? unknown : never),
  own: Own | string,
) => ids.map((id) => [`${id} ${code}`, own] as const);

/** Answers that are more exact than their error code's row: another message or more members. */
const OWN = new Map<string, Own | string>([
  ...DECISION_NAMES.map(decisionOf).map(
    ({ press, choices }) => [`${press.id} invalid_json`, unknownChoice(choices)] as const,
  ),
  ...forEach(
    ['stopForm', 'restartForm', 'reportNotSpam', 'stopCopy', 'handOver', 'agreeToHandOver'],
    'delivery_failed',
    'The email could not be sent, so nothing was changed. Please try again later.',
  ),
  ...forEach(['createRoute', 'resendVerification'], 'delivery_failed', NOT_CREATED),
  ...forEach(
    ['askCopy', 'resendVerification', 'agreeToHandOver'],
    'rate_limited',
    'This inbox was sent as many verification emails as it gets in an hour or a day. Try again in 30 seconds.',
  ),
  ...forEach(
    ['resendVerification', 'restartForm', 'restartRoute'],
    'invalid_email',
    'The mail provider of this deployment does not take this address.',
  ),
  ...forEach(
    ['askCopy', 'stopRoute', 'restartRoute', 'renewManagementToken'],
    'management_token_required',
    'Only the owner of the inbox can do this: send a session of the inbox as "Authorization: Bearer <session>".',
  ),
  ...forEach(
    [
      'askCopy',
      'stopRoute',
      'restartRoute',
      'renewManagementToken',
      'handOver',
      'getHandOver',
      'withdrawHandOver',
    ],
    'management_token_invalid',
    'This form delivers to another inbox than the one that the session is of.',
  ),
  ...CREATION_FAULTS.map(([code, path]) => [`createRoute ${code}`, faultAt(code, path)] as const),
  ...forEach(['createAccessKey'], 'invalid_json', 'Send {"name": "Website"} and nothing else.'),
  ...forEach(
    ['createAccessKey'],
    'invalid_alias',
    'The name must be 1 to 60 characters without line breaks, control characters or direction signs.',
  ),
  ...forEach(['askCopy', 'handOver'], 'invalid_json', ONE_COLLEAGUE),
  ...forEach(['putSettings', 'patchSettings'], 'settings_invalid', settingsFaults('')),
  ...forEach(
    ['putSettings', 'patchSettings'],
    'inbox_not_verified',
    'This change needs the consent of the owner of the inbox, who is mailed about changes of active ' +
      'forms alone. Nothing was changed; try again once they have confirmed or started the form.',
  ),
  ...forEach(
    ['putSettings', 'patchSettings'],
    'delivery_failed',
    'The email to the owner of the inbox could not be sent, so nothing was changed. Please try again later.',
  ),
  ...forEach(
    ['putInboxSettings', 'patchInboxSettings'],
    'invalid_json',
    'Send {"confirm_new_forms": true} or {"confirm_new_forms": false} and nothing else.',
  ),
  ...forEach(['showHandOver', 'showCopy'], 'route_not_found', ERROR_VARIANTS.refused_question),
  ...Object.entries({
    'createRoute settings_invalid': settingsFaults('/settings'),
    'findInboxKey not_found': NO_KEY,
    'checkInboxKey invalid_json': `Send {"type": "openpgp", "key": "-----BEGIN PGP PUBLIC KEY BLOCK-----${LEFT_OUT}"}.`,
    'checkInboxKey settings_invalid': {
      message: NO_CERTIFICATE,
      errors: [{ path: '/key', message: NO_CERTIFICATE }],
    },
    'setOrigin verification_token_expired': ERROR_VARIANTS.ended_origin_link,
    'setOrigin verification_mismatch': ERROR_VARIANTS.other_origins,
    'askCopy invalid_email': 'This address is not among the copies of the form.',
    'askCopy delivery_failed':
      'The email could not be sent, so the inbox was not asked. Please try again later.',
    'handOver invalid_email': 'The form delivers to this inbox already.',
    'handOver delivery_config_unsupported':
      'Here the mail provider confirms inboxes itself, so a form cannot move to another one. Create a form ' +
      'for the other inbox.',
    'agreeToHandOver verification_mismatch': ERROR_VARIANTS.ended_hand_over,
    'answerCopy verification_mismatch': ERROR_VARIANTS.ended_copy,
    'acceptChange verification_mismatch': ERROR_VARIANTS.outdated_change,
    'testForm webhook_delivery_failed': { reasons: { webhook: UNREACHED } },
    'testForm delivery_failed': {
      reasons: { email: 'The mail server of this deployment refused it: it answered 451.' },
    },
    'listAccountRoutes invalid_json': `Send {"emails": [...]} with 1 to ${LIMITS.emailsPerLookup} addresses and nothing else.`,
    'stopRoute invalid_json': 'Send {} or {"reason": "spam"} and nothing else.',
    'restartRoute delivery_failed':
      'The mail provider could not be asked to verify the inbox, so no form was created. Please try again later.',
    'submitForm invalid_redirect_url':
      'The _redirect field must be an absolute https:// URL, like https://example.com/thanks: a ' +
      'relative path works elsewhere, but not here.',
    'submitForm submission_invalid': {
      errors: [
        {
          field: 'email',
          code: 'typeMismatch',
          message: 'Enter an email address, like name@example.com.',
        },
        { field: 'message', code: 'valueMissing', message: 'Fill in this field.' },
      ],
    },
    'submitForm submission_too_large': `The texts of the submission are larger than ${LIMITS.submissionBytes} bytes.`,
  } satisfies Partial<Record<ErrorKey, Own | string>>),
]);

/** Above this room are the sentences for visitors; `errors` repeats that of a single fault. */
const TO_VISITORS = { visitor_message: LEFT_OUT, errors: [{ message: LEFT_OUT }] };

/** The envelope that an operation answers with, if it differs from `errorExample`. */
export function ownErrorExample(
  id: OperationId,
  { pages }: Pick<Operation, 'pages'>,
  code: ErrorCode,
): ErrorEnvelope | undefined {
  const own = OWN.get(`${id} ${code}`);
  if (own === undefined && pages !== 'visitor') return undefined;
  return {
    ...(pages === 'visitor' && TO_VISITORS),
    ...errorExample(code),
    ...(typeof own === 'string' ? { message: own } : own),
  };
}
