import type { FromSchema } from 'json-schema-to-ts';
import { CHANNEL_NAMES, type ChannelName } from './channels.ts';
import {
  DEPLOYMENT_MODES,
  FIELD_EFFECTS,
  FRAMEWORK_IDS,
  ROUTE_STATUSES,
  DELIVERY_MODES,
  COPY_STATUSES,
  FIELD_FAULT_CODES,
  SUSPICIONS,
} from './enums.ts';
import { FormSettings } from './form-settings.ts';
import { LIMITS } from './limits.ts';

export const FORM_ID_PATTERN = '^cfm_[A-HJ-NP-Z2-9]{16}$';

const text = (description: string) => ({ type: 'string', description }) as const;
const uri = (description: string) => ({ type: 'string', format: 'uri', description }) as const;
const instant = (description: string) =>
  ({ type: 'string', format: 'date-time', description }) as const;
const count = (description: string) => ({ type: 'integer', description }) as const;
const yes = { type: 'boolean', const: true } as const;
const no = { type: 'boolean', const: false } as const;

const formId = {
  type: 'string',
  pattern: FORM_ID_PATTERN,
  description: 'Permanent public identifier of the form route.',
} as const;

const status = {
  type: 'string',
  enum: ROUTE_STATUSES,
  description: 'Whether the destination inbox has confirmed the verification email.',
} as const;

export const NextAction = {
  title: 'NextAction',
  description: 'What has to happen next, and who has to do it.',
  oneOf: [
    {
      type: 'object',
      additionalProperties: false,
      required: ['type'],
      properties: { type: { type: 'string', const: 'none' } },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['type', 'message', 'poll'],
      properties: {
        type: { type: 'string', const: 'human_verification' },
        message: text('What a person has to do.'),
        poll: {
          type: 'object',
          additionalProperties: false,
          required: ['url', 'interval_seconds'],
          properties: {
            url: uri('URL to poll until the status is active.'),
            interval_seconds: count('Seconds to wait between two polls.'),
          },
        },
      },
    },
  ],
} as const;

const label = { type: 'string', minLength: 1, maxLength: LIMITS.aliasCodePoints } as const;

export const CreateRouteRequest = {
  title: 'CreateRouteRequest',
  description:
    'Turns an inbox into a form endpoint. Further members have no effect; the `message` of the answer ' +
    'names them.',
  type: 'object',
  required: ['email'],
  anyOf: [{ required: ['alias'] }, { required: ['formName'] }, { required: ['form_name'] }],
  properties: {
    email: { type: 'string', format: 'email', description: 'Destination inbox; sealed at rest.' },
    alias: {
      ...label,
      description:
        'Human label without quotation marks and URLs; `formName` and `form_name` are accepted in its place.',
    },
    formName: { ...label, description: 'Synonym of alias.' },
    form_name: { ...label, description: 'Synonym of alias.' },
    delivery: {
      type: 'object',
      properties: {
        mode: {
          type: 'string',
          enum: DELIVERY_MODES,
          default: DELIVERY_MODES[0],
          description: 'How submissions are delivered.',
        },
        webhook: {
          type: 'object',
          required: ['url'],
          properties: { url: uri('Public https receiver; required for webhook and both.') },
        },
      },
    },
    settings: FormSettings,
  },
} as const;

