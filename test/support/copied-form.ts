import assert from 'node:assert/strict';
import type { RouteResource } from '../../src/contract/schemas.ts';
import { manage, owned } from './manage-form.ts';
import { linkedToken, OWNER, type Answer, type TestService } from './service.ts';
import type { ReceivedMail } from './smtp-sink.ts';

/** The newest mail to an address. */
export function mailTo({ sink }: Pick<TestService, 'sink'>, address: string): ReceivedMail {
  const mail = sink.mails.findLast(({ recipients }) => recipients.includes(address));
  assert.ok(mail, `no mail to ${address}`);
  return mail;
}

/** How many mails an address got. */
export const countMailsTo = ({ sink }: Pick<TestService, 'sink'>, address: string): number =>
  sink.mails.filter(({ recipients }) => recipients.includes(address)).length;

/** The token of the newest question whether an address wants copies. */
export const questionTo = (service: TestService, address: string): string =>
  linkedToken(service, 'copy', mailTo(service, address));

/** Presses a button of the page of a question, without a choice the one that agrees. */
export const createPress =
  (path: string) =>
  (
    { request }: Pick<TestService, 'request'>,
    token: string | undefined,
    choice?: 'refuse' | 'allow',
  ): Promise<Answer> => {
    const body = { ...(token !== undefined && { token }), ...(choice && { choice }) };
    return request(path, { method: 'POST', body: new URLSearchParams(body) });
  };

export const answerCopy = createPress('/v1/routes/copy');

/** The settings of a form, set by its owner. */
export const ownerPuts = (
  service: TestService,
  { form_id }: Pick<RouteResource, 'form_id'>,
  settings: object,
  owner = OWNER,
): Promise<Answer> =>
  manage(service, owned(service, { form_id }, owner), 'PUT', '/settings', settings);

/** An active form whose owner has listed these copies, which were asked. */
export async function formWithCopies(
  service: TestService,
  copies: readonly string[],
  body: { email?: string } = {},
): Promise<RouteResource> {
  const route = await service.activeRoute(body);
  assert.equal((await ownerPuts(service, route, { copies }, body.email)).status, 200);
  return route;
}

/** The same; all of them have agreed. */
export async function formWithConfirmedCopies(
  service: TestService,
  copies: readonly string[],
  body: { email?: string } = {},
): Promise<RouteResource> {
  const route = await formWithCopies(service, copies, body);
  for (const address of copies) {
    assert.equal((await answerCopy(service, questionTo(service, address))).status, 200);
  }
  return route;
}

/** Makes addresses that no other test has: budgets, months and refusals are of inboxes. */
export function createPeople() {
  let places = 0;
  return () => {
    places += 1;
    const at = `@place${places}.example`;
    return { owner: `owner${at}`, client: `client${at}`, ann: `ann${at}`, jo: `jo${at}` };
  };
}
