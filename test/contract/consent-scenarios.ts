import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { identifyInbox } from '../../src/inboxes/inbox-identity.ts';
import { forgedToken } from '../support/decision-tokens.ts';
import { startFakeCloudflare } from '../support/fake-cloudflare.ts';
import { toAddress, type FakeProvider } from '../support/fake-provider.ts';
import {
  linkedToken,
  unsubscribeToken,
  type Answer,
  type TestService,
} from '../support/service.ts';
import { until } from '../support/until.ts';
import { failingStore, UNKNOWN, type Scenario } from './scenario.ts';

const SOME_TOKEN = `lsm_${'a'.repeat(43)}`;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const post = (path: string, token?: string) => (service: TestService) =>
  service.request(`/v1/routes/${path}`, {
    method: 'POST',
    body: new URLSearchParams(token === undefined ? {} : { token }),
  });

const resend = (service: TestService, formId: string, token: string | undefined) =>
  service.request(`/v1/routes/${formId}/verification`, {
    method: 'POST',
    headers: token === undefined ? {} : bearer(token),
  });

/** The token of the stop link in a form's first delivery. */
async function stopTokenOfNewForm(service: TestService): Promise<string> {
  const { form_id } = await service.activeRoute();
  await service.submit(form_id, { message: 'Hello' });
  return unsubscribeToken(service);
}

/** The token in the text of that mail, which replies quote. */
async function askTokenOfNewForm(service: TestService): Promise<string> {
  await stopTokenOfNewForm(service);
  return linkedToken(service, 'stop');
}

/** Uses up the mails that a link in a mail can trigger, then tries once more. */
async function pressTooOften(service: TestService, page: string, token: string): Promise<Answer> {
  for (const _ of [1, 2, 3]) await post(page, token)(service);
  return post(page, token)(service);
}

/** Longer than providers accept; a provider may still know it from elsewhere. */
export const EMAIL = `${'a'.repeat(60)}@${'b'.repeat(40)}.example.com`;

/** A pending form of verified mode, some time later, when its provider has changed its answer. */
export function laterInVerifiedMode(
  change: (fake: FakeProvider) => void,
  run: (service: TestService, formId: string, token: string, fake: FakeProvider) => Promise<Answer>,
): Scenario {
  let fake: FakeProvider | undefined;
  let time = Date.now();
  return {
    async env(test: TestContext) {
      fake = await startFakeCloudflare();
      test.after(() => fake?.close());
      fake.add(EMAIL);
      return fake.env;
    },
    overrides: () => ({ now: () => time }),
    async run(service) {
      const { form_id, management_token } = (await service.create({ email: EMAIL })).json;
      assert.ok(fake);
      change(fake);
      time += 5_000;
      return run(service, form_id, management_token, fake);
    },
  };
}

export const gone = (fake: FakeProvider) => fake.forget(EMAIL);

export function goneAndFull(fake: FakeProvider): void {
  gone(fake);
  fake.behave('full');
}

/** Uses up the verification mails of an hour; the creation sent the first. */
async function exhaust(service: TestService, formId: string, token: string): Promise<void> {
  await resend(service, formId, token);
  await resend(service, formId, token);
}

const RESEND_SCENARIOS = {
  'resendVerification 200': {
    async run(service) {
      const { json } = await service.create();
      await service.confirm(service.verificationToken());
      return resend(service, json.form_id, json.management_token);
    },
  },
  'resendVerification 202': {
    async run(service) {
      const { json } = await service.create();
      return resend(service, json.form_id, json.management_token);
    },
  },
  'resendVerification management_token_required': {
    run: (service) => resend(service, UNKNOWN, undefined),
  },
  'resendVerification session_invalid': {
    run: (service) => resend(service, UNKNOWN, 'lss_garbage'),
  },
  'resendVerification management_token_invalid': {
    async run(service) {
      return resend(service, (await service.create()).json.form_id, SOME_TOKEN);
    },
  },
  'resendVerification route_not_found': { run: (service) => resend(service, UNKNOWN, SOME_TOKEN) },
  'resendVerification rate_limited': {
    async run(service) {
      const { form_id, management_token } = (await service.create()).json;
      await exhaust(service, form_id, management_token);
      return resend(service, form_id, management_token);
    },
  },
  'resendVerification invalid_email': laterInVerifiedMode(gone, resend),
  'resendVerification verified_destination_capacity': laterInVerifiedMode(goneAndFull, resend),
  'resendVerification config_incomplete': laterInVerifiedMode(
    (fake) => fake.behave('forbidden'),
    resend,
  ),
  'resendVerification delivery_failed': {
    async run(service) {
      const { json } = await service.create();
      service.sink.refuseWith({ code: 550, text: 'no' });
      return resend(service, json.form_id, json.management_token);
    },
  },
  'resendVerification internal_error': {
    overrides: failingStore,
    run: (service) => resend(service, UNKNOWN, SOME_TOKEN),
  },
} satisfies Record<string, Scenario>;