const FormSettingsView = {
  title: 'FormSettingsView',
  description:
    'The settings of a form, and a change of them that waits for the owner of its inbox.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'form_id', 'settings', 'next_action'],
  properties: {
    success: yes,
    form_id: formId,
    settings: FormSettings,
    proposed: {
      ...FormSettings,
      title: 'ProposedSettings',
      description: `What the settings become when the owner agrees, within ${LIMITS.proposalHours} hours.`,
    },
    targets_off: {
      title: 'TargetsOff',
      description:
        'Targets that get nothing, because they answered that they no longer exist; only where there are any. A ' +
        '`PUT` that lists one switches it on again.',
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['path', 'name', 'status', 'since'],
        properties: {
          path: text('JSON Pointer into this answer, like `/settings/targets/0`.'),
          name: text('What reports of deliveries call it, like `slack_2`.'),
          status: count('The HTTP status that it answered: 404 or 410.'),
          since: instant('When it was switched off.'),
        },
      },
    },
    health: {
      title: 'InboxHealth',
      description:
        'Only where mail to the inbox did not arrive. `bounced`: it was reported to take no mail; ' +
        '`complaint`: its owner called a mail of the form spam. Until that ends, submissions are answered ' +
        'with 503 `delivery_failed`. `healed`: the inbox gets mail again, since `until`; said for ' +
        `${LIMITS.healedDays} days.`,
      type: 'object',
      additionalProperties: false,
      required: ['status', 'since'],
      properties: {
        status: { type: 'string', enum: ['bounced', 'complaint', 'healed'] },
        since: { type: 'string', format: 'date-time' },
        until: { type: 'string', format: 'date-time' },
      },
    },
    copies: {
      type: 'array',
      maxItems: LIMITS.copies,
      description: 'How the inboxes stand that get copies; absent where the form has none.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['address', 'status'],
        properties: {
          address: text('The address, as `settings.copies` has it.'),
          status: {
            type: 'string',
            enum: COPY_STATUSES,
            description:
              '`not_asked`: no mail was sent yet, or none could be. `asked`: it has not answered. ' +
              '`confirmed`: it gets each message. `stopped`: it ended its copies. `refused`: it wants no such ' +
              'questions for now. `bounced`: mail to it came back.',
          },
        },
      },
    },
    next_action: NextAction,
  },
} as const;

export const NamedInbox = {
  title: 'NamedInbox',
  description: 'An inbox that is to be asked.',
  type: 'object',
  additionalProperties: false,
  required: ['email'],
  properties: { email: { type: 'string', format: 'email', description: 'Its address.' } },
} as const;

const HandOverResult = {
  title: 'HandOverResult',
  description: 'How a form moves to another inbox.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'form_id', 'status'],
  properties: {
    success: yes,
    form_id: formId,
    status: {
      type: 'string',
      enum: ['owner_asked', 'inbox_asked', 'handed_over', 'ended', 'refused', 'allowed'],
      description:
        '`owner_asked`: its owner was mailed, who has to agree first. `inbox_asked`: the other inbox was ' +
        'mailed. `handed_over`: it delivers there. `ended`: the offer does not hold any more. `refused`: the inbox ' +
        'wants no such emails for now; `allowed`: they arrive again.',
    },
  },
} as const;

const HandOverState = {
  title: 'HandOverState',
  description: 'The offer of a form to another inbox; without `offer`, nothing waits.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'form_id'],
  properties: {
    success: yes,
    form_id: formId,
    offer: {
      type: 'object',
      additionalProperties: false,
      required: ['status', 'since', 'expires_at'],
      properties: {
        status: {
          type: 'string',
          enum: ['owner_asked', 'inbox_asked'],
          description: 'Whose answer it waits for: the owner of the form, or the other inbox.',
        },
        email: text(
          'The other inbox. The holder of the management token sees it where they named it themselves.',
        ),
        since: instant('When the email that asks was sent.'),
        expires_at: instant('When its link expires.'),
      },
    },
  },
} as const;

const CopyResult = {
  title: 'CopyResult',
  description: 'How an inbox stands with the copies of a form.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'form_id', 'status'],
  properties: {
    success: yes,
    form_id: formId,
    status: {
      type: 'string',
      enum: [...COPY_STATUSES, 'ended', 'allowed'],
      description:
        '`ended`: the form has no copies for this inbox any more. `allowed`: such questions arrive again.',
    },
  },
} as const;

export const AccountRoutesRequest = {
  title: 'AccountRoutesRequest',
  description: 'Addresses whose owner the broker has verified.',
  type: 'object',
  additionalProperties: false,
  required: ['emails'],
  properties: {
    emails: {
      type: 'array',
      minItems: 1,
      maxItems: LIMITS.emailsPerLookup,
      items: { type: 'string', format: 'email' },
    },
  },
} as const;

