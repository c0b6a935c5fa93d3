import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../../src/contract/limits.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { callWith, inboxTokenIn, linkTokenOf, sessionOf } from '../support/inbox-session.ts';
import {
  linkedToken,
  OWNER,
  startService,
  type RequestOptions,
  type TestService,
} from '../support/service.ts';
import { until } from '../support/until.ts';
import { press } from './press.ts';

const MINUTE = 60_000;
const STRANGER = 'stranger@example.com';
const SUBJECT = 'Manage your forms';

const ask = (service: TestService, email: string, headers: RequestOptions['headers'] = {}) =>
  service.request('/v1/inbox/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email }),
  });

const exchange = (service: TestService, token: unknown) =>
  callWith(service, 'POST', '/v1/inbox/sessions/exchange', { body: { token } });

const list = (service: TestService, bearer?: string) =>
  callWith(service, 'GET', '/v1/inbox/routes', { bearer });

const links = ({ sink }: TestService) =>
  sink.mails.filter(({ email }) => email.subject === SUBJECT);

const linkArrived = (service: TestService, count = 1) =>
  until(`link ${count}`, () => links(service).length >= count);

describe('asking for a link to an inbox', () => {
  it('the owner of a form gets a link that opens a session once', async (test) => {
    const service = await startService(test);
    const { form_id } = await service.activeRoute();
    await ask(service, OWNER);
    await linkArrived(service);
    const [mail] = links(service);
    assert.ok(mail);
    assert.deepEqual(mail.recipients, [OWNER]);
    assert.ok(!mail.email.text?.includes(form_id), 'it names no form');
    const token = inboxTokenIn(mail);
    assert.ok(mail.email.html?.includes(`${service.url}/inbox#token=${token}`));
    const { status, json } = await exchange(service, token);
    assert.equal(status, 200);
    assert.equal((await list(service, json.session)).json.routes[0].form_id, form_id);
    assert.equal((await exchange(service, token)).json.error, 'session_invalid');
    assert.ok(!service.logText().includes(token) && !service.logText().includes(json.session));
  });

  it('a link goes to exactly the address that has a form, pending ones too, and to no other spelling', async (test) => {
    const service = await startService(test);
    await service.create({ email: 'j.doe@gmail.com' });
    for (const email of ['jdoe@gmail.com', 'j.doe+a@gmail.com', 'j.doe@googlemail.com', STRANGER]) {
      assert.equal((await ask(service, email)).status, 202);
    }
    await ask(service, 'J.Doe@gmail.com');
    await linkArrived(service);
    await service.close();
    assert.deepEqual(
      links(service).map(({ recipients }) => recipients),
      [['j.doe@gmail.com']],
    );
  });

  it('the mail with the link is in the language of the request', async (test) => {
    const service = await startService(test);
    await service.activeRoute();
    await ask(service, OWNER, { 'accept-language': 'de' });
    await until('the mail', () => service.sink.mails.length > 0);
    assert.equal(service.sink.mails[0]?.email.subject, 'Ihre Formulare verwalten');
  });

  // Guarantee: The owner of an inbox
  it('who asks for a link to an inbox gets the same answer for every address, before it is looked up', async (test) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const lookedUp: string[] = [];
    const wrapStore = (store: Store): Store => ({
      ...store,
      routes: {
        ...store.routes,
        async listByOwner(owner, ...page) {
          lookedUp.push(owner);
          await released;
          return store.routes.listByOwner(owner, ...page);
        },
      },
    });
    const service = await startService(test, {}, { wrapStore });
    await service.activeRoute();
    const answers = [await ask(service, OWNER), await ask(service, STRANGER)];
    const [known, unknown] = answers.map(({ status, text, headers }) => {
      const rest = Array.from(headers).filter(([name]) => !['date', 'x-request-id'].includes(name));
      return { status, text, rest };
    });
    assert.deepEqual(known, unknown);
    await until('both look-ups', () => lookedUp.length === 2);
    assert.equal(service.sink.mails.length, 0);
    release();
    await linkArrived(service);
  });

  it('a failing store changes nothing of the answer, and is reported without the address', async (test) => {
    const listByOwner = () => Promise.reject(new Error('gone'));
    const wrapStore = (store: Store) => ({ ...store, routes: { ...store.routes, listByOwner } });
    const service = await startService(test, {}, { wrapStore });
    assert.equal((await ask(service, OWNER)).status, 202);
    await service.close();
    assert.match(service.logText(), /"event":"request_failed".*"operation":"requestSession"/);
    assert.ok(!service.logText().includes(OWNER));
  });

  it('links count against the verification mails of the inbox, without a word', async (test) => {
    const service = await startService(test);
    await service.create();
    for (let time = 0; time < 5; time += 1) assert.equal((await ask(service, OWNER)).status, 202);
    await service.close();
    assert.equal(links(service).length, LIMITS.verificationMailsPerHour - 1);
    assert.match(
      service.logText(),
      /"event":"owner_not_notified".*"notice":"inbox".*"rate_limited"/,
    );
  });

  it('an inbox that did not ask for its pending forms gets no links', async (test) => {
    const service = await startService(test);
    await service.create();
    await service.create({ alias: 'Another one' });
    await press(service, 'refuse', { token: linkedToken(service, 'refuse') });
    assert.equal((await ask(service, OWNER)).status, 202);
    await service.close();
    assert.equal(links(service).length, 0);
  });
});

