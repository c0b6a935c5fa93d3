import type { FromSchema } from 'json-schema-to-ts';
import { CHANNEL_NAMES, type ChannelName } from './channels.ts';
import {
  DEPLOYMENT_MODES,
  FIELD_EFFECTS,
  FRAMEWORK_IDS,
  FORM_STATES,
  ROUTE_STATUSES,
  DELIVERY_MODES,
  COPY_STATUSES,
  FIELD_FAULT_CODES,
  SUSPICIONS,
} from './enums.ts';
import { FormSettings } from './form-settings.ts';
import { ACCESS_KEY_ID_PATTERN, FORM_ID_PATTERN, REFERENCE_PATTERN } from './names.ts';
import { LIMITS } from './limits.ts';
import {
  choice,
  closed,
  closedShape,
  count,
  email,
  instant,
  list,
  listUpTo,
  matching,
  open,
  openShape,
  patchOf,
  text,
  textOrNone,
  textsByName,
  textUpTo,
  uri,
  yesOrNo,
  type Members,
} from './schema.ts';

const yes = { type: 'boolean', const: true } as const;
const no = { type: 'boolean', const: false } as const;

/** The body of a success: these members besides `success`, and no others. */
const answered = <const M extends Members>(description: string, members: M) =>
  closed(description, { success: yes, ...members });

const reference = matching(
  REFERENCE_PATTERN,
  'Names the delivery where people read it out or write it down, like `K74M-2Q9D`; made of `delivery_id` alone.',
);
const formId = matching(FORM_ID_PATTERN, 'Permanent public identifier of the form route.');

const keyId = matching(ACCESS_KEY_ID_PATTERN, 'Names the key; no secret.');

const day = (description: string) => ({ type: 'string', format: 'date', description }) as const;

const AccessKey = closed('An access key of a form, without its secret.', {
  key_id: keyId,
  name: text('What its maker called it.'),
  created: day('The day (UTC) on which it was made.'),
  last_used: {
    type: ['string', 'null'],
    format: 'date',
    description: `The last day (UTC) on which a submission came with it, at most 10 seconds late; null for none in ${LIMITS.accessKeyUseDays} days.`,
  },
});

const status = choice(
  ROUTE_STATUSES,
  'Whether the destination inbox has confirmed the verification email.',
);

const state = choice(
  FORM_STATES,
  'Whether it delivers: `active`, or why it does not. `paused` by its settings, `unconfirmed` by its ' +
    'inbox, `stopped` by its owner, `bounced` when mail to its inbox came back, `complaint` when ' +
    'a mail of it was reported as spam.',
);

/** The first members of a form in a list. */
const listed = {
  form_id: formId,
  alias: text('Human label, not unique.'),
  status,
  endpoint: uri('Permanent submission URL.'),
};

const NextAction = {
  description: 'What has to happen next, and who has to do it.',
  oneOf: [
    {
      title: 'NextActionNone',
      ...closedShape({
        type: { type: 'string', const: 'none' },
      }),
    },
    {
      title: 'NextActionVerification',
      ...closedShape({
        type: { type: 'string', const: 'human_verification' },
        message: text('What a person has to do.'),
        poll: {
          title: 'NextActionPoll',
          ...closedShape({
            url: uri('URL to poll until the status is active.'),
            interval_seconds: count('Seconds to wait between two polls.'),
          }),
        },
      }),
    },
  ],
} as const;

const label = (description: string) => textUpTo(LIMITS.aliasCodePoints, description);

/** Deliveries of a deployment without a monthly limit are not counted. */
const counted = (description: string) => ({ type: ['integer', 'null'], description }) as const;

const newForms = yesOrNo(
  'Whether each new form of the inbox waits for its owner, although the inbox has confirmed others. ' +
    'On after any stop for spam.',
);

const Challenge = closed(
  'A challenge of ALTCHA, version 1: the `number` from 0 to `maxnumber` is to be found for which the SHA-256 of ' +
    '`salt` and the number, as text, is `challenge`. The field `altcha` takes it as the widget sends it: ' +
    '`{algorithm, challenge, number, salt, signature}` as JSON in base64.',
  {
    algorithm: { type: 'string', const: 'SHA-256' },
    challenge: matching('^[0-9a-f]{64}$', 'The hash, in hex.'),
    maxnumber: count('The largest number that it may be.'),
    salt: text('Random; its parameter `expires` says until when a solution is valid, in seconds.'),
    signature: text('Signs the challenge for this form; send it back unchanged.'),
  },
);

