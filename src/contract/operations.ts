import { DECISION_OPERATIONS } from './decisions.ts';
import { LIMITS } from './limits.ts';
import {
  answer,
  FORM_TYPE,
  get,
  json,
  JSON_TYPE,
  mergePatch,
  patch,
  post,
  put,
  remove,
  routeAnswer,
  type Method,
  type Operation,
} from './operation.ts';

const HOUR = 'public, max-age=3600';

/** Where MCP clients connect. It speaks JSON-RPC, so it is not in this table. */
export const MCP_PATH = '/mcp';

/** The page where a person creates a form. It is for browsers, so it is not in this table. */
export const START_PATH = '/start';

/** The page with the forms of an inbox. It is for browsers, so it is not in this table. */
export const INBOX_PATH = '/inbox';

/** The page that documents the operations. It is for browsers, so it is not in this table. */
export const DOCS_PATH = '/docs';
/** The page of the documentation that has a heading for each code. */
export const ERRORS_PAGE = 'api/errors';

const DISCOVERY = { tag: 'Discovery', rate: 'none' } as const;

const DESCRIPTOR = {
  ...DISCOVERY,
  answers: { 200: answer('The service descriptor.', 'ServiceDescriptor') },
  errors: [],
} as const;

/** Files for browsers. */
const SCRIPT = { rate: 'none', tag: 'Install', errors: [], cache: HOUR } as const;

const artifact = (description: string) =>
  ({ 200: { ...answer(description, 'InstallArtifact'), plainText: true } }) as const;

const settingsAnswer = {
  description: 'The settings of the form.',
  schema: 'FormSettingsView',
  headers: { ETag: 'Changes with the settings and with what waits.' },
} as const;

/** Possible faults of a delivery. */
const DELIVERY_ERRORS = ['delivery_failed', 'config_incomplete', 'internal_error'] as const;

/** Possible faults when an inbox is asked for its consent. */
const CONSENT_ERRORS = ['verified_destination_capacity', ...DELIVERY_ERRORS] as const;

/** Faults of a credential for a form: a management token, or a session of its inbox. */
const CREDENTIAL_ERRORS = [
  'management_token_required',
  'session_invalid',
  'management_token_invalid',
  'route_not_found',
  'rate_limited',
] as const;

/** Possible faults of a change of settings. */
const SETTINGS_ERRORS = [
  'invalid_json',
  'settings_invalid',
  'settings_changed',
  ...CREDENTIAL_ERRORS,
  'inbox_not_verified',
  'delivery_failed',
  'internal_error',
] as const;

/** Possible faults of the session that everything about an inbox needs. */
const SESSION_ERRORS = ['session_required', 'session_invalid', 'rate_limited'] as const;

/** Operations of the holder of a management token, or of the owner of the inbox. */
const MANAGED = {
  tag: 'Routes',
  credential: 'managementToken',
  errors: [...CREDENTIAL_ERRORS, 'internal_error'],
} as const;

/** Operations on a form that need its owner. */
const BY_OWNER = { ...MANAGED, tag: 'Inbox', credential: 'inboxSession', rate: 'writing' } as const;

/** Operations of an owner on the whole inbox. */
const OF_INBOX = {
  tag: 'Inbox',
  credential: 'inboxSession',
  rate: 'inbox',
  errors: [...SESSION_ERRORS, 'internal_error'],
} as const;

/**
 * Every operation the service answers. The router, 405 answers, the OpenAPI document, llms.txt and
 * the scenario coverage test are read from this table.
 */