const Route = {
  title: 'Route',
  description: 'A form route and its current state.',
  type: 'object',
  additionalProperties: false,
  required: [
    'success',
    'status',
    'form_id',
    'alias',
    'endpoint',
    'status_url',
    'message',
    'next_action',
  ],
  properties: {
    success: yes,
    status,
    form_id: formId,
    alias: text('Human label, not unique.'),
    endpoint: uri('Permanent submission URL; stable while verification is pending.'),
    status_url: uri('URL to poll.'),
    created_at: instant('When the route was created.'),
    verification_expires_at: instant(
      'When the emailed link expires; present while pending in arbitrary delivery mode.',
    ),
    management_token: text(
      'Secret bearer credential for delete and claim; at creation and replay only.',
    ),
    webhook: {
      type: 'object',
      additionalProperties: false,
      required: ['secret'],
      properties: {
        secret: {
          type: 'string',
          pattern: '^whsec_',
          description: 'Standard Webhooks signing secret; at creation and replay only.',
        },
      },
    },
    replayed: { type: 'boolean', description: 'True on an idempotent replay.' },
    message: text('The state of the route in words.'),
    next_action: NextAction,
  },
} as const;

const yesOrNo = (description: string) => ({ type: 'boolean', description }) as const;
const textOrNone = (description: string) => ({ type: ['string', 'null'], description }) as const;

/** Properties of a dry run's answer that other accepted submissions lack. */
const DRY_RUN_PROPERTIES = {
  dry_run: yesOrNo('True for a dry run: nothing was sent and nothing was counted.'),
  would: {
    type: 'object',
    description: 'What a real submission would do; dry runs alone.',
    required: ['deliver', 'subject', 'reply_to', 'redirect', 'trapped', 'attach_json', 'test'],
    properties: {
      deliver: {
        type: 'object',
        description:
          'The channels that would carry it; none when a spam trap is filled. Chats only where the form has them.',
        required: ['email', 'webhook'],
        properties: Object.fromEntries(
          CHANNEL_NAMES.map((name) => [name, { type: 'boolean' }]),
        ) as Record<ChannelName, { readonly type: 'boolean' }>,
      },
      subject: text('The subject of the email.'),
      reply_to: textOrNone('The address a reply would go to.'),
      redirect: textOrNone('Where the visitor would be sent.'),
      trapped: yesOrNo('Whether a spam trap is filled, so that it would be dropped.'),
      suspicious: {
        type: 'array',
        items: { type: 'string', enum: SUSPICIONS },
        description:
          'Why its subject would be marked, for the holder of the management token or a session alone. ' +
          'What was sent before, here or to other forms, is not looked at.',
      },
      attach_json: yesOrNo('Whether the fields would be attached as submission.json.'),
      files: {
        type: 'array',
        description: 'The files that would be attached; absent where there are none.',
        items: {
          type: 'object',
          required: ['field', 'name', 'size', 'type'],
          properties: {
            field: text('The name of the field that it was sent in.'),
            name: text('Its name; empty where it has none.'),
            size: count('Its bytes.'),
            type: text('The media type that the client claims.'),
          },
        },
      },
      test: yesOrNo('Whether it would be marked as a test.'),
    },
  },
  fields: {
    type: 'array',
    description: 'What each field does, in the order they came; dry runs alone.',
    items: {
      type: 'object',
      required: ['name', 'effect'],
      properties: {
        name: text('The name of the field.'),
        effect: { type: 'string', enum: FIELD_EFFECTS },
        note: text('Why, where that is not plain.'),
      },
    },
  },
} as const;

const SubmissionAccepted = {
  title: 'SubmissionAccepted',
  description:
    'The submission was accepted by the mail server, or a dry run would have been sent to it.',
  type: 'object',
  required: ['success', 'message'],
  properties: {
    success: yes,
    message: text('What happened, in words.'),
    test: {
      type: 'boolean',
      description: 'True for a delivered _test submission; absent when it was spam-filtered.',
    },
    echo: { type: ['string', 'null'], description: 'The non-boolean _test value.' },
    delivery: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description:
        'Per-channel report. `auto_reply` is there where the form has one: `sent`, or `skipped` for any reason.',
    },
    delivery_id: text('Names the delivery in the mail, in its receipt and to webhooks.'),
    receipt: text(
      'Signed proof of the delivery, `JWS~CLAIMS~PATH`: the JWS (RFC 7515, EdDSA with Ed25519) signs ' +
        'the root of a Merkle tree (RFC 9162), to which the path leads from the claims; the public ' +
        'key is at /.well-known/jwks.json. Absent when nothing was delivered.',
    ),
    used: count(
      'Deliveries used this month; of a dry run only with the management token or a session.',
    ),
    limit: count(
      'Deliveries allowed each month; of a dry run only with the management token or a session.',
    ),
    next: uri('A page of thanks, for client packages of other services that ask for one.'),
    ...DRY_RUN_PROPERTIES,
  },
} as const;

