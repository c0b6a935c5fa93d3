import { bounceTokenOf } from '../../src/domain/bounces/bounce-token.ts';
import type { FormId } from '../../src/domain/routes/route.ts';
import { basicAuth, postmarkBounce, PROVIDERS, report } from '../support/bounce-providers.ts';
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
  'reportBounce internal_error': {
    env: PROVIDERS,
    overrides: failingStore,
    run: reporting(),
  },
} satisfies Record<string, Scenario>;