describe('exchanging the token of a link', () => {
  it('a token is exchanged once by any number of requests on two nodes at the same time', async (test) => {
    const first = await startService(test);
    const second = await startService(test, { DATABASE_URL: `file:${first.folder}/test.db` });
    const token = linkTokenOf(first, OWNER);
    const nodes = [first, second, first, second, first, second, first, second];
    const answers = await Promise.all(nodes.map((node) => exchange(node, token)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, ...nodes.slice(1).map(() => 401)]);
    assert.equal((await exchange(second, linkTokenOf(first, OWNER))).status, 200);
  });

  it('a token and a session end with their time', async (test) => {
    let time = Date.now();
    const service = await startService(test, {}, { now: () => time });
    await service.activeRoute();
    await ask(service, OWNER);
    await linkArrived(service);
    const [mail] = links(service);
    assert.ok(mail);
    time += LIMITS.sessionLinkMinutes * MINUTE - 1_000;
    const { json } = await exchange(service, inboxTokenIn(mail));
    assert.equal(Date.parse(json.expires_at), time + LIMITS.sessionMinutes * MINUTE);
    time += LIMITS.sessionMinutes * MINUTE - 1;
    assert.equal((await list(service, json.session)).status, 200);
    time += 1;
    assert.equal((await list(service, json.session)).json.error, 'session_invalid');
    const late = linkTokenOf(service, OWNER, time);
    assert.equal((await exchange(service, late)).json.error, 'session_invalid');
  });

  it('nothing but a genuine token is exchanged', async (test) => {
    const service = await startService(test);
    await service.create();
    const session = sessionOf(service, OWNER);
    const token = linkTokenOf(service, OWNER);
    const wrong = [session, session.slice(4), service.verificationToken(), `${token}A`, '', 7, {}];
    for (const text of [...wrong, null, undefined, [token]]) {
      const { status, json } = await exchange(service, text);
      assert.deepEqual([status, json.error], [401, 'session_invalid']);
    }
    assert.equal((await exchange(service, ` ${token} `)).status, 200);
  });

  it('a token names its inbox, and one that names another does not hold', async (test) => {
    const service = await startService(test);
    const [named, ...sealed] = linkTokenOf(service, OWNER).split('.');
    assert.equal(Buffer.from(named ?? '', 'base64url').toString(), OWNER);
    const other = Buffer.from(STRANGER).toString('base64url');
    for (const parts of [sealed, ['', ...sealed], [other, ...sealed]]) {
      assert.equal((await exchange(service, parts.join('.'))).json.error, 'session_invalid');
    }
    assert.equal((await exchange(service, [named, ...sealed].join('.'))).status, 200);
  });

  it('an inbox operation takes a session and nothing else', async (test) => {
    const service = await startService(test);
    const { management_token } = (await service.create()).json;
    assert.equal((await list(service)).json.error, 'session_required');
    const others = [
      management_token,
      linkTokenOf(service, OWNER),
      `lss_${linkTokenOf(service, OWNER)}`,
    ];
    for (const bearer of [...others, 'lss_', sessionOf(service, OWNER, Date.now())]) {
      const { status, json } = await list(service, bearer);
      assert.deepEqual([status, json.error], [401, 'session_invalid']);
    }
  });
});
