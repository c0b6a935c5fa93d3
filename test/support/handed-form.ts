import assert from 'node:assert/strict';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { createPress, mailTo } from './copied-form.ts';
import { sessionOf } from './inbox-session.ts';
import { manage } from './manage-form.ts';
import { linkedToken, OWNER, type Answer, type TestService } from './service.ts';

/** Offers a form to another inbox. */
export const offer = (
  service: TestService,
  formId: string,
  bearer: string | undefined,
  body: unknown,
): Promise<Answer> =>
  manage(service, { form_id: formId, management_token: bearer }, 'POST', '/hand-over', body);

/** The token of the newest mail to an address about a hand-over. */
export const tokenOfHandOver = (service: TestService, address: string): string =>
  linkedToken(service, 'hand-over', mailTo(service, address));

export const agreeToHandOver = createPress('/v1/routes/hand-over');

/** An active form that its owner offers to another inbox, and the token of the offer. */
export async function offeredForm(
  service: TestService,
  to: string,
  body: { email?: string; settings?: object } = {},
): Promise<RouteResource & { token: string }> {
  const route = await service.activeRoute(body);
  const bearer = sessionOf(service, body.email ?? OWNER);
  const { status } = await offer(service, route.form_id, bearer, { email: to });
  assert.equal(status, 202);
  return { ...route, token: tokenOfHandOver(service, to) };
}
