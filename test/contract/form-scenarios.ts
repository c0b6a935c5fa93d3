import { LIMITS } from '../../src/contract/limits.ts';
import type { OperationId } from '../../src/contract/operations.ts';
import { formWithCopies } from '../support/copied-form.ts';
import { offeredForm } from '../support/handed-form.ts';
import { sessionOf } from '../support/inbox-session.ts';
import { OWNER, type TestService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';
import {
  afterCalls,
  asOwner,
  call,
  failingStore,
  get,
  refuseMail,
  unconfirmed,
  UNKNOWN,
  type Run,
  type Scenario,
} from './scenario.ts';

const KEY = { 'idempotency-key': 'a-key-of-this-scenario' };
const ORIGINS = { origins: ['https://example.com'] };
const COLLEAGUE = 'colleague@example.com';
const CLIENT = 'client@example.com';

const creating =
  (body: object, headers: Record<string, string> = {}): Run =>
  ({ create }) =>
    create(body, headers);

const CREATE_SCENARIOS = {
  'createRoute 200': { run: (service) => afterCalls(1, () => creating({}, KEY)(service)) },
  'createRoute 201': {
    async run({ activeRoute, create }) {
      await activeRoute();
      return create({ alias: 'Second form' });
    },
  },
  'createRoute 202': { run: creating({}) },
  'createRoute invalid_json': { run: (service) => call(service, 'createRoute', { body: '{"' }) },
  'createRoute invalid_email': { run: creating({ email: 'nobody' }) },
  'createRoute invalid_alias': { run: creating({ alias: ' ' }) },
  'createRoute invalid_idempotency_key': {
    run: creating({}, { 'idempotency-key': 'k'.repeat(201) }),
  },
  'createRoute delivery_config_unsupported': { run: creating({ delivery: { mode: 'pigeon' } }) },
  'createRoute invalid_webhook_url': {
    run: creating({ delivery: { mode: 'both', webhook: { url: 'https://127.0.0.1/hook' } } }),
  },
  'createRoute settings_invalid': {
    run: creating({ settings: { redirect: 'javascript:1', colour: 'red' } }),
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
    run: ({ create }) => afterCalls(1, create),
  },
  'createRoute delivery_failed': {
    run({ sink, create }) {
      sink.refuseWith({ code: 550, text: `no such user ${OWNER}` });
      return create();
    },
  },
  'createRoute internal_error': { overrides: failingStore, run: creating({}) },
} satisfies Record<string, Scenario>;

const RESEND_SCENARIOS = {
  'resendVerification 200': { run: asOwner('resendVerification') },
  'resendVerification 202': { run: unconfirmed('resendVerification') },
  'resendVerification rate_limited': {
    // The creation sent the first.
    run: unconfirmed('resendVerification', undefined, LIMITS.verificationMailsPerHour - 1),
  },
  'resendVerification delivery_failed': {
    run: unconfirmed('resendVerification', undefined, 0, refuseMail),
  },
} satisfies Record<string, Scenario>;

/** Widens the allowed origins: replaces settings without them, or patches them to null. */
const WIDENING = { putSettings: {}, patchSettings: { origins: null } } as const;

const CHANGES = {
  putSettings: { subject: '{name} · {form}' },
  patchSettings: { redirect: 'https://example.com/thanks', subject: null },
} as const;

/** Settings are replaced and patched with the same answers. */
function changeScenarios<Id extends 'putSettings' | 'patchSettings'>(id: Id) {
  const scenarios = {
    200: { run: asOwner(id, CHANGES[id]) },
    invalid_json: { run: asOwner(id, '{') },
    settings_invalid: { run: asOwner(id, { redirect: '/thanks', colour: 1 }) },
    settings_changed: {
      run: async (service) => service[id](await service.activeRoute(), {}, { 'if-match': '"old"' }),
    },
    inbox_not_verified: {
      run: async (service) =>
        service[id]((await service.create({ settings: ORIGINS })).json, WIDENING[id]),
    },
    rate_limited: {
      async run(service) {
        const route = await service.activeRoute({ settings: ORIGINS });
        let count = 0;
        const change = () => service[id](route, { ...WIDENING[id], subject: `${(count += 1)}` });
        return afterCalls(3, change);
      },
    },
    delivery_failed: {
      async run(service) {
        const route = await service.activeRoute({ settings: ORIGINS });
        refuseMail(service);
        return service[id](route, WIDENING[id]);
      },
    },
  } satisfies Record<string, Scenario>;
  const rows = Object.entries(scenarios).map(([outcome, row]) => [`${id} ${outcome}`, row]);
  return Object.fromEntries(rows) as Record<`${Id} ${keyof typeof scenarios}`, Scenario>;
}

const SETTINGS_SCENARIOS = {
  'getSettings 200': { run: asOwner('getSettings') },
  ...changeScenarios('putSettings'),
  ...changeScenarios('patchSettings'),
} satisfies Record<string, Scenario>;

/** The name of a receiver leads to this machine, where no webhook may go. */
export const privateReceivers = () => ({
  receivers: { resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
});

export const webhook = { url: 'https://hooks.example.com/' };

const testing =
  (body?: object, times = 0): Run =>
  async (service) => {
    const form = await service.activeRoute(body);
    return afterCalls(times, () =>
      call(service, 'testForm', { form, bearer: form.management_token }),
    );
  };

const TEST_SCENARIOS = {
  'testForm 200': {
    overrides: privateReceivers,
    run: testing({ delivery: { mode: 'both', webhook } }),
  },
  'testForm inbox_not_verified': { run: unconfirmed('testForm') },
  'testForm rate_limited': {
    env: { SUBMIT_RATE_PER_MINUTE: '60/1' },
    overrides: standing,
    run: testing({}, 1),
  },
  'testForm monthly_allowance_exhausted': { env: { MONTHLY_LIMIT: '1' }, run: testing({}, 1) },
  'testForm webhook_delivery_failed': {
    overrides: privateReceivers,
    run: testing({ delivery: { mode: 'webhook', webhook } }),
  },
  'testForm delivery_failed': {
    run: asOwner('testForm', undefined, ({ sink }) =>
      sink.refuseWith({ code: 451, text: 'try later' }),
    ),
  },
} satisfies Record<string, Scenario>;

/** Asks again at a form whose copy was asked once. */
const askingAgain =
  (body?: object, prepare?: (service: TestService) => unknown, times = 0): Run =>
  async (service) => {
    const form = await formWithCopies(service, [COLLEAGUE]);
    await prepare?.(service);
    const bearer = sessionOf(service, OWNER);
    return afterCalls(times, () => call(service, 'askCopy', { form, bearer, body }));
  };

const COPY_SCENARIOS = {
  'askCopy 200': { run: askingAgain() },
  'askCopy invalid_json': { run: askingAgain({ address: COLLEAGUE }) },
  'askCopy invalid_email': { run: askingAgain({ email: 'another@example.com' }) },
  'askCopy inbox_not_verified': {
    async run(service) {
      const form = (await service.create({ settings: { copies: [COLLEAGUE] } })).json;
      return call(service, 'askCopy', { form, bearer: sessionOf(service, OWNER) });
    },
  },
  'askCopy rate_limited': {
    run: askingAgain(undefined, undefined, LIMITS.verificationMailsPerHour - 1),
  },
  'askCopy delivery_failed': { run: askingAgain(undefined, refuseMail) },
} satisfies Record<string, Scenario>;

/** Reads or withdraws what waits at a form that its owner has offered. */
const ofOffered =
  (id: OperationId): Run =>
  async (service) => {
    const form = await offeredForm(service, CLIENT);
    return call(service, id, { form, bearer: sessionOf(service, OWNER) });
  };

const offering =
  (times = 0, prepare?: (service: TestService) => unknown): Run =>
  async (service) => {
    const form = await service.activeRoute();
    await prepare?.(service);
    return afterCalls(times, () =>
      call(service, 'handOver', { form, bearer: form.management_token }),
    );
  };

const HAND_OVER_SCENARIOS = {
  'handOver 202': { run: offering() },
  'handOver invalid_json': { run: asOwner('handOver', { to: CLIENT }) },
  'handOver invalid_email': { run: asOwner('handOver', { email: OWNER }) },
  'handOver inbox_not_verified': { run: unconfirmed('handOver') },
  'handOver rate_limited': { run: offering(LIMITS.verificationMailsPerHour) },
  'handOver delivery_failed': { run: offering(0, refuseMail) },
  'getHandOver 200': { run: ofOffered('getHandOver') },
  'withdrawHandOver 200': { run: ofOffered('withdrawHandOver') },
} satisfies Record<string, Scenario>;

/** Calls an operation on a form that has so many access keys. */
const withKeys =
  (id: OperationId, count: number, body?: unknown): Run =>
  async (service) => {
    const form = await service.activeRoute();
    const sent = { form, bearer: form.management_token };
    const made = await Promise.all(
      Array.from({ length: count }, () => call(service, 'createAccessKey', sent)),
    );
    return call(service, id, { ...sent, body, keyId: made.at(-1)?.json.key.key_id });
  };

const ACCESS_KEY_SCENARIOS = {
  'createAccessKey 201': { run: withKeys('createAccessKey', 0) },
  'createAccessKey invalid_json': { run: withKeys('createAccessKey', 0, { label: 'Website' }) },
  'createAccessKey invalid_alias': {
    run: withKeys('createAccessKey', 0, { name: 'x'.repeat(61) }),
  },
  'createAccessKey access_keys_exhausted': { run: withKeys('createAccessKey', LIMITS.accessKeys) },
  'listAccessKeys 200': { run: withKeys('listAccessKeys', 1) },
  'endAccessKey 200': { run: withKeys('endAccessKey', 1) },
  'endAccessKey access_key_not_found': { run: unconfirmed('endAccessKey') },
} satisfies Record<string, Scenario>;

/** Every outcome of forms, but for those of their credentials, of rates and of verified mode. */
export const FORM_SCENARIOS = {
  ...CREATE_SCENARIOS,
  ...RESEND_SCENARIOS,
  ...SETTINGS_SCENARIOS,
  ...TEST_SCENARIOS,
  ...COPY_SCENARIOS,
  ...HAND_OVER_SCENARIOS,
  ...ACCESS_KEY_SCENARIOS,
  'getRoute 200': { run: unconfirmed('getRoute') },
  'getRoute route_not_found': { run: get(`/v1/routes/${UNKNOWN}`) },
  'getRoute internal_error': { overrides: failingStore, run: get(`/v1/routes/${UNKNOWN}`) },
  'deleteRoute 200': { run: unconfirmed('deleteRoute') },
  'claimRoute 200': { run: unconfirmed('claimRoute') },
  'getCounts 200': {
    async run(service) {
      const form = await service.activeRoute();
      await service.submit(form.form_id, { message: 'Hello' });
      await service.submit(form.form_id, { message: '' });
      return call(service, 'getCounts', { form, bearer: form.management_token });
    },
  },
  'stopRoute 200': { run: asOwner('stopRoute', {}) },
  'stopRoute invalid_json': { run: asOwner('stopRoute', { reason: 'boredom' }) },
  'restartRoute 200': { run: asOwner('restartRoute') },
  'renewManagementToken 200': { run: asOwner('renewManagementToken') },
} satisfies Record<string, Scenario>;
