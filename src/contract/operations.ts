import { routeAnswer, type Method, type Operation } from './operation.ts';
import { SUBMISSION_OPERATIONS } from './submission-operations.ts';
import { VERIFICATION_OPERATIONS } from './verification-operations.ts';

const JSON_TYPE = 'application/json';
const HOUR = 'public, max-age=3600';

/** Where MCP clients connect. It speaks JSON-RPC, so it is not in this table. */
export const MCP_PATH = '/mcp';

/** The page where a person creates a form. It is for browsers, so it is not in this table. */
export const START_PATH = '/start';

const descriptor = {
  method: 'GET',
  tag: 'Discovery',
  parameters: [],
  answers: { 200: { description: 'The service descriptor.', schema: 'ServiceDescriptor' } },
  errors: [],
} as const;

const artifact = (description: string) =>
  ({ 200: { description, schema: 'InstallArtifact', plainText: true } }) as const;

/**
 * Every operation the service answers. The router, 405 answers, the OpenAPI document, llms.txt and
 * the scenario coverage test are read from this table.
 */
export const OPERATIONS = {
  getService: {
    ...descriptor,
    path: '/',
    summary: 'Describe the service',
    description: 'What this deployment is, where its contract is, and what it stores.',
  },
  getHealth: {
    ...descriptor,
    path: '/health',
    summary: 'Check that the service answers',
    description: 'Identical to `GET /`.',
  },
  getWellKnown: {
    ...descriptor,
    path: '/.well-known/letterslot.json',
    summary: 'Describe the service at its well-known path',
    description: 'Identical to `GET /`.',
  },
  getOpenApi: {
    method: 'GET',
    path: '/openapi.json',
    tag: 'Discovery',
    summary: 'Read the machine-readable contract',
    description: 'This document, in OpenAPI 3.1.0.',
    parameters: [],
    answers: { 200: { description: 'The OpenAPI document.', mediaType: JSON_TYPE } },
    errors: [],
    cache: HOUR,
  },
  getLlmsText: {
    method: 'GET',
    path: '/llms.txt',
    tag: 'Discovery',
    summary: 'Read the contract in brief',
    description: 'A compact summary in plain text for people and AI agents.',
    parameters: [],
    answers: { 200: { description: 'The summary.', mediaType: 'text/plain' } },
    errors: [],
    cache: HOUR,
  },
  getReceiptKeys: {
    method: 'GET',
    path: '/.well-known/jwks.json',
    tag: 'Discovery',
    summary: 'Read the public keys of delivery receipts',
    description:
      'A JSON Web Key Set. With it anybody can check the `receipt` of a delivered submission, in its ' +
      'answer or in the header field `Letterslot-Receipt` of its mail.',
    parameters: [],
    answers: { 200: { description: 'The key set.', schema: 'ReceiptKeySet' } },
    errors: [],
    cache: HOUR,
  },
  getInstall: {
    method: 'GET',
    path: '/v1/install',
    tag: 'Install',
    summary: 'Get form code for a framework',
    description:
      'Accessible, unstyled form code in which `{{FORM_ENDPOINT}}` stands for the endpoint of a ' +
      'route.',
    parameters: ['framework', 'raw'],
    answers: artifact('The form code, with the placeholder.'),
    errors: ['unknown_framework'],
    cache: 'public, max-age=3600',
  },
  getRouteInstall: {
    method: 'GET',
    path: '/v1/routes/{formId}/install',
    tag: 'Install',
    summary: 'Get form code for a route',
    description:
      "The same code with the route's own endpoint, and what has to happen before it delivers.",
    parameters: ['formId', 'framework', 'raw'],
    answers: artifact("The form code, with the route's endpoint."),
    errors: ['unknown_framework', 'route_not_found', 'internal_error'],
  },
  createRoute: {
    method: 'POST',
    path: '/v1/routes',
    tag: 'Routes',
    summary: 'Create a form endpoint',
    description:
      'Turns an email address into a permanent form endpoint. The inbox confirms once by email ' +
      'before anything is delivered; the endpoint stays the same meanwhile. A form for an inbox that ' +
      'has confirmed before is active at once, with a small share of the month until its owner, who ' +
      'is mailed, approves it.',
    parameters: ['Idempotency-Key'],
    body: {
      mediaTypes: [JSON_TYPE],
      schema: 'CreateRouteRequest',
      examples: { [JSON_TYPE]: { email: 'you@example.com', alias: 'Contact form' } },
    },
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
      'idempotency_key_conflict',
      'rate_limited',
      'verified_destination_capacity',
      'delivery_failed',
      'config_incomplete',
      'internal_error',
    ],
  },
  getRoute: {
    method: 'GET',
    path: '/v1/routes/{formId}',
    tag: 'Routes',
    summary: 'Poll the status of a route',
    description: 'The state of a route and what has to happen next. Holds no secret.',
    parameters: ['formId'],
    answers: { 200: routeAnswer('The current state.') },
    errors: ['route_not_found', 'config_incomplete', 'internal_error'],
  },
  deleteRoute: {
    method: 'DELETE',
    path: '/v1/routes/{formId}',
    tag: 'Routes',
    summary: 'Delete a route for good',
    description: 'Destroys the route and its sealed destination. There is no way back.',
    parameters: ['formId'],
    credential: 'managementToken',
    answers: { 200: { description: 'The route is gone.', schema: 'RouteDeleted' } },
    errors: [
      'management_token_required',
      'management_token_invalid',
      'route_not_found',
      'internal_error',
    ],
  },
  ...VERIFICATION_OPERATIONS,
  ...SUBMISSION_OPERATIONS,
  claimRoute: {
    method: 'POST',
    path: '/v1/routes/{formId}/claim',
    tag: 'Routes',
    summary: 'Index a route for account discovery',
    description:
      'Adds a route to the opaque owner index that the operator interface reads. It attaches no ' +
      'account identifier and stores no address. Repeating it succeeds.',
    parameters: ['formId'],
    credential: 'managementToken',
    answers: { 200: { description: 'The route is in the index.', schema: 'RouteIndexed' } },
    errors: [
      'management_token_required',
      'management_token_invalid',
      'route_not_found',
      'internal_error',
    ],
  },
  listAccountRoutes: {
    method: 'POST',
    path: '/v1/account/routes',
    tag: 'Operator',
    summary: 'List the routes of verified emails',
    description:
      'For a trusted account broker that has verified these addresses: the routes that deliver to ' +
      'exactly them. Holds no address, token or secret.',
    parameters: [],
    credential: 'accountLookupSecret',
    body: {
      mediaTypes: [JSON_TYPE],
      schema: 'AccountRoutesRequest',
      examples: { [JSON_TYPE]: { emails: ['you@example.com'] } },
    },
    answers: { 200: { description: 'The routes, oldest first.', schema: 'AccountRouteList' } },
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

/** Methods of each path, in the order of the table: what `Allow` lists, without HEAD and OPTIONS. */
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
