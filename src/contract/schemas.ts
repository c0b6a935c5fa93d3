import { Type, type Static } from 'typebox';
import { LIMITS } from './limits.ts';

export const FORM_ID_PATTERN = '^cfm_[A-HJ-NP-Z2-9]{16}$';

const closed = { additionalProperties: false };
const text = (description: string) => Type.String({ description });
const uri = (description: string) => Type.String({ format: 'uri', description });
const instant = (description: string) => Type.String({ format: 'date-time', description });
const always = <const V extends boolean | string>(value: V) => Type.Literal(value);

const formId = Type.String({
  pattern: FORM_ID_PATTERN,
  description: 'Permanent public identifier of the form route.',
});
const status = Type.Union([Type.Literal('active'), Type.Literal('pending_verification')], {
  description: 'Whether the destination inbox has confirmed the verification email.',
});

const NextAction = Type.Union(
  [
    Type.Object({ type: always('none') }, closed),
    Type.Object(
      {
        type: always('human_verification'),
        message: text('What a person has to do.'),
        poll: Type.Object(
          {
            url: uri('URL to poll until the status is active.'),
            interval_seconds: Type.Integer({ description: 'Seconds to wait between two polls.' }),
          },
          closed,
        ),
      },
      closed,
    ),
  ],
  { title: 'NextAction', description: 'What has to happen next, and who has to do it.' },
);

const Route = Type.Object(
  {
    success: always(true),
    status,
    form_id: formId,
    alias: text('Human label, not unique.'),
    endpoint: uri('Permanent submission URL; stable while verification is pending.'),
    status_url: uri('URL to poll.'),
    created_at: Type.Optional(instant('When the route was created.')),
    verification_expires_at: Type.Optional(
      instant('When the emailed link expires; present while pending in arbitrary delivery mode.'),
    ),
    management_token: Type.Optional(
      text('Secret bearer credential for delete and claim; at creation and replay only.'),
    ),
    webhook: Type.Optional(
      Type.Object(
        {
          secret: Type.String({
            pattern: '^whsec_',
            description: 'Standard Webhooks signing secret; at creation and replay only.',
          }),
        },
        closed,
      ),
    ),
    replayed: Type.Optional(Type.Boolean({ description: 'True on an idempotent replay.' })),
    message: text('The state of the route in words.'),
    next_action: NextAction,
  },
  { ...closed, title: 'Route', description: 'A form route and its current state.' },
);

const CreateRouteRequest = Type.Object(
  {
    email: Type.String({ format: 'email', description: 'Destination inbox; sealed at rest.' }),
    alias: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: LIMITS.aliasCodePoints,
        description: 'Human label; `formName` and `form_name` are accepted in its place.',
      }),
    ),
    formName: Type.Optional(text('Synonym of alias.')),
    form_name: Type.Optional(text('Synonym of alias.')),
    delivery: Type.Optional(
      Type.Object({
        mode: Type.Optional(
          Type.Union([Type.Literal('email'), Type.Literal('webhook'), Type.Literal('both')], {
            default: 'email',
            description: 'How submissions are delivered.',
          }),
        ),
        webhook: Type.Optional(
          Type.Object({ url: uri('Public https receiver; required for webhook and both.') }),
        ),
      }),
    ),
  },
  {
    title: 'CreateRouteRequest',
    description: 'Turns an inbox into a form endpoint.',
    anyOf: ['alias', 'formName', 'form_name'].map((name) => ({ required: [name] })),
  },
);

const SubmissionAccepted = Type.Object(
  {
    success: always(true),
    message: text('What happened, in words.'),
    test: Type.Optional(
      Type.Boolean({
        description: 'True for a delivered _test submission; absent when it was spam-filtered.',
      }),
    ),
    echo: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'The non-boolean _test value.' }),
    ),
    delivery: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'Per-channel report.' }),
    ),
    used: Type.Optional(Type.Integer({ description: 'Deliveries used this month.' })),
    limit: Type.Optional(Type.Integer({ description: 'Deliveries allowed each month.' })),
  },
  { title: 'SubmissionAccepted', description: 'The submission was accepted by the mail server.' },
);

const RouteDeleted = Type.Object(
  { success: always(true), status: always('deleted'), form_id: formId },
  { ...closed, title: 'RouteDeleted', description: 'The route and its destination are gone.' },
);

const ErrorEnvelope = Type.Object(
  {
    success: always(false),
    error: text('One of the codes of the published error table.'),
    message: text('A sentence a person can act on.'),
    retryable: Type.Boolean({ description: 'Whether the identical request may succeed later.' }),
    retry_after_seconds: Type.Optional(Type.Integer()),
    used: Type.Optional(Type.Integer()),
    limit: Type.Optional(Type.Integer()),
    resets_at: Type.Optional(instant('When the allowance starts anew.')),
    next_action: Type.Optional(NextAction),
  },
  { title: 'ErrorEnvelope', description: 'Every answer that is not a success.' },
);

const ServiceDescriptor = Type.Object(
  {
    name: always('letterslot'),
    api_version: text('Version of the operations under /v1/.'),
    version: text('Source commit of the running deployment.'),
    source: uri('Where the source code is.'),
    openapi_url: uri('The machine-readable contract.'),
    delivery_mode: Type.Union([Type.Literal('verified'), Type.Literal('arbitrary')]),
    persistence: Type.Object(
      {
        submission_fields: always('never'),
        destination_address: always('encrypted'),
        submission_history: always('none'),
        counters: text('What is counted.'),
      },
      { description: 'What the deployment stores.' },
    ),
  },
  { title: 'ServiceDescriptor', description: 'What this deployment is.' },
);

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

export type NextAction = Static<typeof NextAction>;
export type RouteResource = Static<typeof Route>;
export type SubmissionAccepted = Static<typeof SubmissionAccepted>;
export type RouteDeleted = Static<typeof RouteDeleted>;
export type ErrorEnvelope = Static<typeof ErrorEnvelope>;
export type ServiceDescriptor = Static<typeof ServiceDescriptor>;
