import type { Overrides } from '../../src/app/service.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { startFakeCloudflare } from '../support/fake-cloudflare.ts';
import type { FakeProvider } from '../support/fake-provider.ts';
import { callWith, linkTokenOf, sessionOf } from '../support/inbox-session.ts';
import { OWNER, type TestService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';
import { EMAIL, gone, goneAndFull, laterInVerifiedMode } from './consent-scenarios.ts';
import { failingStore, UNKNOWN, type Scenario } from './scenario.ts';

const SESSIONS = '/v1/inbox/sessions';
const EXCHANGE = `${SESSIONS}/exchange`;
const LIST = '/v1/inbox/routes';
const SETTINGS = '/v1/inbox/settings';
const NO_JSON = '{"';
const ON = { confirm_new_forms: true };

/** A store of several nodes, whose rates cannot be counted. */
export const failingRates = (): Overrides => ({
  wrapStore: (store) => ({
    ...store,
    shared: true,
    rates: { ...store.rates, take: () => Promise.reject(new Error('the store is gone')) },
  }),
});

const asking = (body: unknown) => (service: TestService) =>
  callWith(service, 'POST', SESSIONS, { body });

const exchanging = (body: unknown) => (service: TestService) =>
  callWith(service, 'POST', EXCHANGE, { body });

/** Calls an operation of the inbox with a session of the owner, or another bearer. */
const withSession =
  (method: string, path: string, body?: unknown) =>
  (bearer: (service: TestService) => string | undefined = (service) => sessionOf(service, OWNER)) =>
  (service: TestService) =>
    callWith(service, method, path, { bearer: bearer(service), body });

const none = () => undefined;
const garbage = () => 'lss_garbage';

const ending = withSession('POST', `${SESSIONS}/end`, {});
const listing = withSession('GET', LIST);
const reading = withSession('GET', SETTINGS);
const changing = withSession('PUT', SETTINGS, ON);

/** What the owner of an inbox does with an active form of it, each scenario once. */
function owning(path: string, body?: unknown) {
  const call = (service: TestService, formId: string, bearer: string | undefined) =>
    callWith(service, 'POST', `/v1/routes/${formId}/${path}`, { bearer, body });
  return {
    call,
    as: (email: string): Scenario => ({
      async run(service) {
        const { form_id } = await service.activeRoute();
        return call(service, form_id, sessionOf(service, email));
      },
    }),
    unknown: (bearer: (service: TestService) => string | undefined): Scenario => ({
      run: (service) => call(service, UNKNOWN, bearer(service)),
    }),
    failing: {
      overrides: failingStore,
      run: (service: TestService) => call(service, UNKNOWN, sessionOf(service, OWNER)),
    },
  };
}

const aSession = (service: TestService) => sessionOf(service, OWNER);

const stopping = owning('stop', {});
const restarting = owning('restart');
const renewing = owning('management-token');

/** Restarts a form of verified mode, when its provider has changed its answer. */
const restartedLater = (change: (fake: FakeProvider) => void): Scenario =>
  laterInVerifiedMode(change, (service, formId) =>
    restarting.call(service, formId, sessionOf(service, EMAIL)),
  );

/** Restarts a form, whose provider still waits for the inbox, once more than an hour allows. */
const restartedOften: Scenario = {
  async env(test) {
    const fake = await startFakeCloudflare();
    test.after(() => fake.close());
    return fake.env;
  },
  async run(service) {
    const { form_id } = (await service.create()).json;
    const restart = () => restarting.call(service, form_id, sessionOf(service, OWNER));
    for (let time = 0; time < LIMITS.verificationMailsPerHour; time += 1) await restart();
    return restart();
  },
};

const SESSION_SCENARIOS = {
  'requestSession 202': { run: asking({ email: OWNER }) },
  'requestSession invalid_json': { run: asking(NO_JSON) },
  'requestSession invalid_email': { run: asking({ email: 'nobody' }) },
  'requestSession rate_limited': {
    env: { CREATE_RATE_PER_MINUTE: '1' },
    overrides: standing,
    async run(service) {
      await asking({ email: OWNER })(service);
      return asking({ email: 'another@example.com' })(service);
    },
  },
  'requestSession internal_error': {
    env: { CREATE_RATE_PER_MINUTE: '1' },
    overrides: failingRates,
    run: asking({ email: OWNER }),
  },
  'exchangeSession 200': {
    run: (service) => exchanging({ token: linkTokenOf(service, OWNER) })(service),
  },
  'exchangeSession invalid_json': { run: exchanging(NO_JSON) },
  'exchangeSession session_invalid': { run: exchanging({}) },
  'exchangeSession internal_error': {
    overrides: failingStore,
    run: (service) => exchanging({ token: linkTokenOf(service, OWNER) })(service),
  },
  'endSession 200': { run: ending() },
  'endSession session_required': { run: ending(none) },
  'endSession session_invalid': { run: ending(garbage) },
  'endSession invalid_json': {
    run: withSession('POST', `${SESSIONS}/end`, NO_JSON)(),
  },
  'endSession internal_error': { overrides: failingStore, run: ending() },
} satisfies Record<string, Scenario>;

const INBOX_FORM_SCENARIOS = {
  'listInboxRoutes 200': {
    async run(service) {
      await service.activeRoute();
      return listing()(service);
    },
  },
  'listInboxRoutes session_required': { run: listing(none) },
  'listInboxRoutes session_invalid': { run: listing(garbage) },
  'listInboxRoutes config_incomplete': laterInVerifiedMode(
    (fake) => fake.behave('forbidden'),
    (service) => listing(() => sessionOf(service, EMAIL))(service),
  ),
  'listInboxRoutes internal_error': { overrides: failingStore, run: listing() },
  'getInboxSettings 200': { run: reading() },
  'getInboxSettings session_required': { run: reading(none) },
  'getInboxSettings session_invalid': { run: reading(garbage) },
  'getInboxSettings internal_error': { overrides: failingStore, run: reading() },
  'putInboxSettings 200': { run: changing() },
  'putInboxSettings invalid_json': {
    run: withSession('PUT', SETTINGS, { confirm_new_forms: 'yes' })(),
  },
  'putInboxSettings session_required': { run: changing(none) },
  'putInboxSettings session_invalid': { run: changing(garbage) },
  'putInboxSettings internal_error': { overrides: failingStore, run: changing() },
} satisfies Record<string, Scenario>;

const OWNED_FORM_SCENARIOS = {
  'stopRoute 200': stopping.as(OWNER),
  'stopRoute invalid_json': owning('stop', { reason: 'boredom' }).as(OWNER),
  'stopRoute management_token_required': stopping.unknown(none),
  'stopRoute session_invalid': stopping.unknown(garbage),
  'stopRoute management_token_invalid': stopping.as('other@example.com'),
  'stopRoute route_not_found': stopping.unknown(aSession),
  'stopRoute internal_error': stopping.failing,

  'restartRoute 200': restarting.as(OWNER),
  'restartRoute management_token_required': restarting.unknown(none),
  'restartRoute session_invalid': restarting.unknown(garbage),
  'restartRoute management_token_invalid': restarting.as('other@example.com'),
  'restartRoute route_not_found': restarting.unknown(aSession),
  'restartRoute rate_limited': restartedOften,
  'restartRoute invalid_email': restartedLater(gone),
  'restartRoute verified_destination_capacity': restartedLater(goneAndFull),
  'restartRoute delivery_failed': restartedLater((fake) => fake.behave('broken')),
  'restartRoute config_incomplete': restartedLater((fake) => fake.behave('forbidden')),
  'restartRoute internal_error': restarting.failing,

  'renewManagementToken 200': renewing.as(OWNER),
  'renewManagementToken management_token_required': renewing.unknown(none),
  'renewManagementToken session_invalid': renewing.unknown(garbage),
  'renewManagementToken management_token_invalid': renewing.as('other@example.com'),
  'renewManagementToken route_not_found': renewing.unknown(aSession),
  'renewManagementToken internal_error': renewing.failing,
} satisfies Record<string, Scenario>;

/** Every outcome of what an owner does with a session of their inbox. */
export const INBOX_SCENARIOS = {
  ...SESSION_SCENARIOS,
  ...INBOX_FORM_SCENARIOS,
  ...OWNED_FORM_SCENARIOS,
};