export const OPERATIONS = {
  getService: {
    ...DESCRIPTOR,
    ...get('/'),
    answers: {
      ...DESCRIPTOR.answers,
      303: {
        description: 'A browser is sent to the page where a person creates a form.',
        headers: { Location: 'The URL of that page.' },
      },
    },
    summary: 'Describe the service',
    description:
      'What this deployment is, where its contract is, and what it stores. Browsers are sent to ' +
      '`/start`, or get a page that says what this is where that is switched off.',
    pages: 'visitor',
  },
  getHealth: {
    ...DESCRIPTOR,
    ...get('/health'),
    summary: 'Check that the service answers',
    description: 'Identical to `GET /`.',
  },
  getWellKnown: {
    ...DESCRIPTOR,
    ...get('/.well-known/letterslot.json'),
    summary: 'Describe the service at its well-known path',
    description: 'Identical to `GET /`.',
  },
  getOpenApi: {
    ...DISCOVERY,
    ...get('/openapi.json'),
    summary: 'Read the machine-readable contract',
    description: 'This document, in OpenAPI 3.1.0.',
    answers: { 200: { description: 'The OpenAPI document.', mediaType: JSON_TYPE } },
    errors: [],
    cache: HOUR,
  },
  getLlmsText: {
    ...DISCOVERY,
    ...get('/llms.txt'),
    summary: 'Read the contract in brief',
    description: 'A compact summary in plain text for people and AI agents.',
    answers: { 200: { description: 'The summary.', mediaType: 'text/plain' } },
    errors: [],
    cache: HOUR,
  },
  getReceiptKeys: {
    ...DISCOVERY,
    ...get('/.well-known/jwks.json'),
    summary: 'Read the public keys of delivery receipts',
    description:
      'A JSON Web Key Set. With it anybody can check the `receipt` of a delivered submission, in its ' +
      'answer or in the header field `Letterslot-Receipt` of its mail.',
    answers: { 200: answer('The key set.', 'ReceiptKeySet') },
    errors: [],
    cache: HOUR,
  },
  getAgentSkills: {
    ...DISCOVERY,
    ...get('/.well-known/agent-skills/index.json'),
    summary: 'List the skills for AI agents',
    description: 'Agent Skills Discovery 0.2.0: one skill, with the digest of its text.',
    answers: { 200: { description: 'The index.', mediaType: JSON_TYPE } },
    errors: [],
    cache: HOUR,
  },
  getAgentSkill: {
    ...DISCOVERY,
    ...get('/.well-known/agent-skills/letterslot/SKILL.md'),
    summary: 'Read the skill for AI agents',
    description:
      'How an agent puts a form on a page: one form for each page, confirmed by a person.',
    answers: { 200: { description: 'The skill.', mediaType: 'text/markdown' } },
    errors: [],
    cache: HOUR,
  },
  getFormScript: {
    ...get('/form.js'),
    ...SCRIPT,
    summary: 'Get the script for forms on any website',
    description:
      'An ES module that sends every `<form action="…/f/…">` of the page without leaving it: with its state in ' +
      '`data-state`, errors at their fields, challenges, files, and the events `letterslot:sent` and ' +
      '`letterslot:error`. The address never changes; what it loads has fixed addresses too.',
    answers: { 200: { description: 'The script.', mediaType: 'text/javascript' } },
  },
  getFormSolver: {
    ...get('/form-solver.js'),
    ...SCRIPT,
    summary: 'Get the solver of challenges',
    description:
      'An ES module whose `solve(challenge)` resolves to the field `altcha`. The script for forms loads it when a ' +
      'challenge is asked for.',
    answers: { 200: { description: 'The solver.', mediaType: 'text/javascript' } },
  },
  getInstall: {
    ...get('/v1/install'),
    rate: 'none',
    tag: 'Install',
    summary: 'Get form code for a framework',
    description:
      'Accessible, unstyled form code in which `{{FORM_ENDPOINT}}` stands for the endpoint of a ' +
      'route.',
    parameters: ['framework', 'style', 'raw'],
    answers: artifact('The form code, with the placeholder.'),
    errors: ['unknown_framework'],
    cache: HOUR,
  },
  getRouteInstall: {
    ...get('/v1/routes/{formId}/install'),
    rate: 'client',
    tag: 'Install',
    summary: 'Get form code for a route',
    description:
      "The same code with the route's own endpoint and the fields of its settings, and what has to " +
      'happen before it delivers.',
    parameters: ['framework', 'style', 'raw'],
    answers: artifact("The form code, with the route's endpoint."),
    errors: ['unknown_framework', 'route_not_found', 'rate_limited', 'internal_error'],
  },
  createRoute: {
    ...post('/v1/routes'),
    rate: 'creation',
    tag: 'Routes',
    summary: 'Create a form endpoint',
    description:
      'Turns an email address into a permanent form endpoint. The inbox confirms once by email ' +
      'before anything is delivered; the endpoint stays the same meanwhile. A form for an inbox that ' +
      'has confirmed before is active at once, with a small share of the month until its owner, who ' +
      'is mailed, approves it.',
    parameters: ['Idempotency-Key'],
    body: json(
      'CreateRouteRequest',
      { email: 'you@example.com', alias: 'Contact form' },
      LIMITS.createBodyBytes,
    ),
    answers: {
      200: routeAnswer('The route that this Idempotency-Key created before.'),
      201: routeAnswer('The route is active: this inbox has confirmed before.'),
      202: routeAnswer('The route waits for its inbox to confirm the verification email.'),
    },
    errors: [
      'invalid_json',
      'invalid_email',
      'invalid_alias',
      'invalid_idempotency_key',
      'delivery_config_unsupported',
      'invalid_webhook_url',
      'settings_invalid',
      'idempotency_key_conflict',
      'rate_limited',
      ...CONSENT_ERRORS,
    ],
  },
  getRoute: {
    ...get('/v1/routes/{formId}'),
    rate: 'client',
    tag: 'Routes',
    summary: 'Poll the status of a route',
    description: 'The state of a route and what has to happen next. Holds no secret.',
    answers: { 200: routeAnswer('The current state.') },
    errors: ['route_not_found', 'config_incomplete', 'rate_limited', 'internal_error'],
  },
  deleteRoute: {
    ...MANAGED,
    ...remove('/v1/routes/{formId}'),
    rate: 'writing',
    summary: 'Delete a route for good',
    description: 'Destroys the route and its sealed destination. There is no way back.',
    answers: { 200: answer('The route is gone.', 'RouteDeleted') },
  },
  getCounts: {
    ...MANAGED,
    ...get('/v1/routes/{formId}/counts'),
    rate: 'client',
    summary: 'Count the submissions of a route',
    description:
      `How many submissions were delivered, failed and refused on each of the last ${LIMITS.countedDays} days (UTC). ` +
      'At most 10 seconds old. Tests count; dry runs, and retries that repeat an answer, do not. `keys` has every request with an access key.',
    answers: { 200: answer('The counts.', 'FormCounts') },
  },
  testForm: {
    ...MANAGED,
    ...post('/v1/routes/{formId}/test'),
    rate: 'client',
    summary: 'Send a test to the inbox and every integration',
    description:
      'Sends one delivery, its subject marked [Test], to the inbox and every integration of the form, waits ' +
      'for each, and says which of them got it. It counts as one delivery of the month. The inbox decides ' +
      'whether it failed, or the webhook of a form without mail. A paused form can be tested too. The test has a sample value for each declared ' +
      'field, in the language of the form, so that the mail looks like that of a visitor. Needs no body.',
    answers: {
      200: answer('The inbox got the test; integrations may not have.', 'TestReport'),
    },
    errors: [
      ...CREDENTIAL_ERRORS,
      'inbox_not_verified',
      'monthly_allowance_exhausted',
      'webhook_delivery_failed',
      ...DELIVERY_ERRORS,
    ],
  },
  getSettings: {
    ...MANAGED,
    ...get('/v1/routes/{formId}/settings'),
    rate: 'client',
    summary: 'Read the settings of a form',
    description:
      '`settings` are those in effect, `proposed` is a change that waits for the owner of the inbox. The ' +
      '`ETag` stands for both. With a management token, secrets of targets and addresses of copies that were set ' +
      'with a session are marks, like `set:Zm9vYmFyMT` or `https://hooks.slack.com/…set:Zm9vYmFyMT`. A `PUT` that ' +
      'repeats a mark next to the same other members keeps its value.',
    answers: { 200: settingsAnswer },
  },
  patchSettings: {
    ...MANAGED,
    ...patch('/v1/routes/{formId}/settings'),
    rate: 'writing',
    summary: 'Change some settings of a form',
    description:
      'A JSON Merge Patch (RFC 7396): members that are absent stay as they are, `null` gives one its default, lists are ' +
      'replaced as a whole. With the management token it starts from `proposed` while a change waits, so that a further ' +
      'one that has to wait replaces the first and has both. Everything else is as with `PUT`.',
    parameters: ['If-Match'],
    body: {
      ...mergePatch(
        'FormSettingsPatch',
        { redirect: 'https://example.com/thanks', subject: null },
        LIMITS.settingsBytes,
      ),
      tooLong: 'settings_invalid',
    },
    answers: { 200: settingsAnswer },
    errors: SETTINGS_ERRORS,
  },
  putSettings: {
    ...MANAGED,
    ...put('/v1/routes/{formId}/settings'),
    rate: 'writing',
    summary: 'Replace the settings of a form',
    description:
      'Takes the whole document: absent members have their defaults, `{}` resets; `PATCH` changes some. What sends content ' +
      'to a new address or integration, mails anybody new, changes who can read it (switching `origins` off) or goes below the ' +
      '`challenge` that the owner asked for with "This was spam" ' +
      `waits for a click of the inbox's owner, at most ${LIMITS.proposalHours} hours, and replaces what waited ` +
      'before; everything else takes effect at once. A form that is not active has nobody to ask: that is ' +
      '`inbox_not_verified`. What the owner sets takes effect at once.',
    parameters: ['If-Match'],
    body: {
      ...json(
        'FormSettings',
        { subject: '{name} · {form}', redirect: 'https://example.com/thanks' },
        LIMITS.settingsBytes,
      ),
      tooLong: 'settings_invalid',
    },
    answers: { 200: settingsAnswer },
    errors: SETTINGS_ERRORS,
  },
  createAccessKey: {
    ...MANAGED,
    ...post('/v1/routes/{formId}/keys'),
    rate: 'writing',
    summary: 'Make an access key for a server',
    description:
      'For websites whose own server posts to the form: it sends the secret as `Authorization: Bearer lsk_…`, and may say ' +
      'in `_visitor_ip` and `_visitor_origin` for whom it speaks. With the setting `access: key` nothing else is taken. The ' +
      `secret is in this answer alone; a form has up to ${LIMITS.accessKeys} keys. If the answer is lost, the key is in the list ` +
      'and nobody has its secret: end it, and make another. A hand-over ends all keys.',
    body: json('AccessKeyRequest', { name: 'Website' }),
    answers: { 201: answer('The key and its secret.', 'AccessKeyMade') },
    errors: [
      'invalid_json',
      'invalid_alias',
      ...CREDENTIAL_ERRORS,
      'access_keys_exhausted',
      'internal_error',
    ],
  },
  listAccessKeys: {
    ...MANAGED,
    ...get('/v1/routes/{formId}/keys'),
    rate: 'client',
    summary: 'List the access keys of a form',
    description: 'Their names, and on which day each was last used; without secrets.',
    answers: { 200: answer('The keys.', 'AccessKeyList') },
  },
  endAccessKey: {
    ...MANAGED,
    ...remove('/v1/routes/{formId}/keys/{keyId}'),
    rate: 'writing',
    summary: 'End an access key',
    description:
      'Submissions with it are refused from now on, on every node. There is no way back.',
    answers: { 200: answer('The key has ended.', 'AccessKeyEnded') },
    errors: [...CREDENTIAL_ERRORS, 'access_key_not_found', 'internal_error'],
  },
  askCopy: {
    ...BY_OWNER,
    ...post('/v1/routes/{formId}/copies'),
    summary: 'Ask an inbox again whether it wants copies',
    description:
      'For the owner of the inbox alone, and an address in the setting `copies`. Within the budgets of ' +
      'verification emails; one that gets copies already is answered as it is. One that wants no such ' +
      'questions is `rate_limited`.',
    body: json('NamedInbox', { email: 'colleague@example.com' }),
    answers: { 200: settingsAnswer },
    errors: [
      ...CREDENTIAL_ERRORS,
      'invalid_json',
      'invalid_email',
      'inbox_not_verified',
      'delivery_failed',
      'internal_error',
    ],
  },
  handOver: {
    ...MANAGED,
    ...post('/v1/routes/{formId}/hand-over'),
    rate: 'writing',
    summary: 'Offer a form to another inbox',
    description:
      'The form moves when both inboxes agree. With a session of its inbox, the other one is mailed a link; with ' +
      'the management token its owner is asked first. Once the other inbox agrees, endpoint, settings and copies ' +
      'stay, the management token before is dead, a change of settings that waited is dropped, and both are ' +
      `mailed. The links work for ${LIMITS.verificationTokenHours} hours, and as long as nothing about the form changes. Not in verified delivery ` +
      'mode.',
    body: json('NamedInbox', { email: 'client@example.com' }),
    answers: { 202: answer('An inbox was asked.', 'HandOverOutcome') },
    errors: [
      ...CREDENTIAL_ERRORS,
      'invalid_json',
      'invalid_email',
      'delivery_config_unsupported',
      'inbox_not_verified',
      'delivery_failed',
      'internal_error',
    ],
  },
  getHandOver: {
    ...MANAGED,
    ...get('/v1/routes/{formId}/hand-over'),
    rate: 'client',
    summary: 'Read whether an offer of the form waits',
    description:
      'The latest offer to another inbox, while it waits for an answer: until its link expires, the form or its ' +
      'management token changes, or it is refused or withdrawn.',
    answers: { 200: answer('What waits.', 'HandOverState') },
  },
  withdrawHandOver: {
    ...MANAGED,
    ...remove('/v1/routes/{formId}/hand-over'),
    rate: 'writing',
    summary: 'Withdraw the offer of a form',
    description: 'The links of the offer end. Repeating it succeeds.',
    answers: { 200: answer('Nothing waits.', 'HandOverState') },
  },
  resendVerification: {
    ...post('/v1/routes/{formId}/verification'),
    rate: 'writing',
    tag: 'Verification',
    summary: 'Send the verification email again',
    description:
      'For a route that still waits for its inbox, within the budget of mails that an inbox gets. An ' +
      'active route that its owner has not approved yet gets the email with the approval link again. ' +
      'One that is approved, or that its owner has stopped, is answered as it is.',
    credential: 'managementToken',
    answers: {
      200: routeAnswer('Nothing was sent: the route is approved, or its owner has stopped it.'),
      202: routeAnswer('The email was sent again; the inbox has to confirm or to approve.'),
    },
    errors: [...CREDENTIAL_ERRORS, 'invalid_email', ...CONSENT_ERRORS],
  },
  ...DECISION_OPERATIONS,
  requestSession: {
    ...post('/v1/inbox/sessions'),
    rate: 'client',
    tag: 'Inbox',
    summary: 'Have a link to a session mailed to an inbox',
    description:
      'Always answered alike, at the same speed: nothing tells whether the address has a form. If ' +
      'exactly this address has one, confirmed or not, it is mailed a link to `/inbox`, which works ' +
      `once, for ${LIMITS.sessionLinkMinutes} minutes. A client network gets at most ${LIMITS.inboxLinksPerHour.network} links an hour to one inbox; one ` +
      'that has confirmed no form gets them on the budgets of verification emails.',
    body: json('SessionRequest', { email: 'you@example.com' }),
    answers: {
      202: answer('If the address has a form, it is mailed.', 'SessionRequested'),
    },
    errors: ['invalid_json', 'invalid_email', 'rate_limited', 'internal_error'],
  },
  exchangeSession: {
    ...post('/v1/inbox/sessions/exchange'),
    rate: 'client',
    tag: 'Inbox',
    summary: 'Begin a session of an inbox',
    description:
      'Exchanges the token of the mailed link for a session, once. Clients must wait for a click of ' +
      'their user: programs that check links may open the page.',
    body: json('SessionExchange', { token: 'v1.k1.9vKd-3sQ' }),
    answers: { 200: answer('The session.', 'Session') },
    errors: ['invalid_json', 'session_invalid', 'rate_limited', 'internal_error'],
  },
  endSession: {
    ...OF_INBOX,
    ...post('/v1/inbox/sessions/end'),
    summary: 'End a session of an inbox',
    description:
      'The session that is sent no longer works, on any node; with `everywhere` no session of the inbox does. ' +
      'Links that wait in mails still begin new ones.',
    body: json('SessionEnd', { everywhere: true }),
    answers: { 200: answer('The session has ended.', 'SessionEnded') },
    errors: [...SESSION_ERRORS, 'invalid_json', 'internal_error'],
  },
  listInboxRoutes: {
    ...OF_INBOX,
    ...get('/v1/inbox/routes'),
    summary: 'List the forms of an inbox',
    description: 'Every form that delivers to exactly this address, and the use of its month.',
    answers: { 200: answer('The forms, oldest first.', 'InboxRouteList') },
    errors: [...SESSION_ERRORS, 'config_incomplete', 'internal_error'],
  },
  getInboxSettings: {
    ...OF_INBOX,
    ...get('/v1/inbox/settings'),
    summary: 'Read the settings of an inbox',
    description: `New forms wait as well for ${LIMITS.newFormHoldDays} days after any stop: then it is on, and ends by itself.`,
    answers: { 200: answer('The settings.', 'InboxSettings') },
  },
  putInboxSettings: {
    ...OF_INBOX,
    ...put('/v1/inbox/settings'),
    summary: 'Replace the settings of an inbox',
    description: 'Takes effect at once. Switching it off also ends what a stop has begun.',
    body: json('InboxSettingsRequest', { confirm_new_forms: true }),
    answers: { 200: answer('The settings now.', 'InboxSettings') },
    errors: [...SESSION_ERRORS, 'invalid_json', 'internal_error'],
  },
  patchInboxSettings: {
    ...OF_INBOX,
    ...patch('/v1/inbox/settings'),
    summary: 'Change some settings of an inbox',
    description:
      'A JSON Merge Patch (RFC 7396); `null` gives a member its default. Takes effect at once.',
    body: mergePatch('InboxSettingsPatch', { confirm_new_forms: true }),
    answers: { 200: answer('The settings now.', 'InboxSettings') },
    errors: [...SESSION_ERRORS, 'invalid_json', 'internal_error'],
  },
  findInboxKey: {
    ...OF_INBOX,
    ...get('/v1/inbox/encryption-key'),
    summary: 'Look up the OpenPGP key of an inbox',
    description:
      'Asks the Web Key Directory of the address that the session is of, over https. Nothing is changed or ' +
      'kept: the key can be sent as `encryption` of the settings of a form. Where there is none that can be used, the ' +
      'answer is `not_found`, and its message says why.',
    answers: { 200: answer('The key.', 'EncryptionKey') },
    errors: [...SESSION_ERRORS, 'not_found', 'internal_error'],
  },
  checkInboxKey: {
    ...OF_INBOX,
    ...post('/v1/inbox/encryption-key'),
    summary: 'Check a key for encryption before it is set',
    description:
      'Says what a person compares before mails are encrypted to a key, or why nothing can be encrypted to it. Nothing ' +
      'is changed or kept.',
    body: json(
      'EncryptionKeyRequest',
      { type: 'openpgp', key: '-----BEGIN PGP PUBLIC KEY BLOCK-----…' },
      LIMITS.createBodyBytes,
    ),
    answers: { 200: answer('The key.', 'EncryptionKey') },
    errors: [...SESSION_ERRORS, 'invalid_json', 'settings_invalid', 'internal_error'],
  },
  stopRoute: {
    ...BY_OWNER,
    ...post('/v1/routes/{formId}/stop'),
    summary: 'Stop a form with a session',
    description:
      'For the owner of the inbox alone: the form waits and delivers nothing until they start it ' +
      'again. No email is sent. With `reason` `spam` it counts as reported, and from then on each new ' +
      'form of the inbox waits for its owner. A form that delivers nothing is answered as it is.',
    body: json('StopRequest', { reason: 'spam' }),
    answers: { 200: routeAnswer('The route as it is now.') },
    errors: [...CREDENTIAL_ERRORS, 'invalid_json', 'internal_error'],
  },
  restartRoute: {
    ...BY_OWNER,
    ...post('/v1/routes/{formId}/restart'),
    summary: 'Start a form with a session',
    description:
      'For the owner of the inbox alone: a form that waits, or that they stopped, is active at once, ' +
      'and one that is active without their approval is approved. In verified delivery mode the mail ' +
      'provider has to know the inbox; otherwise it asks the inbox, and the form waits.',
    answers: { 200: routeAnswer('The route as it is now.') },
    errors: [...CREDENTIAL_ERRORS, 'invalid_email', ...CONSENT_ERRORS],
  },
  renewManagementToken: {
    ...BY_OWNER,
    ...post('/v1/routes/{formId}/management-token'),
    summary: 'Replace the management token of a form',
    description:
      'For the owner of the inbox alone. The token before it is dead at once, and a replay of the ' +
      'creation is answered without secrets. All webhooks have new signing secrets too, which the answer ' +
      'shows; the former ones sign no more. Access keys stay: list them, and end those that nobody knows. Of several ' +
      'at the same time, the last one works.',
    answers: { 200: answer('The new token.', 'ManagementToken') },
  },
  submitForm: {
    ...post('/f/{formId}'),
    rate: 'own',
    tag: 'Submissions',
    summary: 'Submit a form',
    description:
      'Delivers the fields to the inbox and keeps none of them. Reserved fields: `_subject` or ' +
      '`subject`; `_format=json`; `email`, else `_replyto` or `replyto`, in any case (reply-to); ' +
      '`_redirect`, `redirect` or `_next` (absolute https, answered with 303, to a script in a browser in `next`); `_test`, which only with ' +
      '`Authorization: Bearer <management_token>` (or a session) is held to no `origins`; and the ' +
      'traps `_gotcha` and `botcheck`, which people leave empty. With `_dry_run=true` everything ' +
      'is checked, nothing is sent or counted, and the answer says what each field would do; with ' +
      'that header it also says how the submission would be marked, and `used` and `limit`. ' +
      'Captcha tokens and control fields of other services (`_cc`, `_autoresponse`, `_webhook` and ' +
      'the like) are neither honoured nor printed. A form with `origins` only accepts submissions of ' +
      'those websites. Answers have the origin of their page in `Access-Control-Allow-Origin`, and may be read with credentials. ' +
      'A server with an access key of the form sends it as `Authorization: Bearer lsk_…`; its fields `_visitor_ip` (one ' +
      'IPv4 or IPv6 address) and `_visitor_origin` then say for whom it speaks: they count for rates and `origins` and ' +
      'are not delivered. Without a key they are fields like any other. ' +
      'Where the form asks for a challenge (setting `challenge`), the field `altcha` has its solution, once. Sentences in JSON are in the ' +
      'language of the form (setting `language`), else of `Accept-Language`, else in English; codes never change.',
    parameters: ['submissionKey'],
    body: {
      read: 'own',
      schema: {
        type: 'object',
        additionalProperties: true,
        description: 'Flat fields of any name; a repeated key becomes a list.',
      },
      examples: {
        [FORM_TYPE]: { name: 'Ada Lovelace', email: 'ada@example.com', message: 'Hello' },
        'multipart/form-data': { name: 'Ada Lovelace', message: 'Hello' },
        [JSON_TYPE]: { name: 'Ada Lovelace', message: 'Hello', _test: true },
      },
    },
    answers: {
      200: answer(
        'The mail server accepted the message, or a dry run found nothing wrong.',
        'SubmissionAccepted',
      ),
      303: {
        description: 'The mail server accepted the message; go to the page the form named.',
        headers: { Location: 'The URL of the _redirect, redirect or _next field.' },
      },
    },
    errors: [
      'submission_empty',
      'invalid_json',
      'invalid_redirect_url',
      'invalid_idempotency_key',
      'file_uploads_unsupported',
      'too_many_files',
      'file_type_refused',
      'route_not_found',
      'inbox_not_verified',
      'access_key_required',
      'origin_not_allowed',
      'submission_invalid',
      'file_infected',
      'challenge_required',
      'submission_too_large',
      'file_too_large',
      'unsupported_media_type',
      'idempotency_key_conflict',
      'rate_limited',
      'monthly_allowance_exhausted',
      'webhook_delivery_failed',
      ...DELIVERY_ERRORS,
    ],
    pages: 'visitor',
  },
  getChallenge: {
    ...get('/v1/routes/{formId}/challenge'),
    rate: 'own',
    tag: 'Submissions',
    summary: 'Get a challenge for a submission',
    description:
      'A proof of work for one submission to this form, as the ALTCHA widget (its attribute `challenge`, before ' +
      `its version 3 \`challengeurl\`) and its libraries read it: version 1, SHA-256. Valid for ${LIMITS.challengeMinutes} minutes, once; harder for a client that asks often. ` +
      'Every form has one, whatever its `challenge` says.',
    answers: { 200: answer('The challenge.', 'Challenge') },
    errors: ['route_not_found', 'rate_limited', 'internal_error'],
  },
  showThanks: {
    ...get('/thanks'),
    rate: 'none',
    tag: 'Submissions',
    summary: 'Tell a visitor that a message arrived',
    description:
      'The page a browser may go to after a script has submitted a form. It says the same to ' +
      'everyone, in the language of its reader.',
    answers: { 200: { description: 'A page that thanks.', mediaType: 'text/html' } },
    errors: [],
    pages: 'visitor',
  },
  reportBounce: {
    ...post('/v1/bounces/{provider}'),
    rate: 'own',
    tag: 'Operator',
    summary: 'Report mail that came back',
    description:
      'For providers of mail that the operator has set up: SES through SNS (signature, and topics in ' +
      '`SES_BOUNCE_TOPICS`), Postmark (`POSTMARK_BOUNCE_SECRET` as the password of its URL) and Mailgun ' +
      '(signature with `MAILGUN_SIGNING_KEY`); anything else is `not_found`. A form whose mail came back for good, or was called spam, ' +
      'answers 503 `delivery_failed` until its owner confirms the inbox. The answer says nothing about forms. A client may make ' +
      `${LIMITS.strangeReportsPerMinute} requests a minute that are not from the provider; its reports are not limited.`,
    body: {
      read: 'report',
      limit: LIMITS.bounceReportBytes,
      schema: {
        type: 'object',
        additionalProperties: true,
        description: 'As the provider documents it.',
      },
      examples: {
        [JSON_TYPE]: {
          RecordType: 'Bounce',
          Type: 'HardBounce',
          Metadata: { letterslot: '7k2mnp4qrstvwxyzaabc6dmk3f5xq9hjr2u8wz' },
        },
      },
    },
    answers: { 200: answer('The report was read.', 'ReportReceived') },
    errors: ['invalid_json', 'not_found', 'rate_limited', 'internal_error'],
  },
  claimRoute: {
    ...MANAGED,
    ...post('/v1/routes/{formId}/claim'),
    rate: 'writing',
    summary: 'Index a route for account discovery',
    description:
      'Adds a route to the opaque owner index that the operator interface reads. It attaches no ' +
      'account identifier and stores no address. Repeating it succeeds.',
    answers: { 200: answer('The route is in the index.', 'RouteIndexed') },
  },
  listAccountRoutes: {
    ...post('/v1/account/routes'),
    rate: 'own',
    tag: 'Operator',
    summary: 'List the routes of verified emails',
    description:
      'For a trusted account broker that has verified these addresses: the routes that deliver to ' +
      'exactly them. Holds no address, token or secret.',
    credential: 'accountLookupSecret',
    body: json('AccountRoutesRequest', { emails: ['you@example.com'] }, LIMITS.createBodyBytes),
    answers: { 200: answer('The routes, oldest first.', 'AccountRouteList') },
    errors: [
      'invalid_json',
      'invalid_email',
      'account_lookup_unauthorized',
      'account_lookup_unavailable',
      'config_incomplete',
      'internal_error',
    ],
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;

export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

/** The row of an operation, typed by its interface rather than its literal type. */
export function operationOf(id: OperationId): Operation {
  return OPERATIONS[id];
}

/** Methods of each path in the order of the table, as in `Allow`, without HEAD and OPTIONS. */
export function methodsByPath(): Map<string, Method[]> {
  const methods = new Map<string, Method[]>();
  for (const { method, path } of Object.values(OPERATIONS)) {
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  return methods;
}

/** The value of the `Allow` header for a path that answers these methods. */
export function allowHeader(methods: readonly Method[]): string {
  const all = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...all, 'OPTIONS'].join(', ');
}
