import { LIMITS } from '../../src/contract/limits.ts';
import { agreeToHandOver, offer, offeredForm, tokenOfHandOver } from '../support/handed-form.ts';
import { startFakeCloudflare } from '../support/fake-cloudflare.ts';
import { forgedToken } from '../support/decision-tokens.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { OWNER, type TestService } from '../support/service.ts';
import { failingStore, UNKNOWN, type Scenario } from './scenario.ts';

const CLIENT = 'client@example.com';

/** Offers a form with its management token, or another bearer. */
const offering =
  (bearer: (token: string, service: TestService) => string | undefined, body: unknown) =>
  async (service: TestService) => {
    const { form_id, management_token = '' } = await service.activeRoute();
    return offer(service, form_id, bearer(management_token, service), body);
  };

const own = (token: string) => token;
const TO_CLIENT = { email: CLIENT };

const unknown = (bearer: (service: TestService) => string | undefined) => (service: TestService) =>
  offer(service, UNKNOWN, bearer(service), TO_CLIENT);

/** Reads or withdraws what waits at a form that was offered. */
const waiting =
  (method: string, bearer: (service: TestService) => string | undefined, id?: string) =>
  async (service: TestService) => {
    const formId = id ?? (await offeredForm(service, CLIENT)).form_id;
    return callWith(service, method, `/v1/routes/${formId}/hand-over`, { bearer: bearer(service) });
  };

const ownersOf = (method: string) => waiting(method, (service) => sessionOf(service, OWNER));
const unknownTo = (method: string) =>
  waiting(method, (service) => sessionOf(service, OWNER), UNKNOWN);

const waitingScenarios = <Name extends string>(name: Name, method: string) =>
  ({
    [`${name} 200`]: { run: ownersOf(method) },
    [`${name} management_token_required`]: { run: waiting(method, () => undefined, UNKNOWN) },
    [`${name} session_invalid`]: { run: waiting(method, () => 'lss_garbage', UNKNOWN) },
    [`${name} management_token_invalid`]: {
      run: waiting(method, (service) => sessionOf(service, CLIENT)),
    },
    [`${name} route_not_found`]: { run: unknownTo(method) },
    [`${name} internal_error`]: { overrides: failingStore, run: unknownTo(method) },
  }) as Record<`${Name} ${WaitingOutcome}`, Scenario>;

type WaitingOutcome =
  | 200
  | 'management_token_required'
  | 'session_invalid'
  | 'management_token_invalid'
  | 'route_not_found'
  | 'internal_error';

/** Agrees as the owner, whom the holder of the token had asked. */
const agreeingOwner =
  (prepare?: (service: TestService) => unknown) => async (service: TestService) => {
    const { form_id, management_token } = await service.activeRoute();
    await offer(service, form_id, management_token, TO_CLIENT);
    const token = tokenOfHandOver(service, OWNER);
    await prepare?.(service);
    return agreeToHandOver(service, token);
  };

/** Every outcome of a form that moves to another inbox. */
export const HAND_OVER_SCENARIOS = {
  ...waitingScenarios('getHandOver', 'GET'),
  ...waitingScenarios('withdrawHandOver', 'DELETE'),
  'handOver 202': { run: offering(own, TO_CLIENT) },
  'handOver invalid_json': { run: offering(own, { to: CLIENT }) },
  'handOver invalid_email': { run: offering(own, { email: OWNER }) },
  'handOver delivery_config_unsupported': {
    async env(test) {
      const fake = await startFakeCloudflare();
      test.after(() => fake.close());
      return fake.env;
    },
    async run(service) {
      const { form_id, management_token } = (await service.create()).json;
      return offer(service, form_id, management_token, TO_CLIENT);
    },
  },
  'handOver inbox_not_verified': {
    async run(service) {
      const { form_id, management_token } = (await service.create()).json;
      return offer(service, form_id, management_token, TO_CLIENT);
    },
  },
  'handOver rate_limited': {
    async run(service) {
      const { form_id, management_token } = await service.activeRoute();
      const again = () => offer(service, form_id, management_token, TO_CLIENT);
      for (let time = 0; time < LIMITS.verificationMailsPerHour; time += 1) await again();
      return again();
    },
  },
  'handOver delivery_failed': {
    async run(service) {
      const { form_id, management_token } = await service.activeRoute();
      service.sink.refuseWith({ code: 550, text: 'no' });
      return offer(service, form_id, management_token, TO_CLIENT);
    },
  },
  'handOver management_token_required': { run: unknown(() => undefined) },
  'handOver session_invalid': { run: unknown(() => 'lss_garbage') },
  'handOver management_token_invalid': {
    run: offering((_, service) => sessionOf(service, CLIENT), TO_CLIENT),
  },
  'handOver route_not_found': { run: unknown((service) => sessionOf(service, OWNER)) },
  'handOver internal_error': {
    overrides: failingStore,
    run: unknown((service) => sessionOf(service, OWNER)),
  },
  'showHandOver 200': {
    async run(service) {
      const { form_id, management_token } = await service.activeRoute();
      await offer(service, form_id, management_token, TO_CLIENT);
      return service.request(`/v1/routes/hand-over?token=${tokenOfHandOver(service, OWNER)}`);
    },
  },
  'showHandOver route_not_found': {
    async run(service) {
      const { token } = await offeredForm(service, CLIENT);
      await agreeToHandOver(service, token, 'refuse');
      return service.request(`/v1/routes/hand-over?token=${token}`);
    },
  },
  'agreeToHandOver 200': {
    async run(service) {
      const { token } = await offeredForm(service, CLIENT);
      return agreeToHandOver(service, token);
    },
  },
  'agreeToHandOver 202': { run: agreeingOwner() },
  'agreeToHandOver rate_limited': {
    run: agreeingOwner(async (service) => {
      for (let time = 0; time < LIMITS.verificationMailsPerHour; time += 1) {
        await service.create({ email: CLIENT });
      }
    }),
  },
  'agreeToHandOver delivery_failed': {
    run: agreeingOwner(({ sink }) => sink.refuseWith({ code: 550, text: 'no' })),
  },
  'agreeToHandOver verification_token_expired': {
    run: (service) =>
      agreeToHandOver(
        service,
        forgedToken(service, 'hand-over', UNKNOWN, { expiresAt: Date.now() - 1 }),
      ),
  },
  'agreeToHandOver verification_mismatch': {
    async run(service) {
      const { token, form_id } = await offeredForm(service, CLIENT);
      await callWith(service, 'PUT', `/v1/routes/${form_id}/settings`, {
        bearer: sessionOf(service, OWNER),
        body: { subject: 'Another' },
      });
      return agreeToHandOver(service, token);
    },
  },
} satisfies Record<string, Scenario>;