const TestReport = {
  title: 'TestReport',
  description: 'What became of a test at each place that the form delivers to.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'message', 'delivery', 'delivery_id'],
  properties: {
    success: yes,
    message: text('What happened, in words.'),
    delivery: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description:
        'The outcome of each place: `delivered` or `failed`; of copies `partly` too, where some got it.',
    },
    reasons: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Why those places failed that did; absent where none did.',
    },
    delivery_id: text('Names the delivery in the mail and to webhooks.'),
    used: count('Deliveries used this month.'),
    limit: count('Deliveries allowed each month.'),
  },
} as const;

const RouteDeleted = {
  title: 'RouteDeleted',
  description: 'The route and its destination are gone.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'status', 'form_id'],
  properties: { success: yes, status: { type: 'string', const: 'deleted' }, form_id: formId },
} as const;

export const SessionEnd = {
  title: 'SessionEnd',
  description: 'Which sessions end: the one that is sent, or all of its inbox.',
  type: 'object',
  additionalProperties: false,
  properties: { everywhere: yesOrNo('Whether every session of the inbox ends.') },
} as const;

const SessionEnded = {
  title: 'SessionEnded',
  description: 'What was asked for holds on every node.',
  type: 'object',
  additionalProperties: false,
  required: ['success'],
  properties: { success: yes },
} as const;

const ReportReceived = {
  title: 'ReportReceived',
  description: 'A report about a mail was read. Says nothing about forms.',
  type: 'object',
  additionalProperties: false,
  required: ['success'],
  properties: { success: yes },
} as const;

const RouteIndexed = {
  title: 'RouteIndexed',
  description: 'The route is found by account discovery.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'status', 'form_id'],
  properties: { success: yes, status: { type: 'string', const: 'indexed' }, form_id: formId },
} as const;

export const SessionRequest = {
  title: 'SessionRequest',
  description: 'Whose forms to manage. Further members have no effect.',
  type: 'object',
  required: ['email'],
  properties: { email: { type: 'string', format: 'email', description: 'The exact address.' } },
} as const;

const SessionRequested = {
  title: 'SessionRequested',
  description: 'The same for every address.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'message'],
  properties: { success: yes, message: text('What happens next, in words.') },
} as const;

export const SessionExchange = {
  title: 'SessionExchange',
  description: 'The token of the link that was mailed to the inbox.',
  type: 'object',
  required: ['token'],
  properties: { token: text('What follows `#token=` in the link.') },
} as const;

const Session = {
  title: 'Session',
  description: 'A session of an inbox. It is not stored and cannot be renewed.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'session', 'expires_at'],
  properties: {
    success: yes,
    session: { type: 'string', pattern: '^lss_', description: 'Secret bearer credential.' },
    expires_at: instant('When it ends, an hour later.'),
  },
} as const;

/** Deliveries of a deployment without a monthly limit are not counted. */
const counted = (description: string) => ({ type: ['integer', 'null'], description }) as const;

const FormCountSums = {
  type: 'object',
  additionalProperties: false,
  required: ['delivered', 'failed', 'refused'],
  description: 'What became of the submissions of this month (UTC).',
  properties: {
    delivered: count('Delivered.'),
    failed: count('Answered with a 5xx.'),
    refused: count('Answered with a 4xx, or dropped by a spam trap.'),
  },
} as const;

const InboxRouteList = {
  title: 'InboxRouteList',
  description: 'The forms that deliver to exactly the address of the session.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'email', 'month', 'routes'],
  properties: {
    success: yes,
    email: text('The address.'),
    month: {
      type: 'object',
      additionalProperties: false,
      required: ['used', 'limit', 'resets_at'],
      description: 'The allowance, which all spellings of the address share.',
      properties: {
        used: counted('Deliveries used this month; null where the deployment has no limit.'),
        limit: counted('Deliveries allowed each month; null where the deployment has no limit.'),
        resets_at: instant('When the next month begins.'),
      },
    },
    routes: {
      type: 'array',
      description: 'Oldest first, without those that the operator has suspended.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['form_id', 'alias', 'status', 'endpoint', 'created_at', 'paused', 'counts'],
        properties: {
          form_id: formId,
          alias: text('Human label, not unique.'),
          status,
          endpoint: uri('Permanent submission URL.'),
          created_at: instant('When the route was created.'),
          paused: { type: 'boolean', description: 'Whether its settings pause it.' },
          counts: FormCountSums,
        },
      },
    },
  },
} as const;