/** Named schemas of the contract. */
export const SCHEMAS = {
  NextAction,
  Route: answered('A form route and its current state.', {
    status,
    form_id: formId,
    alias: text(
      'The name given at creation, not unique. It stays: what people read in mails, pages and lists is the setting `name`, if ' +
        'there is one.',
    ),
    endpoint: uri('Permanent submission URL; stable while verification is pending.'),
    status_url: uri('URL to poll.'),
    'created_at?': instant('When the route was created.'),
    'verification_expires_at?': instant(
      'When the emailed link expires; present while pending in arbitrary delivery mode.',
    ),
    'management_token?': text(
      'Secret bearer credential for delete and claim; at creation and replay only.',
    ),
    'webhook?': closedShape({
      secret: matching('^whsec_', 'Standard Webhooks signing secret; at creation and replay only.'),
    }),
    'replayed?': yesOrNo('True on an idempotent replay.'),
    message: text('The state of the route in words.'),
    next_action: NextAction,
  }),
  CreateRouteRequest: {
    // Within allOf: generators of clients take an anyOf at the top for a choice between types.
    allOf: [
      { anyOf: [{ required: ['alias'] }, { required: ['formName'] }, { required: ['form_name'] }] },
    ],
    ...open(
      'Turns an inbox into a form endpoint. Further members have no effect; the `message` of the answer ' +
        'names them.',
      {
        email: email('Destination inbox; sealed at rest.'),
        'alias?': label(
          'Human label on one line, without URLs; `formName` and `form_name` are accepted in its place.',
        ),
        'formName?': label('Synonym of alias.'),
        'form_name?': label('Synonym of alias.'),
        'delivery?': openShape({
          'mode?': {
            ...choice(DELIVERY_MODES, 'How submissions are delivered.'),
            default: DELIVERY_MODES[0],
          },
          'webhook?': openShape({
            url: uri('Public https receiver; required for webhook and both.'),
          }),
        }),
        'settings?': FormSettings,
      },
    ),
  } as const,
  FormSettings,
  FormSettingsPatch: patchOf('FormSettings', FormSettings),
  FormSettingsView: answered(
    'The settings of a form, and a change of them that waits for the owner of its inbox.',
    {
      form_id: formId,
      state,
      settings: FormSettings,
      'proposed?': {
        ...FormSettings,
        title: 'ProposedSettings',
        description: `What the settings become when the owner agrees, within ${LIMITS.proposalHours} hours.`,
      },
      'targets_off?': {
        title: 'TargetsOff',
        ...list(
          'Targets that get nothing, because they answered that they no longer exist; only where there are any. A ' +
            '`PUT` that lists one switches it on again.',
          closedShape({
            path: text('JSON Pointer into this answer, like `/settings/targets/0`.'),
            name: text('What reports of deliveries call it, like `slack_2`.'),
            status: count('The HTTP status that it answered: 404 or 410.'),
            since: instant('When it was switched off.'),
          }),
        ),
      },
      'health?': {
        title: 'InboxHealth',
        ...closed(
          'Only where mail to the inbox did not arrive. `bounced`: it was reported to take no mail; ' +
            '`complaint`: its owner called a mail of the form spam. Until that ends, submissions are answered ' +
            'with 503 `delivery_failed`. `healed`: the inbox gets mail again, since `until`; said for ' +
            `${LIMITS.healedDays} days.`,
          {
            status: { type: 'string', enum: ['bounced', 'complaint', 'healed'] },
            since: { type: 'string', format: 'date-time' },
            'until?': { type: 'string', format: 'date-time' },
          },
        ),
      },
      'copies?': listUpTo(
        LIMITS.copies,
        'How the inboxes stand that get copies; absent where the form has none.',
        closedShape({
          address: text('The address, as `settings.copies` has it.'),
          status: choice(
            COPY_STATUSES,
            '`not_asked`: no mail was sent yet, or none could be. `asked`: it has not answered. ' +
              '`confirmed`: it gets each message. `stopped`: it ended its copies. `refused`: it wants no such ' +
              'questions for now. `bounced`: mail to it came back.',
          ),
        }),
      ),
      next_action: NextAction,
    },
  ),
  NamedInbox: closed('An inbox that is to be asked.', {
    email: email('Its address.'),
  }),
  CopyResult: answered('How an inbox stands with the copies of a form.', {
    form_id: formId,
    status: choice(
      [...COPY_STATUSES, 'ended', 'allowed'],
      '`ended`: the form has no copies for this inbox any more. `allowed`: such questions arrive again.',
    ),
  }),
  HandOverOutcome: answered('How a form moves to another inbox.', {
    form_id: formId,
    status: choice(
      ['owner_asked', 'inbox_asked', 'handed_over', 'ended', 'refused', 'allowed'],
      '`owner_asked`: its owner was mailed, who has to agree first. `inbox_asked`: the other inbox was ' +
        'mailed. `handed_over`: it delivers there. `ended`: the offer is no longer valid. `refused`: the inbox ' +
        'wants no such emails for now; `allowed`: they arrive again.',
    ),
  }),
  HandOverState: answered('The offer of a form to another inbox; without `offer`, nothing waits.', {
    form_id: formId,
    'offer?': closedShape({
      status: choice(
        ['owner_asked', 'inbox_asked'],
        'Whose answer it waits for: the owner of the form, or the other inbox.',
      ),
      'email?': text(
        'The other inbox. The holder of the management token sees it where they named it themselves.',
      ),
      since: instant('When the email that asks was sent.'),
      expires_at: instant('When its link expires.'),
    }),
  }),
  SubmissionAccepted: open(
    'The submission was accepted by the mail server, or a dry run would have been sent to it.',
    {
      success: yes,
      'ok?': { ...yes, description: 'The same as success, which scripts of other services read.' },
      message: text('What happened, in words.'),
      'test?': yesOrNo('True for a delivered _test submission; absent when it was spam-filtered.'),
      'echo?': textOrNone('The non-boolean _test value.'),
      'delivery?': textsByName(
        'Per-channel report. `auto_reply` is there where the form has one: `sent`, or `skipped` for any reason.',
      ),
      'delivery_id?': text('Names the delivery in the mail, in its receipt and to webhooks.'),
      'reference?': reference,
      'receipt?': text(
        'Signed proof of the delivery, `JWS~CLAIMS~PATH`: the JWS (RFC 7515, EdDSA with Ed25519) signs ' +
          'the root of a Merkle tree (RFC 9162), to which the path leads from the claims; the public ' +
          'key is at /.well-known/jwks.json. Absent when nothing was delivered.',
      ),
      'used?': count(
        'Deliveries used this month; of a dry run only with the management token or a session.',
      ),
      'limit?': count(
        'Deliveries allowed each month; of a dry run only with the management token or a session.',
      ),
      'next?': uri('A page of thanks, for client packages of other services that ask for one.'),
      'dry_run?': yesOrNo('True for a dry run: nothing was sent and nothing was counted.'),
      'would?': open('What a real submission would do; dry runs alone.', {
        deliver: {
          type: 'object',
          description:
            'The channels that would carry it; none if a spam trap is filled. Chats and copies only if the form has them.',
          required: ['email', 'webhook'],
          properties: Object.fromEntries(
            [...CHANNEL_NAMES, 'copies'].map((name) => [name, { type: 'boolean' }]),
          ) as Record<ChannelName | 'copies', { readonly type: 'boolean' }>,
        },
        subject: text('The subject of the email.'),
        reply_to: textOrNone('The address a reply would go to.'),
        redirect: textOrNone('Where the visitor would be sent.'),
        trapped: yesOrNo('Whether a spam trap is filled, so that it would be dropped.'),
        'suspicious?': list(
          'Why its subject would be marked, for the holder of the management token or a session alone. ' +
            'What was sent before, here or to other forms, is not looked at.',
          { type: 'string', enum: SUSPICIONS },
        ),
        attach_json: yesOrNo('Whether the fields would be attached as submission.json.'),
        'files?': list(
          'The files that would be attached; absent where there are none.',
          openShape({
            field: text('The name of the field that it was sent in.'),
            name: text('Its name; empty where it has none.'),
            size: count('Its bytes.'),
            type: text('The media type that the client claims.'),
          }),
        ),
        test: yesOrNo('Whether it would be marked as a test.'),
      }),
      'fields?': list(
        'What each field does, in the order they came; dry runs alone.',
        openShape({
          name: text('The name of the field.'),
          effect: { type: 'string', enum: FIELD_EFFECTS },
          'note?': text('Why, where that is not plain.'),
        }),
      ),
    },
  ),
  TestReport: answered('How a test went, for the inbox and each integration.', {
    message: text('What happened, in words.'),
    delivery: textsByName(
      'The outcome of the inbox and each integration: `delivered` or `failed`; of copies `partly` too, if some got it.',
    ),
    'reasons?': textsByName('Why those that failed did; absent if none did.'),
    delivery_id: text('Names the delivery in the mail and to webhooks.'),
    reference,
    'used?': count('Deliveries used this month.'),
    'limit?': count('Deliveries allowed each month.'),
  }),
  AccessKeyRequest: closed('An access key that is to be made.', {
    name: textUpTo(
      LIMITS.accessKeyNameCodePoints,
      'What it is called in lists, by the rules of `alias`; not unique.',
    ),
  }),
  AccessKeyMade: answered('A new access key, with its secret.', {
    key: AccessKey,
    secret: matching('^lsk_', 'Secret bearer credential of submissions; in this answer only.'),
  }),
  AccessKeyList: answered('The access keys of a form.', {
    keys: listUpTo(LIMITS.accessKeys, 'Oldest first.', AccessKey),
  }),
  AccessKeyEnded: answered('The access key has ended on every node.', {
    status: { type: 'string', const: 'ended' },
    form_id: formId,
    key_id: keyId,
  }),
  RouteDeleted: answered('The route and its destination are gone.', {
    status: { type: 'string', const: 'deleted' },
    form_id: formId,
  }),
  FormCounts: answered('What became of the submissions of a form, by UTC day. Numbers only.', {
    form_id: formId,
    days: listUpTo(
      LIMITS.countedDays,
      'Oldest first; days on which nothing was counted are left out.',
      closedShape({
        date: day('The day, in UTC.'),
        delivered: count('Accepted by the mail server or the webhook receiver, tests included.'),
        failed: count('Answered with a 5xx: not delivered, through no fault of the visitor.'),
        refused: {
          type: 'object',
          additionalProperties: { type: 'integer', minimum: 1 },
          description: 'How many got each error code (4xx); `trap` is a filled spam trap.',
        },
        'keys?': {
          type: 'object',
          additionalProperties: { type: 'integer', minimum: 1 },
          description:
            'How many came with each access key, by its id, whatever became of them; absent where none did.',
        },
      }),
    ),
  }),
  SessionRequest: open('Whose forms to manage. Further members have no effect.', {
    email: email('The exact address.'),
  }),
  SessionRequested: answered('The same for every address.', {
    message: text('What happens next, in words.'),
  }),
  SessionExchange: open('The token of the link that was mailed to the inbox.', {
    token: text('What follows `#token=` in the link.'),
  }),
  Session: answered('A session of an inbox. It is not stored and cannot be renewed.', {
    session: matching('^lss_', 'Secret bearer credential.'),
    expires_at: instant('When it ends, an hour later.'),
  }),
  SessionEnd: closed('Which sessions end: the one that is sent, or all of its inbox.', {
    'everywhere?': yesOrNo('Whether every session of the inbox ends.'),
  }),
  SessionEnded: answered('The session has ended on every node.', {}),
  InboxRouteList: answered('The forms that deliver to exactly the address of the session.', {
    email: text('The address.'),
    month: closed('The allowance, which all spellings of the address share.', {
      used: counted('Deliveries used this month; null where the deployment has no limit.'),
      limit: counted('Deliveries allowed each month; null where the deployment has no limit.'),
      resets_at: instant('When the next month begins.'),
    }),
    routes: list(
      'Oldest first, without those that the operator has suspended.',
      closedShape({
        ...listed,
        name: text('What people call the form: the name in its settings, or its alias.'),
        created_at: instant('When the route was created.'),
        paused: yesOrNo('Whether its settings pause it.'),
        state,
        website: textOrNone(
          'The website of its settings: the URL of `website`, or else the first of `origins`; null without one.',
        ),
        last_delivery: {
          type: ['string', 'null'],
          format: 'date',
          description: `The last day (UTC) on which it delivered; null for none in ${LIMITS.countedDays} days.`,
        },
        counts: closed('What became of the submissions of this month (UTC).', {
          delivered: count('Delivered.'),
          failed: count('Answered with a 5xx.'),
          refused: count('Answered with a 4xx, or dropped by a spam trap.'),
        }),
      }),
    ),
  }),
  InboxSettingsRequest: closed('Settings for all forms of an inbox.', {
    confirm_new_forms: newForms,
  }),
  InboxSettingsPatch: patchOf('InboxSettingsRequest', {
    properties: { confirm_new_forms: newForms },
  }),
  InboxSettings: answered('Settings for all forms of an inbox.', { confirm_new_forms: newForms }),
  EncryptionKeyRequest: closed('A public key that mails may be encrypted to, before it is set.', {
    type: { type: 'string', enum: ['openpgp'] },
    key: { type: 'string', minLength: 1, maxLength: LIMITS.checkedKeyCharacters },
  }),
  EncryptionKey: answered('A public key that mails can be encrypted to now.', {
    type: choice(['openpgp'], '`type` of `encryption`.'),
    key: text('`key` of `encryption`: of a certificate, the parts that encryption needs.'),
    fingerprint: text('Upper-case hex, to be compared with what the program of its owner shows.'),
    user_ids: list('Whom the certificate names; anybody can write any name.', { type: 'string' }),
    expires_at: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the key expires; null for never.',
    },
  }),
  StopRequest: closed('Why a form is stopped.', {
    'reason?': { type: 'string', enum: ['spam'] },
  }),
  ManagementToken: answered('A new management token; the one before it no longer works.', {
    form_id: formId,
    management_token: matching('^lsm_', 'Secret bearer credential.'),
    'webhooks?': {
      minItems: 1,
      ...list(
        'The webhooks of the form with their new signing secrets; absent without one.',
        closedShape({
          url: { type: 'string', format: 'uri' },
          secret: text('Signs from now on, alone.'),
        }),
      ),
    },
  }),
  ReportReceived: answered('A report about a mail was read. Says nothing about forms.', {}),
  RouteIndexed: answered('The route is found by account discovery.', {
    status: { type: 'string', const: 'indexed' },
    form_id: formId,
  }),
  RefusalResult: answered(
    'What became of the route: gone, or as it was because its inbox had confirmed it; `allowed` when ' +
      'verification emails arrive again.',
    {
      status: { type: 'string', enum: ['deleted', ...ROUTE_STATUSES, 'allowed'] },
      form_id: formId,
    },
  ),
  AnswersResult: answered('Whether automatic replies arrive at the address of the link.', {
    status: { type: 'string', enum: ['stopped', 'allowed'] },
  }),
  AccountRoutesRequest: closed('Addresses whose owner the broker has verified.', {
    emails: {
      type: 'array',
      minItems: 1,
      maxItems: LIMITS.emailsPerLookup,
      items: { type: 'string', format: 'email' },
    },
  }),
  AccountRouteList: answered('The routes that deliver to the addresses asked for.', {
    routes: {
      type: 'array',
      items: closedShape({
        ...listed,
        status_url: uri('URL to poll.'),
        created_at: instant('When the route was created.'),
      }),
    },
  }),
  InstallArtifact: answered('An accessible form for one framework, as files to add to a website.', {
    framework: choice(FRAMEWORK_IDS, 'What the code is for.'),
    files: {
      type: 'array',
      minItems: 1,
      items: closedShape({
        path: text('Where the file may go.'),
        content: text('What is in it.'),
      }),
    },
    notes: list('What to know before use.', { type: 'string' }),
    test_command: text(
      'A shell command that sends a submission marked with _test. It reads no file; `notes` say why, where it cannot work.',
    ),
    'form_id?': formId,
    'status?': status,
    'next_action?': NextAction,
  }),
  Challenge,
  ErrorEnvelope: open('Every other answer.', {
    success: no,
    error: text('A code of the error table.'),
    message: text('What is wrong, and what to do about it.'),
    retryable: yesOrNo('Whether the same request may succeed later.'),
    'docs?': uri('Where this deployment describes the code.'),
    'visitor_message?': text(
      'What happened, for the visitor who sent a form and in their language; of submissions alone.',
    ),
    'did_you_mean?': text('The known name that a misspelt one most likely stands for.'),
    'retry_after_seconds?': count('Seconds to wait before the next try.'),
    'doubtful?': yesOrNo(
      'True if the message may have arrived: sending it again may deliver it twice.',
    ),
    'used?': count('Deliveries used this month.'),
    'limit?': count('What is exceeded: deliveries a month, bytes, files or access keys.'),
    'resets_at?': instant('When the allowance resets.'),
    'next_action?': NextAction,
    'challenge?': Challenge,
    'allowed?': list(
      'The types of files that the form takes; `*/*` for all but those that mail providers block.',
      { type: 'string' },
    ),
    'reasons?': textsByName(
      'Why the inbox or an integration did not get a test, in words; tests alone.',
    ),
    'errors?': list(
      'Every fault: of settings with its place as a JSON Pointer (RFC 6901), of a submission with its ' +
        'field. Of other errors of a submission, the message once more, as client packages of other ' +
        'services read it.',
      openShape({
        'path?': text('Where the fault is.'),
        'field?': text('The name of the field that is at fault.'),
        'code?': choice(FIELD_FAULT_CODES, "A name of HTML's `ValidityState`, or `unknownField`."),
        message: text('What is wrong there, or what to do.'),
        'did_you_mean?': text('The known name that a misspelt one most likely stands for.'),
      }),
    ),
  }),
  ServiceDescriptor: open('What this deployment is.', {
    name: { type: 'string', const: 'letterslot' },
    api_version: text('Version of the operations under /v1/.'),
    version: text('Source commit of the running deployment; `unknown` where nothing names it.'),
    'release?': text('Release of the program, like `1.0.0`.'),
    source: uri('Where the source code is.'),
    'openapi_url?': uri('The machine-readable contract.'),
    'docs_url?': uri('The documentation, for people.'),
    'mcp_url?': uri('Where MCP clients connect (Streamable HTTP).'),
    'start_url?': uri('The page where a person creates a form; absent where it is switched off.'),
    form_script_url: uri('The script that sends forms without leaving their page.'),
    delivery_mode: { type: 'string', enum: DEPLOYMENT_MODES },
    persistence: open('What the deployment stores.', {
      submission_fields: { type: 'string', const: 'never' },
      destination_address: { type: 'string', const: 'encrypted' },
      submission_history: { type: 'string', const: 'none' },
      counters: text('What is counted.'),
      'idempotency?': text('What is kept of a submission that has an Idempotency-Key.'),
      'automatic_answers?': text('What is kept of visitors whom a form answered by itself.'),
    }),
  }),
  ReceiptKeySet: closed('The public keys that check receipts, as JSON Web Key Set (RFC 7517).', {
    keys: {
      type: 'array',
      items: closedShape({
        kty: { type: 'string', const: 'OKP' },
        crv: { type: 'string', const: 'Ed25519' },
        x: text('The public key, 32 bytes in base64url.'),
        kid: text('The thumbprint of the key (RFC 7638).'),
        alg: { type: 'string', const: 'EdDSA' },
        use: { type: 'string', const: 'sig' },
      }),
    },
  }),
} as const;

