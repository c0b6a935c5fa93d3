import type { TestContext } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import { identifyInbox } from '../../src/inboxes/inbox-identity.ts';
import { forgedToken } from '../support/decision-tokens.ts';
import { startFakeCloudflare } from '../support/fake-cloudflare.ts';
import { toAddress, type FakeProvider, type Misbehaviour } from '../support/fake-provider.ts';
import { sessionOf } from '../support/inbox-session.ts';
import { linkedToken, OWNER, type Answer, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { afterCalls, call, unconfirmed, type Run, type Scenario } from './scenario.ts';

/** Longer than providers accept; a provider may still know it from elsewhere. */
const EMAIL = `${'a'.repeat(60)}@${'b'.repeat(40)}.example.com`;

const BROKER_SECRET = 'a-secret-of-the-account-broker-0123456789';

/** A deployment in verified mode whose provider behaves like this. */
const beside =
  (how?: Misbehaviour) =>
  async (test: TestContext): Promise<Record<string, string>> => {
    const fake = await startFakeCloudflare();
    test.after(() => fake.close());
    fake.behave(how);
    return fake.env;
  };

type Later = (
  service: TestService,
  form: { form_id: string; management_token: string },
  fake: FakeProvider,
) => Promise<Answer>;

/** A pending form, some time later, when its provider has changed its answer. */
function later(change: (fake: FakeProvider) => void, run: Later): Scenario {
  let fake: FakeProvider | undefined;
  let time = Date.now();
  return {
    async env(test: TestContext) {
      fake = await startFakeCloudflare();
      test.after(() => fake?.close());
      fake.add(EMAIL);
      return { ...fake.env, ACCOUNT_LOOKUP_SECRET: BROKER_SECRET };
    },
    overrides: () => ({ now: () => time }),
    async run(service) {
      const form = (await service.create({ email: EMAIL })).json;
      if (!fake) throw new Error('the scenario has no provider');
      change(fake);
      time += 5_000;
      return run(service, form, fake);
    },
  };
}

const gone = (fake: FakeProvider) => fake.forget(EMAIL);
const forbidden = (fake: FakeProvider) => fake.behave('forbidden');

function goneAndFull(fake: FakeProvider): void {
  gone(fake);
  fake.behave('full');
}

const resend: Later = (service, form) =>
  call(service, 'resendVerification', { form, bearer: form.management_token });

const restart: Later = (service, form) =>
  call(service, 'restartRoute', { form, bearer: sessionOf(service, EMAIL) });

/** A stopped form, restarted by its link after its provider changes its answer. */
function restartByLink(change: (fake: FakeProvider) => void): Scenario {
  return later(
    (fake) => fake.verify(EMAIL),
    async (service, { form_id: formId }, fake) => {
      const press = (page: string, token: string) =>
        service.request(`/v1/routes/${page}`, {
          method: 'POST',
          body: new URLSearchParams({ token }),
        });
      await service.request(`/v1/routes/${formId}`);
      const { owner } = identifyInbox(service.service.keyring, toAddress(EMAIL));
      await press('stop', forgedToken(service, 'stop', formId, {}, owner));
      await until('the notice', () => service.sink.mails.length > 0);
      const token = linkedToken(service, 'restart');
      change(fake);
      return press('restart', token);
    },
  );
}

const create: Run = (service) => service.create();

/** The outcomes that only verified mode has. */
export const VERIFIED_SCENARIOS = {
  'createRoute verified_destination_capacity': { env: beside('full'), run: create },
  'createRoute config_incomplete': { env: beside('forbidden'), run: create },
  'getRoute config_incomplete': later(forbidden, (service, form) =>
    call(service, 'getRoute', { form }),
  ),
  'showVerification verification_unavailable': {
    env: beside(),
    run: ({ request }: TestService) => request('/v1/routes/verify'),
  },
  'verifyRoute verification_unavailable': {
    env: beside(),
    run: ({ confirm }: TestService) => confirm('any'),
  },
  'listAccountRoutes config_incomplete': later(forbidden, (service) =>
    call(service, 'listAccountRoutes', { bearer: BROKER_SECRET, body: { emails: [EMAIL] } }),
  ),
  'submitForm config_incomplete': later(forbidden, ({ submit }, { form_id }) =>
    submit(form_id, { message: 'Hello' }),
  ),
  'testForm config_incomplete': later(forbidden, (service, form) =>
    call(service, 'testForm', { form, bearer: form.management_token }),
  ),
  'listInboxRoutes config_incomplete': later(forbidden, (service) =>
    call(service, 'listInboxRoutes', { bearer: sessionOf(service, EMAIL) }),
  ),
  'handOver delivery_config_unsupported': { env: beside(), run: unconfirmed('handOver') },
  'resendVerification invalid_email': later(gone, resend),
  'resendVerification verified_destination_capacity': later(goneAndFull, resend),
  'resendVerification config_incomplete': later(forbidden, resend),
  'restartForm invalid_email': restartByLink(gone),
  'restartForm verified_destination_capacity': restartByLink(goneAndFull),
  'restartForm config_incomplete': restartByLink(forbidden),
  'restartRoute invalid_email': later(gone, restart),
  'restartRoute verified_destination_capacity': later(goneAndFull, restart),
  'restartRoute delivery_failed': later((fake) => fake.behave('broken'), restart),
  'restartRoute config_incomplete': later(forbidden, restart),
  'restartRoute rate_limited': {
    env: beside(),
    async run(service) {
      const form = (await service.create()).json;
      const again = () =>
        call(service, 'restartRoute', { form, bearer: sessionOf(service, OWNER) });
      return afterCalls(LIMITS.verificationMailsPerHour, again);
    },
  },
} satisfies Record<string, Scenario>;