const newForms = {
  type: 'boolean',
  description:
    'Whether each new form of the inbox waits for its owner, although the inbox has confirmed others. ' +
    'On after any stop for spam.',
} as const;

/** What a request to change the settings of an inbox may have. */
export const InboxSettingsRequest = {
  title: 'InboxSettingsRequest',
  description: 'What holds for all forms of an inbox.',
  type: 'object',
  additionalProperties: false,
  required: ['confirm_new_forms'],
  properties: { confirm_new_forms: newForms },
} as const;

const InboxSettings = {
  title: 'InboxSettings',
  description: 'What holds for all forms of an inbox.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'confirm_new_forms'],
  properties: { success: yes, confirm_new_forms: newForms },
} as const;

export const EncryptionKeyRequest = {
  title: 'EncryptionKeyRequest',
  description: 'A public key that mails may be encrypted to, before it is set.',
  type: 'object',
  additionalProperties: false,
  required: ['type', 'key'],
  properties: {
    type: { type: 'string', enum: ['openpgp', 'age'] },
    key: { type: 'string', minLength: 1, maxLength: LIMITS.checkedKeyCharacters },
  },
} as const;

const EncryptionKey = {
  title: 'EncryptionKey',
  description: 'A public key that mails can be encrypted to now.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'type', 'key', 'fingerprint', 'user_ids', 'expires_at'],
  properties: {
    success: yes,
    type: { type: 'string', enum: ['openpgp', 'age'], description: '`type` of `encryption`.' },
    key: text('`key` of `encryption`: of a certificate, the parts that encryption needs.'),
    fingerprint: textOrNone(
      'Upper-case hex, to be compared with what the program of its owner shows; null for age, whose keys are short.',
    ),
    user_ids: {
      type: 'array',
      items: { type: 'string' },
      description: 'Whom the certificate names; anybody can write any name.',
    },
    expires_at: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the key expires; null for never.',
    },
  },
} as const;

export const StopRequest = {
  title: 'StopRequest',
  description: 'Why a form is stopped.',
  type: 'object',
  additionalProperties: false,
  properties: { reason: { type: 'string', enum: ['spam'] } },
} as const;

const ManagementToken = {
  title: 'ManagementToken',
  description: 'A new management token; the one before it no longer works.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'form_id', 'management_token'],
  properties: {
    success: yes,
    form_id: formId,
    management_token: {
      type: 'string',
      pattern: '^lsm_',
      description: 'Secret bearer credential.',
    },
    webhooks: {
      type: 'array',
      minItems: 1,
      description: 'The webhooks of the form with their new signing secrets; absent without one.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['url', 'secret'],
        properties: {
          url: { type: 'string', format: 'uri' },
          secret: { type: 'string', description: 'Signs from now on, alone.' },
        },
      },
    },
  },
} as const;

const FormCounts = {
  title: 'FormCounts',
  description: 'What became of the submissions of a form, by UTC day. Numbers only.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'form_id', 'days'],
  properties: {
    success: yes,
    form_id: formId,
    days: {
      type: 'array',
      maxItems: LIMITS.countedDays,
      description: 'Oldest first; days on which nothing was counted are left out.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['date', 'delivered', 'failed', 'refused'],
        properties: {
          date: { type: 'string', format: 'date', description: 'The day, in UTC.' },
          delivered: count('Accepted by the mail server or the webhook receiver, tests included.'),
          failed: count('Answered with a 5xx: not delivered, through no fault of the visitor.'),
          refused: {
            type: 'object',
            additionalProperties: { type: 'integer', minimum: 1 },
            description: 'How many got each error code (4xx); `trap` is a filled spam trap.',
          },
        },
      },
    },
  },
} as const;

const RefusalResult = {
  title: 'RefusalResult',
  description:
    'What became of the route: gone, or as it was because its inbox had confirmed it; `allowed` when ' +
    'verification emails arrive again.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'status', 'form_id'],
  properties: {
    success: yes,
    status: { type: 'string', enum: ['deleted', ...ROUTE_STATUSES, 'allowed'] },
    form_id: formId,
  },
} as const;

