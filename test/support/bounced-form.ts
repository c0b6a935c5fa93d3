import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { bounceTokenIn } from './bounce-mails.ts';
import {
  basicAuth,
  postmarkBounce,
  postmarkComplaint,
  PROVIDERS,
  report,
} from './bounce-providers.ts';
import { callWith, linkTokenOf, sessionOf } from './inbox-session.ts';
import { settingsOf } from './manage-form.ts';
import { OWNER, startService } from './service.ts';

const MINUTE = 60_000;

/** A service whose clock can be moved, and an active form that has delivered once. */
export async function startDelivered(test: TestContext, env: Record<string, string> = PROVIDERS) {
  const start = Date.now();
  let passed = 0;
  const service = await startService(test, env, { now: () => start + passed });
  const route = await service.activeRoute();
  const submit = (headers?: Record<string, string>) =>
    service.submit(route.form_id, { message: `hello ${passed}` }, headers);
  const deliver = async () => {
    assert.equal((await submit()).status, 200);
    return bounceTokenIn(service.sink.mails.at(-1) ?? assert.fail('no mail'));
  };
  const settings = () => settingsOf(service, route);
  return {
    service,
    route,
    submit,
    deliver,
    settings,
    token: await deliver(),
    pass: (milliseconds: number) => void (passed += milliseconds),
    bounce: (token: string, type?: string) =>
      report(service, 'postmark', postmarkBounce(token, type), basicAuth()),
    complain: (token: string) => report(service, 'postmark', postmarkComplaint(token), basicAuth()),
    exchange: () =>
      callWith(service, 'POST', '/v1/inbox/sessions/exchange', {
        body: { token: linkTokenOf(service, OWNER, start + passed + 15 * MINUTE) },
      }),
    restart: () =>
      callWith(service, 'POST', `/v1/routes/${route.form_id}/restart`, {
        bearer: sessionOf(service, OWNER, start + passed + 60 * MINUTE),
      }),
  };
}
