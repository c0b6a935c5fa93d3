import { failingStore, get, UNKNOWN, type Scenario, type ScenarioKey } from './scenario.ts';

type InstallKey = Exclude<
  Extract<ScenarioKey, `${'getInstall' | 'getRouteInstall'} ${string}`>,
  'getRouteInstall rate_limited'
>;

/** The outcomes of the tag Install. */
export const INSTALL_SCENARIOS: Record<InstallKey, Scenario> = {
  'getInstall 200': { run: get('/v1/install?framework=react') },
  'getInstall unknown_framework': { run: get('/v1/install?framework=angular') },

  'getRouteInstall 200': {
    async run({ create, request }) {
      return request(`/v1/routes/${(await create()).json.form_id}/install?framework=vue`);
    },
  },
  'getRouteInstall unknown_framework': {
    run: get(`/v1/routes/${UNKNOWN}/install?framework=angular`),
  },
  'getRouteInstall route_not_found': { run: get(`/v1/routes/${UNKNOWN}/install`) },
  'getRouteInstall internal_error': {
    overrides: failingStore,
    run: get(`/v1/routes/${UNKNOWN}/install`),
  },
};