const AnswersResult = {
  title: 'AnswersResult',
  description: 'Whether automatic replies arrive at the address of the link.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'status'],
  properties: {
    success: yes,
    status: { type: 'string', enum: ['stopped', 'allowed'] },
  },
} as const;

const AccountRouteList = {
  title: 'AccountRouteList',
  description: 'The routes that deliver to the addresses asked for.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'routes'],
  properties: {
    success: yes,
    routes: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['form_id', 'alias', 'status', 'endpoint', 'status_url', 'created_at'],
        properties: {
          form_id: formId,
          alias: text('Human label, not unique.'),
          status,
          endpoint: uri('Permanent submission URL.'),
          status_url: uri('URL to poll.'),
          created_at: instant('When the route was created.'),
        },
      },
    },
  },
} as const;

const InstallArtifact = {
  title: 'InstallArtifact',
  description: 'An accessible form for one framework, as files to add to a website.',
  type: 'object',
  additionalProperties: false,
  required: ['success', 'framework', 'files', 'notes', 'test_command'],
  properties: {
    success: yes,
    framework: { type: 'string', enum: FRAMEWORK_IDS, description: 'What the code is for.' },
    files: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['path', 'content'],
        properties: { path: text('Where the file may go.'), content: text('What is in it.') },
      },
    },
    notes: { type: 'array', items: { type: 'string' }, description: 'What to know before use.' },
    test_command: text(
      'A shell command that sends a submission marked with _test. It reads no file; `notes` say why, where it cannot work.',
    ),
    form_id: formId,
    status,
    next_action: NextAction,
  },
} as const;

export const Challenge = {
  title: 'Challenge',
  description:
    'A challenge of ALTCHA, version 1: the `number` from 0 to `maxnumber` is to be found for which the SHA-256 of ' +
    '`salt` and the number, as text, is `challenge`. The field `altcha` takes it as the widget sends it: ' +
    '`{algorithm, challenge, number, salt, signature}` as JSON in base64.',
  type: 'object',
  additionalProperties: false,
  required: ['algorithm', 'challenge', 'maxnumber', 'salt', 'signature'],
  properties: {
    algorithm: { type: 'string', const: 'SHA-256' },
    challenge: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'The hash, in hex.' },
    maxnumber: count('The largest number that it may be.'),
    salt: text('Random; its parameter `expires` says until when a solution is valid, in seconds.'),
    signature: text('Signs the challenge for this form; send it back unchanged.'),
  },
} as const;

const ErrorEnvelope = {
  title: 'ErrorEnvelope',
  description: 'Every answer that is not a success.',
  type: 'object',
  required: ['success', 'error', 'message', 'retryable'],
  properties: {
    success: no,
    error: text('One of the codes of the published error table.'),
    message: text('A sentence a person can act on.'),
    retryable: { type: 'boolean', description: 'Whether the identical request may succeed later.' },
    retry_after_seconds: count('Seconds to wait before the next try.'),
    used: count('Deliveries used this month.'),
    limit: count('Deliveries allowed each month.'),
    resets_at: instant('When the allowance resets.'),
    next_action: NextAction,
    challenge: Challenge,
    allowed: {
      type: 'array',
      items: { type: 'string' },
      description:
        'The types of files that the form takes; `*/*` for all but those that mail providers block.',
    },
    reasons: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Why each place did not get a test, in words; tests alone.',
    },
    errors: {
      type: 'array',
      description:
        'Every fault: of settings with its place as a JSON Pointer (RFC 6901), of a submission with its ' +
        'field. Of other errors of a submission, the message once more, as client packages of other ' +
        'services read it.',
      items: {
        type: 'object',
        required: ['message'],
        properties: {
          path: text('Where the fault is.'),
          field: text('The name of the field that is at fault.'),
          code: {
            type: 'string',
            enum: FIELD_FAULT_CODES,
            description: "A name of HTML's `ValidityState`, or `unknownField`.",
          },
          message: text('What is wrong there, or what to do.'),
        },
      },
    },
  },
} as const;

