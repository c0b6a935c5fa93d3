import { EICAR, startClamd } from '../support/clamd.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { OWNER, type TestService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';
import { ANSWER_SCENARIOS } from './answer-scenarios.ts';
import { APPROVAL_SCENARIOS } from './approval-scenarios.ts';
import { BOUNCE_SCENARIOS } from './bounce-scenarios.ts';
import { forgedToken } from '../support/decision-tokens.ts';
import { DECISION_SCENARIOS } from './decision-scenarios.ts';
import { CONSENT_SCENARIOS } from './consent-scenarios.ts';
import { COPY_SCENARIOS } from './copy-scenarios.ts';
import { HAND_OVER_SCENARIOS } from './hand-over-scenarios.ts';
import { SPAM_SCENARIOS } from './spam-scenarios.ts';
import { SETTINGS_SCENARIOS } from './settings-scenarios.ts';
import { INBOX_SCENARIOS } from './inbox-scenarios.ts';
import { KEY_SCENARIOS } from './key-scenarios.ts';
import { INSTALL_SCENARIOS } from './install-scenarios.ts';
import { failingStore, get, UNKNOWN, type Scenario, type ScenarioKey } from './scenario.ts';
import { RATE_SCENARIOS } from './rate-scenarios.ts';
import { TEST_SCENARIOS } from './test-scenarios.ts';
import { VERIFIED_SCENARIOS } from './verified-scenarios.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };
const KEY = { 'idempotency-key': 'a-key-of-this-scenario' };
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const postForm =
  (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
  ({ request }: TestService) =>
    request(path, { method: 'POST', headers: { 'content-type': type }, body });

/** Submits to an active form. */
function submitting(fields: Record<string, string>, headers?: Record<string, string>) {
  return async (service: TestService) => {
    const { form_id } = await service.activeRoute();
    return service.submit(form_id, fields, headers);
  };
}

function submittingBody(body: string, type: string) {
  return async (service: TestService) => {
    const { form_id } = await service.activeRoute();
    return postForm(`/f/${form_id}`, body, type)(service);
  };
}

/** Submits one file for each content to a form that takes files. */
function submittingFiles(files: object, contents: string[]) {
  return async (service: TestService) => {
    const { form_id } = await service.activeRoute({ settings: { files } });
    const body = new FormData();
    for (const content of contents) body.append('file', new Blob([content]), 'x.txt');
    return service.request(`/f/${form_id}`, { method: 'POST', body });
  };
}

const SOME_TOKEN = `lsm_${'a'.repeat(43)}`;
const BROKER = { ACCOUNT_LOOKUP_SECRET: 'a-secret-of-the-account-broker-0123456789' };

/** Calls the operator interface, with the broker's secret or another. */
function listing(body: object, secret = BROKER.ACCOUNT_LOOKUP_SECRET) {
  return ({ request }: TestService) =>
    request('/v1/account/routes', {
      method: 'POST',
      headers: { ...JSON_HEADERS, ...bearer(secret) },
      body: JSON.stringify(body),
    });
}

/** Manages a fresh route; `choose` picks the token sent, undefined for none. */
function managing(method: string, path: string) {
  return (choose: (own: string, other: string) => string | undefined) =>
    async ({ create, request }: TestService) => {
      const own = (await create({ email: 'own@example.com' })).json;
      const other = (await create({ email: 'other@example.com' })).json;
      const token = choose(own.management_token, other.management_token);
      const headers = token === undefined ? {} : bearer(token);
      return request(`/v1/routes/${own.form_id}${path}`, { method, headers });
    };
}

const deleting = managing('DELETE', '');
const counting = managing('GET', '/counts');
const claiming = managing('POST', '/claim');

/** Every operation with every outcome it declares; a missing one does not compile. */
export const SCENARIOS: Record<ScenarioKey, Scenario> = {
  ...RATE_SCENARIOS,
  ...DECISION_SCENARIOS,
  ...VERIFIED_SCENARIOS,
  ...CONSENT_SCENARIOS,
  ...ANSWER_SCENARIOS,
  ...APPROVAL_SCENARIOS,
  ...TEST_SCENARIOS,
  ...SETTINGS_SCENARIOS,
  ...SPAM_SCENARIOS,
  ...BOUNCE_SCENARIOS,
  ...COPY_SCENARIOS,
  ...HAND_OVER_SCENARIOS,
  ...INBOX_SCENARIOS,
  ...KEY_SCENARIOS,
  'getService 200': { run: get('/') },
  'getService 303': { run: ({ request }) => request('/', { headers: { accept: 'text/html' } }) },
  'getHealth 200': { run: get('/health') },
  'getWellKnown 200': { run: get('/.well-known/letterslot.json') },
  'getOpenApi 200': { run: get('/openapi.json') },
  'getLlmsText 200': { run: get('/llms.txt') },
  'getReceiptKeys 200': { run: get('/.well-known/jwks.json') },

  ...INSTALL_SCENARIOS,

  'createRoute 200': {
    async run({ create }) {
      await create({}, KEY);
      return create({}, KEY);
    },
  },
  'createRoute 201': {
    async run({ activeRoute, create }) {
      await activeRoute();
      return create({ alias: 'Second form' });
    },
  },
  'createRoute 202': { run: ({ create }) => create() },
  'createRoute invalid_json': {
    run: ({ request }) =>
      request('/v1/routes', { method: 'POST', headers: JSON_HEADERS, body: '{"email":' }),
  },
  'createRoute invalid_email': { run: ({ create }) => create({ email: 'nobody' }) },
  'createRoute invalid_alias': { run: ({ create }) => create({ alias: ' ' }) },
  'createRoute invalid_idempotency_key': {
    run: ({ create }) => create({}, { 'idempotency-key': 'k'.repeat(201) }),
  },
  'createRoute delivery_config_unsupported': {
    run: ({ create }) => create({ delivery: { mode: 'pigeon' } }),
  },
  'createRoute invalid_webhook_url': {
    run: ({ create }) =>
      create({ delivery: { mode: 'both', webhook: { url: 'https://127.0.0.1/hook' } } }),
  },
  'createRoute settings_invalid': {
    run: ({ create }) => create({ settings: { redirect: 'javascript:1', colour: 'red' } }),
  },
  'createRoute idempotency_key_conflict': {
    async run({ create }) {
      await create({}, KEY);
      return create({ alias: 'Another form' }, KEY);
    },
  },
  'createRoute rate_limited': {
    env: { CREATE_RATE_PER_MINUTE: '1' },
    overrides: standing,
    async run({ create }) {
      await create();
      return create();
    },
  },
  'createRoute delivery_failed': {
    run({ sink, create }) {
      sink.refuseWith({ code: 550, text: `no such user ${OWNER}` });
      return create();
    },
  },
  'createRoute internal_error': { overrides: failingStore, run: ({ create }) => create() },

  'getRoute 200': {
    async run({ create, request }) {
      return request(`/v1/routes/${(await create()).json.form_id}`);
    },
  },
  'getRoute route_not_found': { run: get(`/v1/routes/${UNKNOWN}`) },
  'getRoute internal_error': { overrides: failingStore, run: get(`/v1/routes/${UNKNOWN}`) },

  'deleteRoute 200': { run: deleting((own) => own) },
  'deleteRoute management_token_required': { run: deleting(() => undefined) },
  'deleteRoute session_invalid': { run: deleting(() => 'lss_garbage') },
  'deleteRoute management_token_invalid': { run: deleting((_own, other) => other) },
  'deleteRoute route_not_found': {
    run: ({ request }) =>
      request(`/v1/routes/${UNKNOWN}`, {
        method: 'DELETE',
        headers: bearer(SOME_TOKEN),
      }),
  },
  'deleteRoute internal_error': {
    overrides: failingStore,
    run: ({ request }) =>
      request(`/v1/routes/${UNKNOWN}`, {
        method: 'DELETE',
        headers: bearer(SOME_TOKEN),
      }),
  },

  'getCounts 200': {
    async run({ activeRoute, submit, request }) {
      const { form_id, management_token = '' } = await activeRoute();
      await submit(form_id, { message: 'Hello' });
      await submit(form_id, { message: '' });
      return request(`/v1/routes/${form_id}/counts`, { headers: bearer(management_token) });
    },
  },
  'getCounts management_token_required': { run: counting(() => undefined) },
  'getCounts session_invalid': { run: counting(() => 'lss_garbage') },
  'getCounts management_token_invalid': { run: counting((_own, other) => other) },
  'getCounts route_not_found': {
    run: ({ request }) => request(`/v1/routes/${UNKNOWN}/counts`, { headers: bearer(SOME_TOKEN) }),
  },
  'getCounts internal_error': {
    overrides: failingStore,
    run: ({ request }) => request(`/v1/routes/${UNKNOWN}/counts`, { headers: bearer(SOME_TOKEN) }),
  },

  'claimRoute 200': { run: claiming((own) => own) },
  'claimRoute management_token_required': { run: claiming(() => undefined) },
  'claimRoute session_invalid': { run: claiming(() => 'lss_garbage') },
  'claimRoute management_token_invalid': { run: claiming((_own, other) => other) },
  'claimRoute route_not_found': {
    run: ({ request }) =>
      request(`/v1/routes/${UNKNOWN}/claim`, { method: 'POST', headers: bearer(SOME_TOKEN) }),
  },
  'claimRoute internal_error': {
    overrides: failingStore,
    run: ({ request }) =>
      request(`/v1/routes/${UNKNOWN}/claim`, { method: 'POST', headers: bearer(SOME_TOKEN) }),
  },

  'listAccountRoutes 200': {
    env: BROKER,
    async run(service) {
      await service.activeRoute();
      return listing({ emails: [OWNER] })(service);
    },
  },
  'listAccountRoutes invalid_json': { env: BROKER, run: listing({ emails: [] }) },
  'listAccountRoutes invalid_email': { env: BROKER, run: listing({ emails: ['nobody'] }) },
  'listAccountRoutes account_lookup_unauthorized': {
    env: BROKER,
    run: listing({ emails: [OWNER] }, 'wrong'),
  },
  'listAccountRoutes account_lookup_unavailable': { run: listing({ emails: [OWNER] }) },
  'listAccountRoutes internal_error': {
    env: BROKER,
    overrides: failingStore,
    run: listing({ emails: [OWNER] }),
  },

  'showVerification 200': {
    async run({ create, request, verificationToken }) {
      await create();
      return request(`/v1/routes/verify?token=${verificationToken()}`);
    },
  },

  'verifyRoute 200': {
    async run({ create, confirm, verificationToken }) {
      await create();
      return confirm(verificationToken());
    },
  },
  'verifyRoute verification_token_expired': {
    async run(service) {
      const { json } = await service.create();
      return service.confirm(
        forgedToken(service, 'verify', json.form_id, { expiresAt: Date.now() - 1 }),
      );
    },
  },
  'verifyRoute verification_mismatch': {
    async run(service) {
      const { json } = await service.create();
      return service.confirm(forgedToken(service, 'verify', json.form_id));
    },
  },

  'submitForm 200': { run: submitting({ message: 'Hello' }) },
  'submitForm 303': {
    run: submitting({ message: 'Hello', _redirect: 'https://example.com/thanks' }),
  },
  'submitForm submission_empty': { run: submitting({ message: ' ' }) },
  'submitForm invalid_json': { run: submittingBody('{"message":', 'application/json') },
  'submitForm invalid_redirect_url': {
    run: submitting({ message: 'Hello', _redirect: '/thanks' }),
  },
  'submitForm invalid_idempotency_key': {
    run: submitting({ message: 'Hello' }, { 'idempotency-key': 'k'.repeat(201) }),
  },
  'submitForm idempotency_key_conflict': {
    async run({ activeRoute, submit }) {
      const { form_id } = await activeRoute();
      await submit(form_id, { message: 'Hello' }, KEY);
      return submit(form_id, { message: 'Hello again' }, KEY);
    },
  },
  'submitForm file_uploads_unsupported': {
    async run(service) {
      const { form_id } = await service.activeRoute();
      const body = new FormData();
      body.set('file', new Blob(['x']), 'x.txt');
      return service.request(`/f/${form_id}`, { method: 'POST', body });
    },
  },
  'submitForm too_many_files': { run: submittingFiles({ max_count: 1 }, ['a', 'b']) },
  'submitForm file_type_refused': {
    run: submittingFiles({ types: ['application/pdf', 'image/*'] }, ['text']),
  },
  'submitForm file_infected': {
    async env(test) {
      const clamd = await startClamd();
      test.after(clamd.close);
      return { CLAMD_URL: clamd.url };
    },
    run: submittingFiles({}, [EICAR]),
  },
  'submitForm file_too_large': { run: submittingFiles({ max_bytes: 5 }, ['abc', 'def']) },
  'submitForm route_not_found': { run: ({ submit }) => submit(UNKNOWN, { message: 'Hello' }) },
  'submitForm inbox_not_verified': {
    async run({ create, submit }) {
      return submit((await create()).json.form_id, { message: 'Hello' });
    },
  },
  'submitForm origin_not_allowed': {
    async run({ activeRoute, submit }) {
      const { form_id } = await activeRoute({ settings: { origins: ['https://example.com'] } });
      return submit(form_id, { message: 'Hello' }, { origin: 'https://example.org' });
    },
  },
  'submitForm submission_invalid': {
    async run({ activeRoute, submit }) {
      const fields = [
        { name: 'email', type: 'email' },
        { name: 'message', type: 'textarea', required: true },
      ] as const;
      const { form_id } = await activeRoute({ settings: { fields } });
      return submit(form_id, { email: 'ada', message: '' });
    },
  },
  'submitForm challenge_required': {
    async run({ activeRoute, submit }) {
      const { form_id } = await activeRoute({ settings: { challenge: 'always' } });
      return submit(form_id, { message: 'Hello' });
    },
  },
  'submitForm submission_too_large': {
    run: submitting({ message: 'x'.repeat(LIMITS.submissionBytes) }),
  },
  'submitForm unsupported_media_type': { run: submittingBody('Hello', 'text/plain') },
  'submitForm rate_limited': {
    env: { SUBMIT_RATE_PER_MINUTE: '60/1' },
    overrides: standing,
    async run({ activeRoute, submit }) {
      const { form_id } = await activeRoute();
      await submit(form_id, { message: 'Hello' });
      return submit(form_id, { message: 'Hello' });
    },
  },
  'submitForm monthly_allowance_exhausted': {
    env: { MONTHLY_LIMIT: '1' },
    async run({ activeRoute, submit }) {
      const { form_id } = await activeRoute();
      await submit(form_id, { message: 'Hello' });
      return submit(form_id, { message: 'Hello' });
    },
  },
  'submitForm delivery_failed': {
    async run({ activeRoute, sink, submit }) {
      const { form_id } = await activeRoute();
      sink.refuseWith({ code: 451, text: `try later, ${OWNER}` });
      return submit(form_id, { message: 'Hello' });
    },
  },
  'submitForm webhook_delivery_failed': {
    overrides: () => ({
      receivers: { resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
    }),
    async run({ activeRoute, submit }) {
      const webhook = { url: 'https://hooks.example.com/' };
      const { form_id } = await activeRoute({ delivery: { mode: 'webhook', webhook } });
      return submit(form_id, { message: 'Hello' });
    },
  },
  'getChallenge 200': {
    run: async ({ create, request }) =>
      request(`/v1/routes/${(await create()).json.form_id}/challenge`),
  },
  'getChallenge route_not_found': { run: get(`/v1/routes/${UNKNOWN}/challenge`) },
  'getChallenge rate_limited': {
    env: { SUBMIT_RATE_PER_MINUTE: '60/1' },
    overrides: standing,
    async run({ create, request }) {
      const { form_id } = (await create()).json;
      const ask = () => request(`/v1/routes/${form_id}/challenge`);
      for (let count = 0; count < LIMITS.challengesPerSubmission; count += 1) await ask();
      return ask();
    },
  },
  'getChallenge internal_error': {
    overrides: failingStore,
    run: get(`/v1/routes/${UNKNOWN}/challenge`),
  },
  'showThanks 200': { run: get('/thanks') },

  'submitForm internal_error': {
    overrides: failingStore,
    run: ({ submit }) => submit(UNKNOWN, { message: 'Hello' }),
  },
};
