import { answersTokenOf } from '../../src/submissions/auto-reply/stop-answers.ts';
import { parseEmailAddress } from '../../src/platform/text/email-address.ts';
import { identifyInbox } from '../../src/inboxes/inbox-identity.ts';
import { quietTokenOf } from '../../src/decisions/quiet-form.ts';
import { parseFormId } from '../../src/contract/form-id.ts';
import { OWNER, type TestService } from '../support/service.ts';
import { failingStore, get, UNKNOWN, type Scenario } from './scenario.ts';

const PATH = '/v1/answers/stop';

/** The token of a link in an automatic reply. */
function tokenOf({ service }: TestService): string {
  const visitor = parseEmailAddress('visitor@elsewhere.example');
  return visitor ? answersTokenOf(service.keyring, visitor) : '';
}

const press = (service: TestService, token?: string, path = PATH) =>
  service.request(path, {
    method: 'POST',
    body: new URLSearchParams(token === undefined ? {} : { token }),
  });

const FORGED = `${UNKNOWN}.${'A'.repeat(22)}`;

/** The token of the link in the notice of a form's silence. */
async function quietToken(service: TestService): Promise<string> {
  const { form_id } = await service.activeRoute();
  const { keyring } = service.service;
  const formId = parseFormId(form_id);
  const owner = parseEmailAddress(OWNER);
  if (!formId || !owner) return '';
  return quietTokenOf(keyring, { formId, inbox: identifyInbox(keyring, owner) });
}

/** Every outcome of "Stop all automatic replies" and of the link that ends notices of silence. */
export const ANSWER_SCENARIOS = {
  'showAnswers 200': { run: async (service) => get(`${PATH}?token=${tokenOf(service)}`)(service) },
  'showAnswers verification_token_required': { run: get(PATH) },
  'showAnswers verification_token_invalid': { run: get(`${PATH}?token=garbage`) },
  'showAnswers internal_error': {
    overrides: failingStore,
    run: async (service) => get(`${PATH}?token=${tokenOf(service)}`)(service),
  },
  'stopAnswers 200': { run: (service) => press(service, tokenOf(service)) },
  'stopAnswers verification_token_required': { run: (service) => press(service) },
  'stopAnswers verification_token_invalid': { run: (service) => press(service, 'garbage') },
  'stopAnswers internal_error': {
    overrides: failingStore,
    run: (service) => press(service, tokenOf(service)),
  },
  'showQuiet 200': {
    run: async (service) => get(`/v1/routes/quiet?token=${await quietToken(service)}`)(service),
  },
  'showQuiet verification_token_required': { run: get('/v1/routes/quiet') },
  'showQuiet verification_token_invalid': { run: get('/v1/routes/quiet?token=garbage') },
  'showQuiet route_not_found': { run: get(`/v1/routes/quiet?token=${FORGED}`) },
  'showQuiet internal_error': {
    overrides: failingStore,
    run: get(`/v1/routes/quiet?token=${FORGED}`),
  },
  'quietForm 200': {
    run: async (service) => press(service, await quietToken(service), '/v1/routes/quiet'),
  },
  'quietForm verification_token_required': {
    run: (service) => press(service, undefined, '/v1/routes/quiet'),
  },
  'quietForm verification_token_invalid': {
    run: (service) => press(service, 'garbage', '/v1/routes/quiet'),
  },
  'quietForm route_not_found': { run: (service) => press(service, FORGED, '/v1/routes/quiet') },
  'quietForm internal_error': {
    overrides: failingStore,
    run: (service) => press(service, FORGED, '/v1/routes/quiet'),
  },
} satisfies Record<string, Scenario>;
