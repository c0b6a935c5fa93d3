import type { Overrides } from '../../src/app/service.ts';
import type { FormId } from '../../src/contract/names.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { bounceTokenOf } from '../../src/consent/bounces/bounce-token.ts';
import { basicAuth, postmarkBounce, PROVIDERS, report } from '../support/bounce-providers.ts';
import { linkTokenOf, sessionOf } from '../support/inbox-session.ts';
import { createKeyDirectory, LISTED } from '../support/key-directory.ts';
import { makeKey } from '../support/openpgp-key.ts';
import { OWNER, type TestService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';
import {
  afterCalls,
  call,
  failingRates,
  failingStore,
  inInbox,
  UNKNOWN,
  type Run,
  type Scenario,
} from './scenario.ts';

const NO_JSON = '{"';
const ONE_A_MINUTE = { CREATE_RATE_PER_MINUTE: '1' };

const asking =
  (body: unknown): Run =>
  (service) =>
    call(service, 'requestSession', { body });

const exchanging =
  (body: (service: TestService) => unknown): Run =>
  (service) =>
    call(service, 'exchangeSession', { body: body(service) });

const genuine = (service: TestService) => ({ token: linkTokenOf(service, OWNER) });

const SESSION_SCENARIOS = {
  'requestSession 202': { run: asking({ email: OWNER }) },
  'requestSession invalid_json': { run: asking(NO_JSON) },
  'requestSession invalid_email': { run: asking({ email: 'nobody' }) },
  'requestSession rate_limited': {
    env: ONE_A_MINUTE,
    overrides: standing,
    async run(service) {
      await asking({ email: OWNER })(service);
      return asking({ email: 'another@example.com' })(service);
    },
  },
  'requestSession internal_error': {
    env: ONE_A_MINUTE,
    overrides: failingRates,
    run: asking({ email: OWNER }),
  },
  'exchangeSession 200': { run: exchanging(genuine) },
  'exchangeSession invalid_json': { run: exchanging(() => NO_JSON) },
  'exchangeSession session_invalid': { run: exchanging(() => ({})) },
  'exchangeSession internal_error': { overrides: failingStore, run: exchanging(genuine) },
  'endSession 200': { run: inInbox('endSession', {}) },
  'endSession invalid_json': { run: inInbox('endSession', NO_JSON) },
} satisfies Record<string, Scenario>;

/** A scenario whose directory has the key of the address, or nothing. */
function withDirectory(
  hasKey: boolean,
  others: () => Overrides = () => ({}),
): Pick<Scenario, 'env' | 'overrides'> {
  const { overrides, start } = createKeyDirectory(async (response) => {
    const { publicKey } = await makeKey(LISTED);
    response.writeHead(hasKey ? 200 : 404).end(publicKey.write());
  });
  return {
    async env(test) {
      await start(test);
      return {};
    },
    overrides: () => ({ ...overrides(), ...others() }),
  };
}

const finding: Run = (service) =>
  call(service, 'findInboxKey', { bearer: sessionOf(service, LISTED) });

const checking = (body: unknown): Run => inInbox('checkInboxKey', body);
const NO_KEY = { type: 'openpgp', key: 'x' };

const KEY_SCENARIOS = {
  'findInboxKey 200': { ...withDirectory(true), run: finding },
  'findInboxKey not_found': { ...withDirectory(false), run: finding },
  'findInboxKey rate_limited': {
    ...withDirectory(false, standing),
    run: (service) => afterCalls(LIMITS.keyLookupsPerMinute, () => finding(service)),
  },
  'findInboxKey internal_error': { overrides: failingRates, run: finding },
  'checkInboxKey 200': {
    async run(service) {
      const { armored } = await makeKey(OWNER);
      return checking({ type: 'openpgp', key: armored })(service);
    },
  },
  'checkInboxKey invalid_json': { run: checking({ type: 'age', key: 'age1' }) },
  'checkInboxKey settings_invalid': { run: checking(NO_KEY) },
  'checkInboxKey rate_limited': {
    overrides: standing,
    run: (service) => afterCalls(LIMITS.keyChecksPerMinute, () => checking(NO_KEY)(service)),
  },
  'checkInboxKey internal_error': { overrides: failingRates, run: checking(NO_KEY) },
} satisfies Record<string, Scenario>;

const BROKER = { ACCOUNT_LOOKUP_SECRET: 'a-secret-of-the-account-broker-0123456789' };

/** Calls the operator interface, with the broker's secret or another. */
const listing =
  (emails: string[], bearer = BROKER.ACCOUNT_LOOKUP_SECRET): Run =>
  (service) =>
    call(service, 'listAccountRoutes', { bearer, body: { emails } });

const ACCOUNT_SCENARIOS = {
  'listAccountRoutes 200': {
    env: BROKER,
    async run(service) {
      await service.activeRoute();
      return listing([OWNER])(service);
    },
  },
  'listAccountRoutes invalid_json': { env: BROKER, run: listing([]) },
  'listAccountRoutes invalid_email': { env: BROKER, run: listing(['nobody']) },
  'listAccountRoutes account_lookup_unauthorized': { env: BROKER, run: listing([OWNER], 'wrong') },
  'listAccountRoutes account_lookup_unavailable': { run: listing([OWNER]) },
  'listAccountRoutes internal_error': {
    env: BROKER,
    overrides: failingStore,
    run: listing([OWNER]),
  },
} satisfies Record<string, Scenario>;

const WRONG = 'another-secret-of-more-than-32-characters';

const reporting =
  (secret?: string): Run =>
  (service) => {
    const { keyring } = service.service;
    const token = bounceTokenOf(keyring, UNKNOWN as FormId, 'jo@example.com', Date.now());
    return report(service, 'postmark', postmarkBounce(token), basicAuth(secret));
  };

const BOUNCE_SCENARIOS = {
  'reportBounce 200': { env: PROVIDERS, run: reporting() },
  'reportBounce invalid_json': {
    env: PROVIDERS,
    run: (service) => report(service, 'postmark', NO_JSON, basicAuth()),
  },
  'reportBounce not_found': { env: PROVIDERS, run: reporting(WRONG) },
  'reportBounce rate_limited': {
    env: PROVIDERS,
    overrides: standing,
    async run(service) {
      await afterCalls(LIMITS.strangeReportsPerMinute, () => reporting(WRONG)(service));
      return reporting()(service);
    },
  },
  'reportBounce internal_error': { env: PROVIDERS, overrides: failingStore, run: reporting() },
} satisfies Record<string, Scenario>;

/** Every outcome of inbox operations, except those of sessions, rates and verified mode. */
export const INBOX_SCENARIOS = {
  ...SESSION_SCENARIOS,
  ...KEY_SCENARIOS,
  ...ACCOUNT_SCENARIOS,
  ...BOUNCE_SCENARIOS,
  'listInboxRoutes 200': {
    async run(service) {
      await service.activeRoute();
      return inInbox('listInboxRoutes')(service);
    },
  },
  'getInboxSettings 200': { run: inInbox('getInboxSettings') },
  'putInboxSettings 200': { run: inInbox('putInboxSettings') },
  'patchInboxSettings 200': { run: inInbox('patchInboxSettings', { confirm_new_forms: true }) },
  'patchInboxSettings invalid_json': { run: inInbox('patchInboxSettings', { confirm: true }) },
  'putInboxSettings invalid_json': {
    run: inInbox('putInboxSettings', { confirm_new_forms: 'yes' }),
  },
} satisfies Record<string, Scenario>;
