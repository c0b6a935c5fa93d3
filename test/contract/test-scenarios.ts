import type { Answer, TestService } from '../support/service.ts';
import { standing } from '../support/time-windows.ts';
import { failingStore, UNKNOWN, type Scenario, type ScenarioKey } from './scenario.ts';
import { afterRefusal } from './verified-scenarios.ts';

type TestKey = Extract<ScenarioKey, `testForm ${string}`>;

const SOME_TOKEN = `lsm_${'a'.repeat(43)}`;

const send = ({ request }: TestService, formId: string, bearer?: string) =>
  request(`/v1/routes/${formId}/test`, {
    method: 'POST',
    ...(bearer !== undefined && { headers: { authorization: `Bearer ${bearer}` } }),
  });

/** Tests a new active form. */
const testing =
  (body?: object, before?: (service: TestService) => void) =>
  async (service: TestService): Promise<Answer> => {
    const { form_id, management_token } = await service.activeRoute(body);
    before?.(service);
    return send(service, form_id, management_token);
  };

async function testTwice(service: TestService): Promise<Answer> {
  const { form_id, management_token } = await service.activeRoute();
  await send(service, form_id, management_token);
  return send(service, form_id, management_token);
}

/** The name of a receiver leads to this machine, where no webhook may go. */
const privateReceivers = () => ({
  receivers: { resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
});

const webhook = { url: 'https://hooks.example.com/' };

/** Every outcome of a test of a form. */
export const TEST_SCENARIOS: Record<TestKey, Scenario> = {
  'testForm 200': {
    overrides: privateReceivers,
    run: testing({ delivery: { mode: 'both', webhook } }),
  },
  'testForm management_token_required': { run: (service) => send(service, UNKNOWN) },
  'testForm management_token_invalid': {
    async run(service) {
      return send(service, (await service.create()).json.form_id, SOME_TOKEN);
    },
  },
  'testForm session_invalid': { run: (service) => send(service, UNKNOWN, 'lss_garbage') },
  'testForm route_not_found': { run: (service) => send(service, UNKNOWN, SOME_TOKEN) },
  'testForm inbox_not_verified': {
    async run(service) {
      const { form_id, management_token } = (await service.create()).json;
      return send(service, form_id, management_token);
    },
  },
  'testForm rate_limited': {
    env: { SUBMIT_RATE_PER_MINUTE: '60/1' },
    overrides: standing,
    run: testTwice,
  },
  'testForm monthly_allowance_exhausted': { env: { MONTHLY_LIMIT: '1' }, run: testTwice },
  'testForm webhook_delivery_failed': {
    overrides: privateReceivers,
    run: testing({ delivery: { mode: 'webhook', webhook } }),
  },
  'testForm delivery_failed': {
    run: testing(undefined, ({ sink }) => sink.refuseWith({ code: 451, text: 'try later' })),
  },
  'testForm config_incomplete': afterRefusal(send),
  'testForm internal_error': {
    overrides: failingStore,
    run: (service) => send(service, UNKNOWN, SOME_TOKEN),
  },
};
