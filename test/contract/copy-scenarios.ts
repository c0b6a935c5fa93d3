import { LIMITS } from '../../src/contract/limits.ts';
import {
  answerCopy,
  formWithConfirmedCopies,
  formWithCopies,
  mailTo,
  ownerPuts,
  questionTo,
} from '../support/copied-form.ts';
import { forgedToken } from '../support/decision-tokens.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { linkedToken, OWNER, unsubscribeToken, type TestService } from '../support/service.ts';
import { failingStore, UNKNOWN, type Scenario } from './scenario.ts';

const COLLEAGUE = 'colleague@example.com';
const AGAIN = { email: COLLEAGUE };

const asking =
  (bearer: (service: TestService) => string | undefined, formId: string = UNKNOWN, body = AGAIN) =>
  (service: TestService) =>
    callWith(service, 'POST', `/v1/routes/${formId}/copies`, { bearer: bearer(service), body });

const ownSession = (service: TestService) => sessionOf(service, OWNER);

/** Asks again at a form whose copy was asked once. */
const askingAgain =
  (prepare?: (service: TestService) => unknown, body: unknown = AGAIN, owner = OWNER) =>
  async (service: TestService) => {
    const { form_id } = await formWithCopies(service, [COLLEAGUE]);
    await prepare?.(service);
    const bearer = sessionOf(service, owner);
    return callWith(service, 'POST', `/v1/routes/${form_id}/copies`, { bearer, body });
  };

const stop = (token?: string) => (service: TestService) =>
  service.request('/v1/routes/copy-stop', {
    method: 'POST',
    body: new URLSearchParams(token === undefined ? {} : { token }),
  });

/** The tokens of a copy: of the mail program's button, and of the link in its text. */
async function tokensOfCopy(service: TestService) {
  const { form_id } = await formWithConfirmedCopies(service, [COLLEAGUE]);
  await service.submit(form_id, { message: 'Hello' });
  const mail = mailTo(service, COLLEAGUE);
  return { stop: unsubscribeToken(service, mail), ask: linkedToken(service, 'copy-stop', mail) };
}

const QUESTION_SCENARIOS = {
  'showCopy 200': {
    async run(service) {
      await formWithCopies(service, [COLLEAGUE]);
      return service.request(`/v1/routes/copy?token=${questionTo(service, COLLEAGUE)}`);
    },
  },
  'showCopy route_not_found': {
    async run(service) {
      await formWithCopies(service, [COLLEAGUE]);
      const token = questionTo(service, COLLEAGUE);
      await answerCopy(service, token, 'refuse');
      return service.request(`/v1/routes/copy?token=${token}`);
    },
  },
  'answerCopy 200': {
    async run(service) {
      await formWithCopies(service, [COLLEAGUE]);
      return answerCopy(service, questionTo(service, COLLEAGUE));
    },
  },
  'answerCopy verification_token_expired': {
    run: (service) =>
      answerCopy(service, forgedToken(service, 'copy', UNKNOWN, { expiresAt: Date.now() - 1 })),
  },
  'answerCopy verification_mismatch': {
    async run(service) {
      const route = await formWithCopies(service, [COLLEAGUE]);
      const token = questionTo(service, COLLEAGUE);
      await ownerPuts(service, route, {});
      return answerCopy(service, token);
    },
  },
} satisfies Record<string, Scenario>;

const STOP_SCENARIOS = {
  'showCopyStop 200': {
    async run(service) {
      const { ask } = await tokensOfCopy(service);
      return service.request(`/v1/routes/copy-stop?token=${ask}`);
    },
  },
  'stopCopy 200': {
    run: async (service) => stop((await tokensOfCopy(service)).stop)(service),
  },
  'stopCopy 202': {
    run: async (service) => stop((await tokensOfCopy(service)).ask)(service),
  },
  'stopCopy rate_limited': {
    async run(service) {
      const { ask } = await tokensOfCopy(service);
      for (let time = 0; time < LIMITS.verificationMailsPerHour; time += 1) {
        await stop(ask)(service);
      }
      return stop(ask)(service);
    },
  },
  'stopCopy delivery_failed': {
    async run(service) {
      const { ask } = await tokensOfCopy(service);
      service.sink.refuseWith({ code: 550, text: 'no' });
      return stop(ask)(service);
    },
  },
} satisfies Record<string, Scenario>;

/** Every outcome of copies: for their owner, who is asked, and who ends them. */
export const COPY_SCENARIOS = {
  'askCopy 200': { run: askingAgain() },
  'askCopy invalid_json': { run: askingAgain(undefined, { address: COLLEAGUE }) },
  'askCopy invalid_email': { run: askingAgain(undefined, { email: 'another@example.com' }) },
  'askCopy inbox_not_verified': {
    async run(service) {
      const { form_id } = (await service.create({ settings: { copies: [COLLEAGUE] } })).json;
      return asking(ownSession, form_id)(service);
    },
  },
  'askCopy rate_limited': {
    async run(service) {
      const { form_id } = await formWithCopies(service, [COLLEAGUE]);
      const again = asking(ownSession, form_id);
      for (let time = 1; time < LIMITS.verificationMailsPerHour; time += 1) await again(service);
      return again(service);
    },
  },
  'askCopy delivery_failed': {
    run: askingAgain(({ sink }) => sink.refuseWith({ code: 550, text: 'no' })),
  },
  'askCopy management_token_required': { run: asking(() => undefined) },
  'askCopy session_invalid': { run: asking(() => 'lss_garbage') },
  'askCopy management_token_invalid': {
    run: askingAgain(undefined, AGAIN, 'another@example.com'),
  },
  'askCopy route_not_found': { run: asking(ownSession) },
  'askCopy internal_error': { overrides: failingStore, run: asking(ownSession) },
  ...QUESTION_SCENARIOS,
  ...STOP_SCENARIOS,
} satisfies Record<string, Scenario>;
