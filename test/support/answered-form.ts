import { linkedToken, startService, type TestService } from './service.ts';
import { solutionOf } from './solve-challenge.ts';
import type { ReceivedMail } from './smtp-sink.ts';
import type { Overrides } from '../../src/app/service.ts';
import type { TestContext } from 'node:test';

export const ANSWER = {
  subject: 'We got your message to {form}',
  text: 'Thank you.\nWe answer within a day.\n\nThe team of {form}',
};

export const VISITOR = 'visitor@elsewhere.example';

/** True if a mail is an automatic reply to a visitor. */
export const isAnswer = ({ raw }: Pick<ReceivedMail, 'raw'>): boolean =>
  raw.includes('\r\nAuto-Submitted: auto-replied\r\n');

export const answersIn = ({ sink }: Pick<TestService, 'sink'>): ReceivedMail[] =>
  sink.mails.filter(isAnswer);

/** Posts what the owner's page of a change posts. */
async function acceptChange(service: TestService): Promise<void> {
  await service.request('/v1/routes/settings', {
    method: 'POST',
    body: new URLSearchParams({ token: linkedToken(service, 'settings') }),
  });
}

/** An active form that answers its visitors. */
export async function answeredForm(
  service: TestService,
  body: object = {},
  settings: object = {},
): Promise<{ form_id: string; management_token?: string }> {
  const form = await service.activeRoute(body);
  const wanted = { challenge: 'always', auto_reply: ANSWER, ...settings };
  await service.putSettings(form, wanted);
  await acceptChange(service);
  service.sink.mails.length = 0;
  return form;
}

/** Sends a submission with the solution of a challenge; resolves to what it says of the answer. */
export async function submitSolved(
  { request, submit }: Pick<TestService, 'request' | 'submit'>,
  formId: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<string | undefined> {
  const { json } = await request(`/v1/routes/${formId}/challenge`, { headers });
  const answer = await submit(formId, { altcha: solutionOf(json), ...fields }, headers);
  return (answer.json as { delivery?: Record<string, string> }).delivery?.['auto_reply'];
}

/** A service with a clock that only the test moves. */
export async function startAnswering(
  test: TestContext | undefined,
  env: Record<string, string> = {},
  overrides: Overrides = {},
) {
  const clock = { now: Date.UTC(2025, 5, 1, 12, 5) };
  const shared = { TRUSTED_PROXIES: '127.0.0.1', MONTHLY_LIMIT: '0', ...env };
  const service = await startService(test, shared, { now: () => clock.now, ...overrides });
  return { ...service, clock };
}