/** A form of verified mode that its owner stopped, restarted when its provider has changed its answer. */
function restartInVerifiedMode(change: (fake: FakeProvider) => void): Scenario {
  return laterInVerifiedMode(
    (fake) => fake.verify(EMAIL),
    async (service, formId, _token, fake) => {
      await service.request(`/v1/routes/${formId}`);
      const { owner } = identifyInbox(service.service.keyring, toAddress(EMAIL));
      await post('stop', forgedToken(service, 'stop', formId, {}, owner))(service);
      await until('the notice', () => service.sink.mails.length > 0);
      const token = linkedToken(service, 'restart');
      change(fake);
      return post('restart', token)(service);
    },
  );
}

const RESTART_SCENARIOS = {
  'showRestart 200': {
    async run(service) {
      return service.request(`/v1/routes/restart?token=${await stopTokenOfNewForm(service)}`);
    },
  },
  'restartForm 200': {
    run: async (service) => post('restart', await stopTokenOfNewForm(service))(service),
  },
  'restartForm 202': {
    async run(service) {
      const token = await stopTokenOfNewForm(service);
      await post('stop', token)(service);
      return post('restart', token)(service);
    },
  },
  'restartForm rate_limited': {
    async run(service) {
      const token = await stopTokenOfNewForm(service);
      await post('stop', token)(service);
      return pressTooOften(service, 'restart', token);
    },
  },
  'restartForm invalid_email': restartInVerifiedMode(gone),
  'restartForm verified_destination_capacity': restartInVerifiedMode(goneAndFull),
  'restartForm config_incomplete': restartInVerifiedMode((fake) => fake.behave('forbidden')),
  'restartForm delivery_failed': {
    async run(service) {
      const token = await stopTokenOfNewForm(service);
      await post('stop', token)(service);
      service.sink.refuseWith({ code: 550, text: 'no' });
      return post('restart', token)(service);
    },
  },
} satisfies Record<string, Scenario>;

const STOP_SCENARIOS = {
  'showStop 200': {
    async run(service) {
      return service.request(`/v1/routes/stop?token=${await stopTokenOfNewForm(service)}`);
    },
  },
  'stopForm 200': {
    run: async (service) => post('stop', await stopTokenOfNewForm(service))(service),
  },
  'stopForm 202': {
    run: async (service) => post('stop', await askTokenOfNewForm(service))(service),
  },
  'stopForm rate_limited': {
    run: async (service) => pressTooOften(service, 'stop', await askTokenOfNewForm(service)),
  },
  'stopForm delivery_failed': {
    async run(service) {
      const token = await askTokenOfNewForm(service);
      service.sink.refuseWith({ code: 550, text: 'no' });
      return post('stop', token)(service);
    },
  },
} satisfies Record<string, Scenario>;

const REFUSAL_SCENARIOS = {
  'showRefusal 200': {
    async run(service) {
      await service.create();
      return service.request(`/v1/routes/refuse?token=${linkedToken(service, 'refuse')}`);
    },
  },
  'refuseForm 200': {
    async run(service) {
      await service.create();
      return post('refuse', linkedToken(service, 'refuse'))(service);
    },
  },
} satisfies Record<string, Scenario>;

/** Every outcome of an inbox owner's decisions. */
export const CONSENT_SCENARIOS = {
  ...RESEND_SCENARIOS,
  ...STOP_SCENARIOS,
  ...RESTART_SCENARIOS,
  ...REFUSAL_SCENARIOS,
};