const ServiceDescriptor = {
  title: 'ServiceDescriptor',
  description: 'What this deployment is.',
  type: 'object',
  required: ['name', 'api_version', 'version', 'source', 'delivery_mode', 'persistence'],
  properties: {
    name: { type: 'string', const: 'letterslot' },
    api_version: text('Version of the operations under /v1/.'),
    version: text('Source commit of the running deployment; `unknown` where nothing names it.'),
    release: text('Release of the program, like `1.0.0`.'),
    source: uri('Where the source code is.'),
    openapi_url: uri('The machine-readable contract.'),
    mcp_url: uri('Where MCP clients connect (Streamable HTTP).'),
    start_url: uri('The page where a person creates a form; absent where it is switched off.'),
    delivery_mode: { type: 'string', enum: DEPLOYMENT_MODES },
    persistence: {
      type: 'object',
      description: 'What the deployment stores.',
      required: ['submission_fields', 'destination_address', 'submission_history', 'counters'],
      properties: {
        submission_fields: { type: 'string', const: 'never' },
        destination_address: { type: 'string', const: 'encrypted' },
        submission_history: { type: 'string', const: 'none' },
        counters: text('What is counted.'),
        idempotency: text('What is kept of a submission that has an Idempotency-Key.'),
        automatic_answers: text('What is kept of visitors whom a form answered by itself.'),
      },
    },
  },
} as const;

const ReceiptKeySet = {
  title: 'ReceiptKeySet',
  description: 'The public keys that check receipts, as JSON Web Key Set (RFC 7517).',
  type: 'object',
  additionalProperties: false,
  required: ['keys'],
  properties: {
    keys: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['kty', 'crv', 'x', 'kid', 'alg', 'use'],
        properties: {
          kty: { type: 'string', const: 'OKP' },
          crv: { type: 'string', const: 'Ed25519' },
          x: text('The public key, 32 bytes in base64url.'),
          kid: text('The thumbprint of the key (RFC 7638).'),
          alg: { type: 'string', const: 'EdDSA' },
          use: { type: 'string', const: 'sig' },
        },
      },
    },
  },
} as const;

/** Named schemas of the contract, "Resources and their fields". */
export const SCHEMAS = {
  NextAction,
  Route,
  CreateRouteRequest,
  FormSettings,
  FormSettingsView,
  NamedInbox,
  CopyResult,
  HandOverResult,
  HandOverState,
  SubmissionAccepted,
  TestReport,
  RouteDeleted,
  FormCounts,
  SessionRequest,
  SessionRequested,
  SessionExchange,
  Session,
  SessionEnd,
  SessionEnded,
  InboxRouteList,
  InboxSettingsRequest,
  InboxSettings,
  EncryptionKeyRequest,
  EncryptionKey,
  StopRequest,
  ManagementToken,
  ReportReceived,
  RouteIndexed,
  RefusalResult,
  AnswersResult,
  AccountRoutesRequest,
  AccountRouteList,
  InstallArtifact,
  Challenge,
  ErrorEnvelope,
  ServiceDescriptor,
  ReceiptKeySet,
} as const;

export type SchemaName = keyof typeof SCHEMAS;

export type NextAction = FromSchema<typeof NextAction>;
export type RouteResource = FromSchema<typeof Route>;
export type FormSettingsView = FromSchema<typeof FormSettingsView>;
export type SubmissionAccepted = FromSchema<typeof SubmissionAccepted>;
export type Session = FromSchema<typeof Session>;
export type InboxRouteList = FromSchema<typeof InboxRouteList>;
export type InboxSettings = FromSchema<typeof InboxSettings>;
export type EncryptionKey = FromSchema<typeof EncryptionKey>;
export type ManagementToken = FromSchema<typeof ManagementToken>;
export type FormCounts = FromSchema<typeof FormCounts>;
export type TestReport = FromSchema<typeof TestReport>;
export type HandOverResult = FromSchema<typeof HandOverResult>;
export type HandOverState = FromSchema<typeof HandOverState>;
export type RouteDeleted = FromSchema<typeof RouteDeleted>;
export type RouteIndexed = FromSchema<typeof RouteIndexed>;
export type AccountRouteList = FromSchema<typeof AccountRouteList>;
export type InstallArtifact = FromSchema<typeof InstallArtifact>;
export type Challenge = FromSchema<typeof Challenge>;
export type ErrorEnvelope = FromSchema<typeof ErrorEnvelope>;
export type ServiceDescriptor = FromSchema<typeof ServiceDescriptor>;
export type ReceiptKeySet = FromSchema<typeof ReceiptKeySet>;
