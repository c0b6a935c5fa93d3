import { linkedToken, type TestService } from '../support/service.ts';
import { failingStore, get, UNKNOWN, type Scenario } from './scenario.ts';

const FORGED_SPAM = `${UNKNOWN}.${'A'.repeat(22)}`;
const FORGED_MARK = `${UNKNOWN}.markup.${'A'.repeat(22)}`;

/** The token of a link in the mail of a marked submission. */
async function tokenOf(service: TestService, page: 'spam' | 'not-spam'): Promise<string> {
  const { form_id } = await service.activeRoute();
  await service.submit(form_id, { message: '[url=https://a.example]Hello[/url]' });
  return linkedToken(service, page);
}

const press =
  (page: 'spam' | 'not-spam', token?: string, fields: Record<string, string> = {}) =>
  (service: TestService) =>
    service.request(`/v1/routes/${page}`, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, ...(token !== undefined && { token }) }),
    });

/** Every outcome of "This was spam" and "This was not spam". */
export const SPAM_SCENARIOS = {
  'showSpam 200': {
    run: async (service) =>
      service.request(`/v1/routes/spam?token=${await tokenOf(service, 'spam')}`),
  },
  'showSpam verification_token_required': { run: get('/v1/routes/spam') },
  'showSpam verification_token_invalid': { run: get('/v1/routes/spam?token=garbage') },
  'showSpam route_not_found': { run: get(`/v1/routes/spam?token=${FORGED_SPAM}`) },
  'showSpam internal_error': {
    overrides: failingStore,
    run: get(`/v1/routes/spam?token=${FORGED_SPAM}`),
  },
  'reportSpam 200': {
    run: async (service) => press('spam', await tokenOf(service, 'spam'))(service),
  },
  'reportSpam verification_token_required': { run: press('spam') },
  'reportSpam verification_token_invalid': { run: press('spam', 'garbage') },
  'reportSpam route_not_found': { run: press('spam', FORGED_SPAM) },
  'reportSpam internal_error': { overrides: failingStore, run: press('spam', FORGED_SPAM) },
  'showNotSpam 200': {
    run: async (service) =>
      service.request(`/v1/routes/not-spam?token=${await tokenOf(service, 'not-spam')}`),
  },
  'showNotSpam verification_token_required': { run: get('/v1/routes/not-spam') },
  'showNotSpam verification_token_invalid': { run: get('/v1/routes/not-spam?token=garbage') },
  'showNotSpam route_not_found': { run: get(`/v1/routes/not-spam?token=${FORGED_MARK}`) },
  'showNotSpam internal_error': {
    overrides: failingStore,
    run: get(`/v1/routes/not-spam?token=${FORGED_MARK}`),
  },
  'reportNotSpam 200': {
    run: async (service) => press('not-spam', await tokenOf(service, 'not-spam'))(service),
  },
  'reportNotSpam rate_limited': {
    async run(service) {
      const token = await tokenOf(service, 'not-spam');
      for (const _ of [1, 2, 3]) {
        await press('not-spam', token)(service);
        await press('not-spam', token, { choice: 'undo' })(service);
      }
      return press('not-spam', token)(service);
    },
  },
  'reportNotSpam delivery_failed': {
    async run(service) {
      const token = await tokenOf(service, 'not-spam');
      service.sink.refuseWith({ code: 550, text: 'no' });
      return press('not-spam', token)(service);
    },
  },
  'reportNotSpam verification_token_required': { run: press('not-spam') },
  'reportNotSpam verification_token_invalid': { run: press('not-spam', 'garbage') },
  'reportNotSpam route_not_found': { run: press('not-spam', FORGED_MARK) },
  'reportNotSpam internal_error': { overrides: failingStore, run: press('not-spam', FORGED_MARK) },
} satisfies Record<string, Scenario>;
