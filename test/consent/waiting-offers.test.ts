import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { countMailsTo, createPeople } from '../support/copied-form.ts';
import { agreeToHandOver, offer, offeredForm, tokenOfHandOver } from '../support/handed-form.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { manage, owned } from '../support/manage-form.ts';
import { startService, type TestService } from '../support/service.ts';

const DAY = 86_400_000;

describe('the offer of a form that waits', () => {
  let service: TestService;
  const people = createPeople();

  before(async () => {
    service = await startService(undefined);
  });
  after(() => service?.close());

  const mailsTo = (address: string) => countMailsTo(service, address);

  const asInbox = (address: string, method: string, path: string) =>
    callWith(service, method, path, { bearer: sessionOf(service, address) });

  const waitingAt = async (formId: string, bearer: string | undefined) =>
    (await callWith(service, 'GET', `/v1/routes/${formId}/hand-over`, { bearer })).json;

  it('a form that went to another inbox and back cannot be taken by the first link again', async () => {
    const { owner, client } = people();
    const { form_id, token } = await offeredForm(service, client, { email: owner });
    assert.equal((await agreeToHandOver(service, token)).json.status, 'handed_over');
    await offer(service, form_id, sessionOf(service, client), { email: owner });
    const back = tokenOfHandOver(service, owner);
    assert.equal((await agreeToHandOver(service, back)).json.status, 'handed_over');
    const { status, json } = await agreeToHandOver(service, token);
    assert.deepEqual([status, json.error], [409, 'verification_mismatch']);
    assert.equal((await asInbox(owner, 'GET', '/v1/inbox/routes')).json.routes.length, 1);
  });

  it('a later offer ends the earlier one, and a new management token or a withdrawal ends both', async () => {
    const { owner, client, jo } = people();
    const { form_id, token: first } = await offeredForm(service, client, { email: owner });
    const bearer = sessionOf(service, owner);
    const form = owned(service, { form_id }, owner);
    const isDead = async (token: string) => {
      const { json } = await agreeToHandOver(service, token);
      assert.equal(json.error, 'verification_mismatch');
      const page = await service.request(`/v1/routes/hand-over?token=${token}`);
      assert.match(page.text, /<h1>This offer has ended/);
    };
    await offer(service, form_id, bearer, { email: jo });
    const second = tokenOfHandOver(service, jo);
    await isDead(first);
    assert.equal((await waitingAt(form_id, bearer)).offer.email, jo);
    await manage(service, form, 'POST', '/management-token');
    await isDead(second);
    assert.equal((await waitingAt(form_id, bearer)).offer, undefined);
    await offer(service, form_id, bearer, { email: jo });
    for (const _ of [1, 2]) {
      const { status, json } = await manage(service, form, 'DELETE', '/hand-over');
      assert.deepEqual([status, json], [200, { success: true, form_id }]);
    }
    await isDead(tokenOfHandOver(service, jo));
    assert.equal((await waitingAt(form_id, bearer)).offer, undefined);
  });

  it('an offer that waits can be read: whole with a session, and with a token without an address that a session gave', async () => {
    const { owner, client, jo } = people();
    const { form_id, management_token } = await service.activeRoute({ email: owner });
    const bearer = sessionOf(service, owner);
    const both = () =>
      Promise.all([bearer, management_token].map((each) => waitingAt(form_id, each)));
    const nothing = { success: true, form_id };
    assert.deepEqual(await both(), [nothing, nothing]);
    await offer(service, form_id, management_token, { email: client });
    const asked = { status: 'owner_asked', email: client };
    for (const { offer: waiting } of await both()) {
      const { since, expires_at, ...rest } = waiting;
      assert.deepEqual(rest, asked);
      assert.equal(Date.parse(expires_at) - Date.parse(since), DAY);
    }
    const link = tokenOfHandOver(service, owner);
    await agreeToHandOver(service, link);
    const mails = mailsTo(client);
    assert.equal((await agreeToHandOver(service, link)).json.status, 'inbox_asked');
    assert.equal(mailsTo(client), mails, 'a second press mails nobody');
    for (const { offer: waiting } of await both()) assert.equal(waiting.status, 'inbox_asked');
    await offer(service, form_id, bearer, { email: jo });
    const [own, theirs] = await both();
    assert.deepEqual([own.offer.email, theirs.offer.email], [jo, undefined]);
    assert.equal(theirs.offer.status, 'inbox_asked');
  });
});
