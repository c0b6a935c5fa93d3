import { routeAnswer, type Operation } from './operation.ts';

const FORM = 'application/x-www-form-urlencoded';

/** The rows of the tag Verification. */
export const VERIFICATION_OPERATIONS = {
  showVerification: {
    method: 'GET',
    path: '/v1/routes/verify',
    tag: 'Verification',
    summary: 'Show the confirmation page',
    description:
      'The page the verification email links to. Opening it changes nothing. In verified ' +
      'delivery mode the mail provider has a page of its own.',
    parameters: ['token'],
    answers: { 200: { description: 'A page with one button.', mediaType: 'text/html' } },
    errors: [
      'verification_token_required',
      'verification_token_invalid',
      'verification_unavailable',
    ],
    pages: 'owner',
  },
  verifyRoute: {
    method: 'POST',
    path: '/v1/routes/verify',
    tag: 'Verification',
    summary: 'Confirm the inbox',
    description: 'Consumes the emailed token and activates the route. Repeating it succeeds.',
    parameters: [],
    body: {
      mediaTypes: [FORM],
      schema: { type: 'object', required: ['token'], properties: { token: { type: 'string' } } },
      examples: { [FORM]: { token: 'v1.k1.3q2-7wAB' } },
    },
    answers: { 200: routeAnswer('The route is active.') },
    errors: [
      'verification_token_required',
      'verification_token_invalid',
      'verification_token_expired',
      'verification_mismatch',
      'verification_unavailable',
      'route_not_found',
      'internal_error',
    ],
    pages: 'owner',
  },
} as const satisfies Record<string, Operation>;
