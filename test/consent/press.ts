import assert from 'node:assert/strict';
import {
  linkedToken,
  unsubscribeToken,
  type Answer,
  type LinkPage,
  type TestService,
} from '../support/service.ts';
import { isDelivery } from '../support/smtp-sink.ts';

/** Posts the fields of a page behind a mail's link, as its button does. */
export const press = (
  { request }: Pick<TestService, 'request'>,
  page: LinkPage,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  request(`/v1/routes/${page}`, {
    method: 'POST',
    headers: { accept: '', ...headers },
    body: new URLSearchParams(fields),
  });

export const poll = async ({ request }: TestService, formId: string) =>
  (await request(`/v1/routes/${formId}`)).json;

/** An active form and its first delivery's tokens: of the mail program's button and of the text. */
export async function deliver(service: TestService, body: object = {}) {
  const route = await service.activeRoute(body);
  assert.equal((await service.submit(route.form_id, { message: 'Hello' })).status, 200);
  const mail = service.sink.mails.find(isDelivery);
  assert.ok(mail);
  const [token, ask] = [unsubscribeToken(service, mail), linkedToken(service, 'stop', mail)];
  return { ...route, token, ask, mail };
}
