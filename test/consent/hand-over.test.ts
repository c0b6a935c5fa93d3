import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fill } from '../../src/catalogs/catalog.ts';
import { wordsOf } from '../../src/catalogs/languages.ts';
import { keysOf, withKey } from '../support/access-keys.ts';
import {
  answerCopy,
  countMailsTo,
  createPeople,
  formWithConfirmedCopies,
  mailTo,
  ownerPuts,
  questionTo,
} from '../support/copied-form.ts';
import { agreeToHandOver, offer, offeredForm, tokenOfHandOver } from '../support/handed-form.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { manage, owned } from '../support/manage-form.ts';
import {
  linkedToken,
  startService,
  unsubscribeToken,
  type TestService,
} from '../support/service.ts';
import { until } from '../support/until.ts';
import { press } from './press.ts';

describe('a hand-over', () => {
  let service: TestService;
  const people = createPeople();

  before(async () => {
    service = await startService(undefined, { OPERATOR_NAME: 'Acme Ltd' });
  });
  after(() => service?.close());

  const mailsTo = (address: string) => countMailsTo(service, address);

  const asInbox = (address: string, method: string, path: string, body?: object) =>
    callWith(service, method, path, { bearer: sessionOf(service, address), body });

  const waitingAt = async (formId: string, bearer: string | undefined) =>
    (await callWith(service, 'GET', `/v1/routes/${formId}/hand-over`, { bearer })).json;

  const submit = async (formId: string) => service.submit(formId, { message: 'Hello' });

  // Guarantee: A form
  it('both inboxes agree before a form moves, and the token alone mails no stranger', async () => {
    const { owner, client } = people();
    const alias = 'Call evil.example';
    const route = await service.activeRoute({ email: owner, alias });
    const { form_id, management_token } = route;
    const asked = await offer(service, form_id, management_token, { email: client });
    assert.deepEqual([asked.status, asked.json.status], [202, 'owner_asked']);
    assert.deepEqual([mailsTo(owner), mailsTo(client)], [1, 0]);
    const [ownerToken, path] = [tokenOfHandOver(service, owner), '/v1/routes/hand-over?token='];
    assert.match((await service.request(path + ownerToken)).text, /Hand this form over\?/);
    const agreed = await agreeToHandOver(service, ownerToken);
    assert.deepEqual([agreed.status, agreed.json.status], [202, 'inbox_asked']);
    const { email, raw, recipients } = mailTo(service, client);
    assert.deepEqual(recipients, [client]);
    const { subject: offering } = wordsOf('en').mails.hand_over_offer;
    assert.equal(email.subject, fill(offering, { operator: 'Acme Ltd' }));
    assert.ok(email.text?.includes('“Call evil[.]example”'), email.text);
    assert.ok(!raw.includes(owner), 'the other inbox sees no address');
    const token = tokenOfHandOver(service, client);
    const page = await service.request(path + token);
    assert.match(page.text, /Take over this form\?/);
    await submit(form_id);
    assert.deepEqual([mailsTo(owner), mailsTo(client)], [2, 1], 'nothing moved yet');
    for (const _ of [1, 2]) {
      const { status, json } = await agreeToHandOver(service, token);
      assert.deepEqual([status, json.status], [200, 'handed_over']);
    }
    const { subject } = wordsOf('en').mails.handed_over;
    await until('both mails', () => mailsTo(owner) === 3 && mailsTo(client) === 2);
    assert.ok(mailTo(service, owner).email.subject?.endsWith(` · ${subject}`));
    await submit(form_id);
    assert.deepEqual([mailsTo(owner), mailsTo(client)], [3, 3]);
    assert.equal((await asInbox(owner, 'GET', '/v1/inbox/routes')).json.routes.length, 0);
    const theirs = (await asInbox(client, 'GET', '/v1/inbox/routes')).json;
    assert.equal(theirs.routes[0].endpoint, route.endpoint);
    assert.equal(theirs.month.used, 1, 'it counts in the month of its new inbox');
  });

  it('nothing that the former owner has works any more', async () => {
    const { owner, client } = people();
    const route = await service.activeRoute({ email: owner, settings: { subject: 'Mine' } });
    const { form_id, management_token = '' } = route;
    const spam = { message: '[url=x] http://a http://b http://c http://d http://e' };
    await service.submit(form_id, spam, { origin: 'https://site.example' });
    const mail = mailTo(service, owner);
    const pages = ['stop', 'origin', 'spam', 'not-spam'] as const;
    const links = pages.map((page) => [page, linkedToken(service, page, mail)] as const);
    await submit(form_id);
    const stop = unsubscribeToken(service, mailTo(service, owner));
    await service.putSettings(route, { subject: 'Mine', copies: ['new@place.example'] });
    const change = linkedToken(service, 'settings', mailTo(service, owner));
    const bearer = sessionOf(service, owner);
    const { secret } = (await keysOf(service, route).make()).json;
    await offer(service, form_id, bearer, { email: client });
    const { json } = await agreeToHandOver(service, tokenOfHandOver(service, client));
    assert.equal(json.status, 'handed_over');
    await service.patchSettings(owned(service, { form_id }, client), { access: 'key' });
    const byServer = await service.submit(form_id, { message: 'Hello' }, withKey(secret));
    assert.equal(byServer.json.error, 'access_key_required');
    assert.deepEqual((await asInbox(client, 'GET', `/v1/routes/${form_id}/keys`)).json.keys, []);
    await asInbox(client, 'PUT', `/v1/routes/${form_id}/settings`, { subject: 'Mine' });
    for (const [page, token] of [...links, ['stop', stop], ['settings', change]] as const) {
      const { status, json: answer } = await press(service, page, { token });
      assert.deepEqual([page, status, answer.error], [page, 401, 'verification_token_invalid']);
    }
    for (const credential of [bearer, management_token])
      for (const call of ['GET /settings', 'POST /hand-over', 'DELETE ']) {
        const [method = '', end] = call.split(' ');
        const opened = { form_id, management_token: credential };
        assert.equal((await manage(service, opened, method, end)).status, 403, call);
      }
    const now = (await asInbox(client, 'GET', `/v1/routes/${form_id}/settings`)).json;
    assert.deepEqual([now.settings, now.proposed], [{ subject: 'Mine' }, undefined]);
    const renewed = await asInbox(client, 'POST', `/v1/routes/${form_id}/management-token`);
    const token = renewed.json.management_token;
    assert.equal((await service.putSettings({ form_id, management_token: token }, {})).status, 200);
  });

  it('the inbox sees every setting before it agrees, and agrees to nothing else', async () => {
    const { owner, client } = people();
    const settings = { subject: 'Orders {name}', redirect: 'https://shop.example/thanks' };
    const offered = await offeredForm(service, client, { email: owner, settings });
    const { text } = await service.request(`/v1/routes/hand-over?token=${offered.token}`);
    for (const shown of ['Orders {name}', settings.redirect, offered.endpoint, client]) {
      assert.ok(text.includes(shown), shown);
    }
    assert.ok(!text.includes(owner));
    await ownerPuts(service, offered, { ...settings, copies: [people().ann] }, owner);
    const { json } = await agreeToHandOver(service, offered.token);
    assert.equal(json.error, 'verification_mismatch');
    assert.equal((await asInbox(owner, 'GET', '/v1/inbox/routes')).json.routes.length, 1);
  });

  it('copies stay, but for one to the inbox itself', async () => {
    const { owner, client, ann } = people();
    const copies = [ann, client];
    const route = await formWithConfirmedCopies(service, copies, { email: owner });
    await asInbox(owner, 'POST', `/v1/routes/${route.form_id}/hand-over`, { email: client });
    await agreeToHandOver(service, tokenOfHandOver(service, client));
    const { json } = await asInbox(client, 'GET', `/v1/routes/${route.form_id}/settings`);
    assert.deepEqual(json.copies, [{ address: ann, status: 'confirmed' }]);
    const earlier = mailsTo(ann);
    const both = { email: 'delivered', copies: 'delivered' };
    assert.deepEqual((await submit(route.form_id)).json.delivery, both);
    assert.equal(mailsTo(ann), earlier + 1);
  });

  it('a refused offer is over, and its inbox is not asked again until it allows that', async () => {
    const { owner, client } = people();
    const { form_id, token } = await offeredForm(service, client, { email: owner });
    assert.equal((await agreeToHandOver(service, token, 'refuse')).json.status, 'refused');
    assert.equal((await waitingAt(form_id, sessionOf(service, owner))).offer, undefined);
    const page = await service.request(`/v1/routes/hand-over?token=${token}`);
    assert.equal(page.status, 404);
    for (const choice of [undefined, 'refuse'] as const) {
      const { status, json } = await agreeToHandOver(service, token, choice);
      assert.deepEqual([status, json.error], [404, 'route_not_found']);
    }
    const askAgain = () => offer(service, form_id, sessionOf(service, owner), { email: client });
    assert.equal((await askAgain()).json.error, 'rate_limited');
    assert.equal((await agreeToHandOver(service, token, 'allow')).json.status, 'allowed');
    assert.equal((await askAgain()).json.status, 'inbox_asked');
    assert.equal((await agreeToHandOver(service, token)).status, 404, 'the first link stays over');
  });

  it('a question about copies from before still holds, as its inbox agrees for itself', async () => {
    const { owner, client, ann } = people();
    const route = await service.activeRoute({ email: owner });
    await ownerPuts(service, route, { copies: [ann] }, owner);
    const question = questionTo(service, ann);
    await asInbox(owner, 'POST', `/v1/routes/${route.form_id}/hand-over`, { email: client });
    await agreeToHandOver(service, tokenOfHandOver(service, client));
    assert.equal((await answerCopy(service, question)).json.status, 'confirmed');
  });
});
