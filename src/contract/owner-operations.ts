import type { Operation } from './operation.ts';

const JSON_TYPE = 'application/json';

/** Operations about the routes of an owner: claiming one, and listing them for a broker. */
export const OWNER_OPERATIONS = {
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
