import type { FromSchema } from 'json-schema-to-ts';
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
  enum: ['active', 'pending_verification'],
  description: 'Whether the destination inbox has confirmed the verification email.',
} as const;

const NextAction = {
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

const CreateRouteRequest = {
  title: 'CreateRouteRequest',
  description: 'Turns an inbox into a form endpoint.',
  type: 'object',
  required: ['email'],
  anyOf: [{ required: ['alias'] }, { required: ['formName'] }, { required: ['form_name'] }],
  properties: {
    email: { type: 'string', format: 'email', description: 'Destination inbox; sealed at rest.' },
    alias: {
      type: 'string',
      minLength: 1,
      maxLength: LIMITS.aliasCodePoints,
      description: 'Human label; `formName` and `form_name` are accepted in its place.',
    },
    formName: text('Synonym of alias.'),
    form_name: text('Synonym of alias.'),
    delivery: {
      type: 'object',
      properties: {
        mode: {
          type: 'string',
          enum: ['email', 'webhook', 'both'],
          default: 'email',
          description: 'How submissions are delivered.',
        },
        webhook: {
          type: 'object',
          required: ['url'],
          properties: { url: uri('Public https receiver; required for webhook and both.') },
        },
      },
    },
  },
} as const;

const SubmissionAccepted = {
  title: 'SubmissionAccepted',
  description: 'The submission was accepted by the mail server.',
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
      description: 'Per-channel report.',
    },
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
    resets_at: instant('When the allowance starts anew.'),
    next_action: NextAction,
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
    version: text('Source commit of the running deployment.'),
    source: uri('Where the source code is.'),
    openapi_url: uri('The machine-readable contract.'),
    mcp_url: uri('Where MCP clients connect (Streamable HTTP).'),
    delivery_mode: { type: 'string', enum: ['verified', 'arbitrary'] },
    persistence: {
      type: 'object',
      description: 'What the deployment stores.',
      required: ['submission_fields', 'destination_address', 'submission_history', 'counters'],
      properties: {
        submission_fields: { type: 'string', const: 'never' },
        destination_address: { type: 'string', const: 'encrypted' },
        submission_history: { type: 'string', const: 'none' },
        counters: text('What is counted.'),
      },
    },
  },
} as const;

/** Named schemas of the contract, "Resources and their fields". */
export const SCHEMAS = {
  NextAction,
  Route,
  CreateRouteRequest,
  SubmissionAccepted,
  RouteDeleted,
  ErrorEnvelope,
  ServiceDescriptor,
} as const;

export type SchemaName = keyof typeof SCHEMAS;

export type NextAction = FromSchema<typeof NextAction>;
export type RouteResource = FromSchema<typeof Route>;
export type SubmissionAccepted = FromSchema<typeof SubmissionAccepted>;
export type RouteDeleted = FromSchema<typeof RouteDeleted>;
export type ErrorEnvelope = FromSchema<typeof ErrorEnvelope>;
export type ServiceDescriptor = FromSchema<typeof ServiceDescriptor>;
