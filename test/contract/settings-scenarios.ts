import type { RouteResource } from '../../src/contract/schemas.ts';
import { ownerPuts } from '../support/copied-form.ts';
import { linkedToken, type TestService } from '../support/service.ts';
import { failingStore, UNKNOWN, type Scenario } from './scenario.ts';

const SOME_TOKEN = `lsm_${'a'.repeat(43)}`;
const ORIGINS = { origins: ['https://example.com'] };

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const reading = (token: (route: RouteResource) => string) => async (service: TestService) => {
  const route = await service.activeRoute();
  const headers = bearer(token(route));
  return service.request(`/v1/routes/${route.form_id}/settings`, { headers });
};

const replacing =
  (token: (route: RouteResource) => string | undefined, settings: unknown = {}) =>
  async (service: TestService) => {
    const { form_id, ...route } = await service.activeRoute();
    const management_token = token({ form_id, ...route });
    return service.putSettings(
      { form_id, ...(management_token && { management_token }) },
      settings,
    );
  };

const ownToken = ({ management_token = '' }: RouteResource) => management_token;

/** Asks to switch the origins of a form off, which waits for its owner. */
async function proposeChange(service: TestService): Promise<RouteResource> {
  const route = await service.activeRoute({ settings: ORIGINS });
  await service.putSettings(route, {});
  return route;
}

const accept = (token?: string) => (service: TestService) =>
  service.request('/v1/routes/settings', {
    method: 'POST',
    body: new URLSearchParams(token === undefined ? {} : { token }),
  });

/** The token of the link that limits a form to the website of a submission. */
async function originToken(service: TestService): Promise<string> {
  const { form_id } = await service.activeRoute();
  await service.submit(form_id, { message: 'Hello' }, { origin: 'https://example.com' });
  return linkedToken(service, 'origin');
}

const limit = (token?: string) => (service: TestService) =>
  service.request('/v1/routes/origin', {
    method: 'POST',
    body: new URLSearchParams(token === undefined ? {} : { token }),
  });

/** Every outcome of the link that limits a form to one website. */
const ORIGIN_SCENARIOS = {
  'showOrigin 200': {
    async run(service) {
      return service.request(`/v1/routes/origin?token=${await originToken(service)}`);
    },
  },
  'setOrigin 200': { run: async (service) => limit(await originToken(service))(service) },
  'setOrigin verification_token_expired': {
    async run(service) {
      const route = await service.activeRoute();
      await service.submit(route.form_id, { message: 'Hi' }, { origin: 'https://example.org' });
      const token = linkedToken(service, 'origin');
      await limit(token)(service);
      await ownerPuts(service, route, {});
      return limit(token)(service);
    },
  },
  'setOrigin verification_mismatch': {
    async run(service) {
      const route = await service.activeRoute();
      await service.submit(route.form_id, { message: 'Hi' }, { origin: 'https://example.org' });
      const token = linkedToken(service, 'origin');
      await service.putSettings(route, ORIGINS);
      return limit(token)(service);
    },
  },
} satisfies Record<string, Scenario>;

/** Every outcome of a form's settings, and of the link to a change of them. */
export const SETTINGS_SCENARIOS = {
  ...ORIGIN_SCENARIOS,
  'getSettings 200': { run: reading(ownToken) },
  'getSettings management_token_required': { run: reading(() => '') },
  'getSettings management_token_invalid': { run: reading(() => SOME_TOKEN) },
  'getSettings session_invalid': { run: reading(() => 'lss_garbage') },
  'getSettings route_not_found': {
    run: ({ request }) =>
      request(`/v1/routes/${UNKNOWN}/settings`, { headers: bearer(SOME_TOKEN) }),
  },
  'getSettings internal_error': {
    overrides: failingStore,
    run: ({ request }) =>
      request(`/v1/routes/${UNKNOWN}/settings`, { headers: bearer(SOME_TOKEN) }),
  },
  'putSettings 200': { run: replacing(ownToken, { subject: '{name} · {form}' }) },
  'putSettings invalid_json': { run: replacing(ownToken, '{') },
  'putSettings settings_invalid': { run: replacing(ownToken, { redirect: '/thanks', colour: 1 }) },
  'putSettings settings_changed': {
    async run(service) {
      return service.putSettings(await service.activeRoute(), {}, { 'if-match': '"old"' });
    },
  },
  'putSettings management_token_required': { run: replacing(() => undefined) },
  'putSettings management_token_invalid': { run: replacing(() => SOME_TOKEN) },
  'putSettings session_invalid': { run: replacing(() => 'lss_garbage') },
  'putSettings route_not_found': {
    run: ({ putSettings }) => putSettings({ form_id: UNKNOWN, management_token: SOME_TOKEN }, {}),
  },
  'putSettings inbox_not_verified': {
    async run(service) {
      const { json } = await service.create({ settings: ORIGINS });
      return service.putSettings(json, {});
    },
  },
  'putSettings rate_limited': {
    async run(service) {
      const route = await service.activeRoute({ settings: ORIGINS });
      for (const subject of ['a', 'b', 'c']) await service.putSettings(route, { subject });
      return service.putSettings(route, { subject: 'd' });
    },
  },
  'putSettings delivery_failed': {
    async run(service) {
      const route = await service.activeRoute({ settings: ORIGINS });
      service.sink.refuseWith({ code: 554, text: 'refused' });
      return service.putSettings(route, {});
    },
  },
  'putSettings internal_error': {
    overrides: failingStore,
    run: ({ putSettings }) => putSettings({ form_id: UNKNOWN, management_token: SOME_TOKEN }, {}),
  },
  'showChange 200': {
    async run(service) {
      await proposeChange(service);
      return service.request(`/v1/routes/settings?token=${linkedToken(service, 'settings')}`);
    },
  },
  'acceptChange 200': {
    async run(service) {
      await proposeChange(service);
      return accept(linkedToken(service, 'settings'))(service);
    },
  },
  'acceptChange verification_mismatch': {
    async run(service) {
      const route = await proposeChange(service);
      const token = linkedToken(service, 'settings');
      await service.putSettings(route, ORIGINS);
      return accept(token)(service);
    },
  },
} satisfies Record<string, Scenario>;
