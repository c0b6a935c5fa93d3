import { CREDENTIAL_SCENARIOS } from './credential-scenarios.ts';
import { DECISION_SCENARIOS } from './decision-scenarios.ts';
import { FORM_SCENARIOS } from './form-scenarios.ts';
import { INBOX_SCENARIOS } from './inbox-scenarios.ts';
import { RATE_SCENARIOS } from './rate-scenarios.ts';
import { failingStore, get, UNKNOWN, type Scenario, type ScenarioKey } from './scenario.ts';
import { SUBMIT_SCENARIOS } from './submit-scenarios.ts';
import { VERIFIED_SCENARIOS } from './verified-scenarios.ts';

const INSTALL = `/v1/routes/${UNKNOWN}/install`;

/** Every operation with each outcome it declares; scenarios.test.ts names missing ones. */
export const SCENARIOS: Partial<Record<ScenarioKey, Scenario>> = {
  ...RATE_SCENARIOS,
  ...CREDENTIAL_SCENARIOS,
  ...DECISION_SCENARIOS,
  ...FORM_SCENARIOS,
  ...INBOX_SCENARIOS,
  ...SUBMIT_SCENARIOS,
  ...VERIFIED_SCENARIOS,
  'getService 200': { run: get('/') },
  'getService 303': { run: ({ request }) => request('/', { headers: { accept: 'text/html' } }) },
  'getHealth 200': { run: get('/health') },
  'getWellKnown 200': { run: get('/.well-known/letterslot.json') },
  'getOpenApi 200': { run: get('/openapi.json') },
  'getLlmsText 200': { run: get('/llms.txt') },
  'getAgentSkills 200': { run: get('/.well-known/agent-skills/index.json') },
  'getAgentSkill 200': { run: get('/.well-known/agent-skills/letterslot/SKILL.md') },
  'getReceiptKeys 200': { run: get('/.well-known/jwks.json') },
  'showThanks 200': { run: get('/thanks') },
  'getFormScript 200': { run: get('/form.js') },
  'getFormSolver 200': { run: get('/form-solver.js') },
  'getInstall 200': { run: get('/v1/install?framework=react') },
  'getInstall unknown_framework': { run: get('/v1/install?framework=angular') },
  'getRouteInstall 200': {
    async run({ create, request }) {
      return request(`/v1/routes/${(await create()).json.form_id}/install?framework=vue`);
    },
  },
  'getRouteInstall unknown_framework': { run: get(`${INSTALL}?framework=angular`) },
  'getRouteInstall route_not_found': { run: get(INSTALL) },
  'getRouteInstall internal_error': { overrides: failingStore, run: get(INSTALL) },
};
