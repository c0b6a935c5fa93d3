import { LIMITS } from '../../src/contract/limits.ts';
import { EICAR, startClamd } from '../support/clamd.ts';
import { OWNER, type TestService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';
import { privateReceivers, webhook } from './form-scenarios.ts';
import { afterCalls, failingStore, get, UNKNOWN, type Run, type Scenario } from './scenario.ts';

const KEY = { 'idempotency-key': 'a-key-of-this-scenario' };

interface Submitting {
  headers?: Record<string, string>;
  body?: object;
  times?: number;
}

const FIELDS = [
  { name: 'email', type: 'email' },
  { name: 'message', type: 'textarea', required: true },
];

const HELLO = { message: 'Hello' };

/** Submits to an active form, made by this request; the last answer of so many. */
const submitting =
  (
    fields: Record<string, string> = HELLO,
    { headers = {}, body = {}, times = 1 }: Submitting = {},
    prepare?: (service: TestService) => unknown,
  ): Run =>
  async (service) => {
    const { form_id } = await service.activeRoute(body);
    await prepare?.(service);
    return afterCalls(times - 1, () => service.submit(form_id, fields, headers));
  };

const withSettings = (settings: object, headers: Record<string, string> = {}) => ({
  body: { settings },
  headers,
});

function submittingBody(body: string, type: string) {
  return async (service: TestService) => {
    const { form_id } = await service.activeRoute();
    const headers = { 'content-type': type };
    return service.request(`/f/${form_id}`, { method: 'POST', headers, body });
  };
}

/** Submits one file for each content to a form that takes files. */
function submittingFiles(contents: string[], settings: object = {}) {
  return async (service: TestService) => {
    const { form_id } = await service.activeRoute({ settings });
    const body = new FormData();
    for (const content of contents) body.append('file', new Blob([content]), 'x.txt');
    return service.request(`/f/${form_id}`, { method: 'POST', body });
  };
}

/** Every outcome of a submission, and of the challenge for one. */
export const SUBMIT_SCENARIOS = {
  'submitForm 200': { run: submitting() },
  'submitForm 303': { run: submitting({ ...HELLO, _redirect: 'https://example.com/thanks' }) },
  'submitForm submission_empty': { run: submitting({ message: ' ' }) },
  'submitForm invalid_json': { run: submittingBody('{"message":', 'application/json') },
  'submitForm invalid_redirect_url': { run: submitting({ ...HELLO, _redirect: '/thanks' }) },
  'submitForm invalid_idempotency_key': {
    run: submitting(HELLO, { headers: { 'idempotency-key': 'k'.repeat(201) } }),
  },
  'submitForm idempotency_key_conflict': {
    async run({ activeRoute, submit }) {
      const { form_id } = await activeRoute();
      await submit(form_id, HELLO, KEY);
      return submit(form_id, { message: 'Hello again' }, KEY);
    },
  },
  'submitForm file_uploads_unsupported': { run: submittingFiles(['x']) },
  'submitForm too_many_files': { run: submittingFiles(['a', 'b'], { files: { max_count: 1 } }) },
  'submitForm file_type_refused': {
    run: submittingFiles(['text'], { files: { types: ['application/pdf', 'image/*'] } }),
  },
  'submitForm file_infected': {
    async env(test) {
      const clamd = await startClamd(test);
      return { CLAMD_URL: clamd.url };
    },
    run: submittingFiles([EICAR], { files: {} }),
  },
  'submitForm file_too_large': {
    run: submittingFiles(['abc', 'def'], { files: { max_bytes: 5 } }),
  },
  'submitForm route_not_found': { run: ({ submit }) => submit(UNKNOWN, HELLO) },
  'submitForm inbox_not_verified': {
    run: async ({ create, submit }) => submit((await create()).json.form_id, HELLO),
  },
  'submitForm access_key_required': { run: submitting(HELLO, withSettings({ access: 'key' })) },
  'submitForm origin_not_allowed': {
    run: submitting(
      HELLO,
      withSettings({ origins: ['https://example.com'] }, { origin: 'https://example.org' }),
    ),
  },
  'submitForm submission_invalid': {
    run: submitting({ email: 'ada', message: '' }, withSettings({ fields: FIELDS })),
  },
  'submitForm challenge_required': {
    run: submitting(HELLO, withSettings({ challenge: 'always' })),
  },
  'submitForm submission_too_large': {
    run: submitting({ message: 'x'.repeat(LIMITS.submissionBytes) }),
  },
  'submitForm unsupported_media_type': { run: submittingBody('Hello', 'text/plain') },
  'submitForm rate_limited': {
    env: { SUBMIT_RATE_PER_MINUTE: '60/1' },
    overrides: standing,
    run: submitting(HELLO, { times: 2 }),
  },
  'submitForm monthly_allowance_exhausted': {
    env: { MONTHLY_LIMIT: '1' },
    run: submitting(HELLO, { times: 2 }),
  },
  'submitForm delivery_failed': {
    run: submitting(HELLO, {}, ({ sink }) =>
      sink.refuseWith({ code: 451, text: `try later, ${OWNER}` }),
    ),
  },
  'submitForm webhook_delivery_failed': {
    overrides: privateReceivers,
    run: submitting(HELLO, { body: { delivery: { mode: 'webhook', webhook } } }),
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
      return afterCalls(LIMITS.challengesPerSubmission, () =>
        request(`/v1/routes/${form_id}/challenge`),
      );
    },
  },
  'getChallenge internal_error': {
    overrides: failingStore,
    run: get(`/v1/routes/${UNKNOWN}/challenge`),
  },
  'submitForm internal_error': {
    overrides: failingStore,
    run: ({ submit }) => submit(UNKNOWN, HELLO),
  },
} satisfies Record<string, Scenario>;
