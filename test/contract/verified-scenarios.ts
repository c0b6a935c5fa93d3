import type { TestContext } from 'node:test';
import { startFakeCloudflare } from '../support/fake-cloudflare.ts';
import type { FakeProvider, Misbehaviour } from '../support/fake-provider.ts';
import { OWNER, type Answer, type TestService } from '../support/service.ts';

const BROKER_SECRET = 'a-secret-of-the-account-broker-0123456789';

type Run = (service: TestService) => Promise<Answer>;

/** A deployment in verified mode whose provider behaves like this. */
const beside =
  (how?: Misbehaviour) =>
  async (test: TestContext): Promise<Record<string, string>> => {
    const fake = await startFakeCloudflare();
    test.after(() => fake.close());
    fake.behave(how);
    return fake.env;
  };

/** A pending route, five seconds later, when the provider refuses our credentials. */
export function afterRefusal(
  run: (service: TestService, formId: string, managementToken: string) => Promise<Answer>,
) {
  let fake: FakeProvider | undefined;
  let time = Date.now();
  return {
    async env(test: TestContext): Promise<Record<string, string>> {
      fake = await startFakeCloudflare();
      test.after(() => fake?.close());
      return { ...fake.env, ACCOUNT_LOOKUP_SECRET: BROKER_SECRET };
    },
    overrides: () => ({ now: () => time }),
    async run(service: TestService): Promise<Answer> {
      const { form_id, management_token } = (await service.create()).json;
      fake?.behave('forbidden');
      time += 5_000;
      return run(service, form_id, management_token);
    },
  };
}

const create: Run = (service) => service.create();

/** The outcomes that only verified mode has. */
export const VERIFIED_SCENARIOS = {
  'createRoute verified_destination_capacity': { env: beside('full'), run: create },
  'createRoute config_incomplete': { env: beside('forbidden'), run: create },
  'getRoute config_incomplete': afterRefusal(({ request }, formId) =>
    request(`/v1/routes/${formId}`),
  ),
  'showVerification verification_unavailable': {
    env: beside(),
    run: ({ request }: TestService) => request('/v1/routes/verify?token=any'),
  },
  'verifyRoute verification_unavailable': {
    env: beside(),
    run: ({ confirm }: TestService) => confirm('any'),
  },
  'listAccountRoutes config_incomplete': afterRefusal(({ request }) =>
    request('/v1/account/routes', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${BROKER_SECRET}` },
      body: JSON.stringify({ emails: [OWNER] }),
    }),
  ),
  'submitForm config_incomplete': afterRefusal(({ submit }, formId) =>
    submit(formId, { message: 'Hello' }),
  ),
};
