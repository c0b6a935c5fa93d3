import { LIMITS } from '../../src/contract/limits.ts';
import { EICAR, startClamd } from '../support/clamd.ts';
import { OWNER, type TestService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';
import { privateReceivers, webhook } from './form-scenarios.ts';
import { failingStore, get, UNKNOWN, type Scenario } from './scenario.ts';

const KEY = { 'idempotency-key': 'a-key-of-this-scenario' };

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
  'submitForm route_not_found': { run: ({ submit }) => submit(UNKNOWN, { message: 'Hello' }) },
  'submitForm inbox_not_verified': {
    async run({ create, submit }) {
      return submit((await create()).json.form_id, { message: 'Hello' });
    },
  },
  'submitForm access_key_required': {
    async run({ activeRoute, submit }) {
      const { form_id } = await activeRoute({ settings: { access: 'key' } });
      return submit(form_id, { message: 'Hello' });
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
    overrides: privateReceivers,
    async run({ activeRoute, submit }) {
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
  'submitForm internal_error': {
    overrides: failingStore,
    run: ({ submit }) => submit(UNKNOWN, { message: 'Hello' }),
  },
} satisfies Record<string, Scenario>;
