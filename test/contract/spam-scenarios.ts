import { linkedToken, type TestService } from '../support/service.ts';
import { type Scenario } from './scenario.ts';

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
  'reportSpam 200': {
    run: async (service) => press('spam', await tokenOf(service, 'spam'))(service),
  },
  'showNotSpam 200': {
    run: async (service) =>
      service.request(`/v1/routes/not-spam?token=${await tokenOf(service, 'not-spam')}`),
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
} satisfies Record<string, Scenario>;