export type SchemaName = keyof typeof SCHEMAS;

/** A resource of the contract, as its schema describes it. */
type Resource<Name extends SchemaName> = FromSchema<(typeof SCHEMAS)[Name]>;

export type NextAction = Resource<'NextAction'>;
export type RouteResource = Resource<'Route'>;
export type FormSettingsView = Resource<'FormSettingsView'>;
export type SubmissionAccepted = Resource<'SubmissionAccepted'>;
export type Session = Resource<'Session'>;
export type InboxRouteList = Resource<'InboxRouteList'>;
export type InboxSettings = Resource<'InboxSettings'>;
export type EncryptionKey = Resource<'EncryptionKey'>;
export type ManagementToken = Resource<'ManagementToken'>;
export type AccessKeyMade = Resource<'AccessKeyMade'>;
export type AccessKeyList = Resource<'AccessKeyList'>;
export type AccessKeyEnded = Resource<'AccessKeyEnded'>;
export type FormCounts = Resource<'FormCounts'>;
export type TestReport = Resource<'TestReport'>;
export type HandOverOutcome = Resource<'HandOverOutcome'>;
export type HandOverState = Resource<'HandOverState'>;
export type RouteDeleted = Resource<'RouteDeleted'>;
export type RouteIndexed = Resource<'RouteIndexed'>;
export type AccountRouteList = Resource<'AccountRouteList'>;
export type InstallArtifact = Resource<'InstallArtifact'>;
export type Challenge = Resource<'Challenge'>;
export type ErrorEnvelope = Resource<'ErrorEnvelope'>;
export type ServiceDescriptor = Resource<'ServiceDescriptor'>;
