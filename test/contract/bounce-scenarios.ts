import { LIMITS } from '../../src/contract/limits.ts';
import { bounceTokenOf } from '../../src/inboxes/bounces/bounce-token.ts';
import type { FormId } from '../../src/contract/form-id.ts';
import { basicAuth, postmarkBounce, PROVIDERS, report } from '../support/bounce-providers.ts';
import { standing } from '../support/time-windows.ts';
import { failingStore, UNKNOWN, type Scenario } from './scenario.ts';

const reporting = (secret?: string): Scenario['run'] => {
  return (service) => {
    const { keyring } = service.service;
    const token = bounceTokenOf(keyring, UNKNOWN as FormId, 'jo@example.com', Date.now());
    return report(service, 'postmark', postmarkBounce(token), basicAuth(secret));
  };
};

/** Reports of providers; each outcome once. */
export const BOUNCE_SCENARIOS = {
  'reportBounce 200': { env: PROVIDERS, run: reporting() },
  'reportBounce invalid_json': {
    env: PROVIDERS,
    run: (service) => report(service, 'postmark', '{"', basicAuth()),
  },
  'reportBounce not_found': {
    env: PROVIDERS,
    run: reporting('another-secret-of-more-than-32-characters'),
  },
  'reportBounce rate_limited': {
    env: PROVIDERS,
    overrides: standing,
    run: async (service) => {
      const strange = reporting('another-secret-of-more-than-32-characters');
      for (let sent = 0; sent <= LIMITS.strangeReportsPerMinute; sent += 1) await strange(service);
      return reporting()(service);
    },
  },
  'reportBounce internal_error': {
    env: PROVIDERS,
    overrides: failingStore,
    run: reporting(),
  },
} satisfies Record<string, Scenario>;
