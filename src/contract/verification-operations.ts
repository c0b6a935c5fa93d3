import { LIMITS } from './limits.ts';
import { routeAnswer, type Operation } from './operation.ts';

const FORM = 'application/x-www-form-urlencoded';
const PAGE = { 200: { description: 'A page with a button.', mediaType: 'text/html' } } as const;

const TOKEN_ERRORS = ['verification_token_required', 'verification_token_invalid'] as const;

/** Possible results of asking an inbox for its consent. */
const ANNOUNCE_ERRORS = [
  'rate_limited',
  'invalid_email',
  'verified_destination_capacity',
  'delivery_failed',
  'config_incomplete',
  'internal_error',
] as const;

const tokenBody = (properties: object) =>
  ({
    mediaTypes: [FORM],
    schema: {
      type: 'object',
      properties: { token: { type: 'string' }, ...properties },
    },
    examples: { [FORM]: { token: 'cfm_7K2MNP4QRSTVWXYZ.3q2-7wAB' } },
  }) as const;

/** The rows of the tag Verification: how an inbox confirms, and what its owner does by the links in mails. */
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
  resendVerification: {
    method: 'POST',
    path: '/v1/routes/{formId}/verification',
    tag: 'Verification',
    summary: 'Send the verification email again',
    description:
      'For a route that still waits for its inbox, within the budget of mails that an inbox gets. An ' +
      'active route that its owner has not approved yet gets the email with the approval link again. ' +
      'One that is approved, or that its owner has stopped, is answered as it is.',
    parameters: ['formId'],
    credential: 'managementToken',
    answers: {
      200: routeAnswer('Nothing was sent: the route is approved, or its owner has stopped it.'),
      202: routeAnswer('The email was sent again; the inbox has to confirm or to approve.'),
    },
    errors: [
      'management_token_required',
      'management_token_invalid',
      'route_not_found',
      ...ANNOUNCE_ERRORS,
    ],
  },
  showStop: {
    method: 'GET',
    path: '/v1/routes/stop',
    tag: 'Verification',
    summary: 'Show the page that stops a form',
    description:
      'The page that every delivered email links to. Opening it changes nothing; it shows what a ' +
      'press of its button does, or how to start a stopped form again. It shows no address.',
    parameters: ['token'],
    answers: PAGE,
    errors: [...TOKEN_ERRORS, 'route_not_found', 'internal_error'],
    pages: 'owner',
  },
  stopForm: {
    method: 'POST',
    path: '/v1/routes/stop',
    tag: 'Verification',
    summary: 'Stop a form',
    description:
      'With the token of `List-Unsubscribe`: withdraws the confirmation of the inbox. The route ' +
      'waits for it again and delivers nothing; an email tells the owner, with the way back. Mail ' +
      'programs call it with that token in the query and `List-Unsubscribe=One-Click` as the body ' +
      '(RFC 8058). With `reason=spam` it counts as reported. New routes of the inbox wait for its ' +
      `click for ${LIMITS.newFormHoldDays} days after a stop. Replies quote the link in the text of an email, so its ` +
      'token only has the inbox asked by an email. Repeating it succeeds.',
    parameters: ['emailedToken'],
    body: tokenBody({
      reason: { type: 'string', enum: ['spam'] },
      'List-Unsubscribe': { type: 'string', enum: ['One-Click'] },
    }),
    answers: {
      200: routeAnswer('The route is stopped and waits for its inbox.'),
      202: routeAnswer('The inbox was sent an email that asks whether to stop the route.'),
    },
    errors: [
      ...TOKEN_ERRORS,
      'route_not_found',
      'rate_limited',
      'delivery_failed',
      'internal_error',
    ],
    pages: 'owner',
  },
  showRestart: {
    method: 'GET',
    path: '/v1/routes/restart',
    tag: 'Verification',
    summary: 'Show the page that starts a stopped form again',
    description:
      'The page that an email about a stop links to in verified delivery mode; in arbitrary mode it ' +
      'links to the confirmation page. Opening it changes nothing.',
    parameters: ['token'],
    answers: PAGE,
    errors: [...TOKEN_ERRORS, 'route_not_found', 'internal_error'],
    pages: 'owner',
  },
  restartForm: {
    method: 'POST',
    path: '/v1/routes/restart',
    tag: 'Verification',
    summary: 'Start a stopped form again',
    description:
      'For the owner who wants a stopped form back: with the token of a stop link, the inbox is sent ' +
      'an email with a link that starts the form. The token of that link belongs to this one stop; ' +
      'in verified delivery mode it is posted here.',
    parameters: [],
    body: tokenBody({}),
    answers: {
      200: routeAnswer('No email was sent: this is the state of the route now.'),
      202: routeAnswer('The email was sent; the route stays stopped until its link is used.'),
    },
    errors: [...TOKEN_ERRORS, 'route_not_found', ...ANNOUNCE_ERRORS],
    pages: 'owner',
  },
  showApproval: {
    method: 'GET',
    path: '/v1/routes/approve',
    tag: 'Verification',
    summary: 'Show the page that approves a form',
    description:
      'The page that the email about a new form links to, where the inbox had confirmed before. ' +
      'Opening it changes nothing.',
    parameters: ['token'],
    answers: PAGE,
    errors: [...TOKEN_ERRORS, 'route_not_found', 'internal_error'],
    pages: 'owner',
  },
  approveForm: {
    method: 'POST',
    path: '/v1/routes/approve',
    tag: 'Verification',
    summary: 'Approve a form',
    description:
      'A form that is active at once, because its inbox had confirmed before, shares with all others ' +
      `like it ${LIMITS.unapprovedPercent} % of the month, or ${LIMITS.unapprovedDeliveries} deliveries where that is more, until its owner approves it. ` +
      'Repeating it succeeds. A form that its owner has stopped is answered as it is.',
    parameters: [],
    body: tokenBody({}),
    answers: { 200: routeAnswer('The route as it is now.') },
    errors: [...TOKEN_ERRORS, 'route_not_found', 'internal_error'],
    pages: 'owner',
  },
  showRefusal: {
    method: 'GET',
    path: '/v1/routes/refuse',
    tag: 'Verification',
    summary: 'Show the page for those who did not ask for a form',
    description: 'The page that every verification email links to. Opening it changes nothing.',
    parameters: ['token'],
    answers: PAGE,
    errors: [...TOKEN_ERRORS, 'internal_error'],
    pages: 'owner',
  },
  refuseForm: {
    method: 'POST',
    path: '/v1/routes/refuse',
    tag: 'Verification',
    summary: 'Say that a form was not asked for',
    description:
      `Removes the waiting route and has its address get no verification email for ${LIMITS.refusalDays} days; only ` +
      'a keyed hash of it is kept. With `allow=yes` such emails arrive again. The link has no effect ' +
      'on a route that was ever confirmed.',
    parameters: [],
    body: tokenBody({ allow: { type: 'string', enum: ['yes'] } }),
    answers: { 200: { description: 'What the link says is settled.', schema: 'RefusalResult' } },
    errors: [...TOKEN_ERRORS, 'internal_error'],
    pages: 'owner',
  },
} as const satisfies Record<string, Operation>;
