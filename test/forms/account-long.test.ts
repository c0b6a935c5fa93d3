import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { it, type TestContext } from 'node:test';
import type { AccountRouteList } from '../../src/contract/schemas.ts';
import { newFormId, sealRoute } from '../../src/forms/route.ts';
import type { FormId } from '../../src/contract/names.ts';
import { parseEmailAddress } from '../../src/platform/text/email-address.ts';
import { identifyInbox } from '../../src/inboxes/inbox-identity.ts';
import type { RouteStore } from '../../src/platform/stores/route-table.ts';
import { Keyring } from '../../src/platform/secrets/keyring.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { newRoute } from '../stores/route-rows.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const [SEALING, INDEX] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const SECRET = 'a-secret-of-the-account-broker-0123456789';
const ENV = {
  ACCOUNT_LOOKUP_SECRET: SECRET,
  SEALING_KEYS: `k1:${SEALING.toString('base64url')}`,
  INDEX_KEY: INDEX.toString('base64url'),
};
const keyring = new Keyring([{ id: 'k1', secret: SEALING }], INDEX);

const JO = 'jo@example.com';
const AL = 'al@example.com';

/** So many forms of one inbox. */
const forms = (count: number) => Array.from({ length: count }, () => JO);

type Page = Awaited<ReturnType<RouteStore['listByOwner']>>;

/** A service with active forms of these inboxes, one a second; `onPage` gets each list page. */
async function startWithForms(
  test: TestContext,
  emails: readonly string[],
  onPage: (page: Page, store: Store) => Promise<void> | void = () => undefined,
) {
  let kept: Store | undefined;
  const wrapStore = (store: Store): Store => {
    kept = store;
    const listByOwner: RouteStore['listByOwner'] = async (...asked) => {
      const page = await store.routes.listByOwner(...asked);
      await onPage(page, store);
      return page;
    };
    return { ...store, routes: { ...store.routes, listByOwner } };
  };
  const service = await startService(test, ENV, { wrapStore });
  const rows = emails.map((email, at) => newRow(email, at + 1));
  const { routes } = kept ?? assert.fail('no store was opened');
  await Promise.all(rows.map((row) => routes.insert(row)));
  const list = async (...asked: string[]) => {
    const { status, text } = await service.request('/v1/account/routes', {
      method: 'POST',
      headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
      body: JSON.stringify({ emails: asked }),
    });
    assert.equal(status, 200);
    return (JSON.parse(text) as AccountRouteList).routes;
  };
  return { ...service, rows, list };
}

function newRow(email: string, second: number) {
  const address = parseEmailAddress(email);
  assert.ok(address);
  const route = newRoute(email, {
    formId: newFormId(),
    alias: `Förm ${second}`,
    status: 'active',
    createdAt: second * 1_000,
  });
  return sealRoute(keyring, { ...route, inbox: identifyInbox(keyring, address) });
}

const idsOf = (items: readonly { form_id: string }[]) => items.map(({ form_id: id }) => id);

it('an account listing of several inboxes has every form once, oldest first', async (test) => {
  const emails = Array.from({ length: 700 }, (_, at) => (at % 7 === 0 || at > 500 ? AL : JO));
  const { rows, list } = await startWithForms(test, emails);
  assert.deepEqual(
    idsOf(await list(JO, AL, 'nobody@example.com')),
    rows.map(({ formId }) => formId),
  );
  const [item] = (await list(AL)).slice(-1);
  assert.deepEqual(
    [item?.form_id, item?.alias, item?.created_at],
    [rows.at(-1)?.formId, 'Förm 700', '1970-01-01T00:11:40.000Z'],
  );
});

it('an account listing gives others a turn after every hundred forms', async (test) => {
  let turns = 0;
  const pages: { turn: number; rows: number }[] = [];
  const { list } = await startWithForms(test, forms(1_000), (page) => {
    pages.push({ turn: turns, rows: page.length });
  });
  let next: NodeJS.Immediate;
  const countTurns = () => {
    turns += 1;
    next = setImmediate(countTurns);
  };
  next = setImmediate(countTurns);
  assert.equal((await list(JO)).length, 1_000);
  clearImmediate(next);
  assert.equal(pages.length, 11);
  assert.equal(new Set(pages.map((page) => page.turn)).size, 11, 'one page in a turn');
  assert.ok(pages.every(({ rows }) => rows <= 100));
});

it('of any number of lists, a few pages are in memory at the same time', async (test) => {
  let [busy, most] = [0, 0];
  const { list } = await startWithForms(test, forms(250), async () => {
    busy += 1;
    most = Math.max(most, busy);
    await wait(5);
    busy -= 1;
  });
  const lists = await Promise.all(Array.from({ length: 20 }, () => list(JO)));
  assert.ok(lists.every(({ length }) => length === 250));
  assert.equal(most, 4);
});

it('an account listing has what exists throughout, while other forms come and go', async (test) => {
  const removed = new Set<FormId>();
  let added = 0;
  const { rows, list } = await startWithForms(test, forms(500), async (page, { routes }) => {
    const [first] = page;
    if (!first || added > 3) return;
    removed.add(first.formId);
    await routes.remove(first.formId);
    await routes.insert(newRow(JO, 1_000 + (added += 1)));
  });
  const ids = idsOf(await list(JO));
  assert.equal(new Set(ids).size, ids.length, 'none twice');
  const stayed = rows.filter(({ formId }) => !removed.has(formId));
  assert.ok(stayed.every(({ formId }) => ids.includes(formId)));
  assert.equal(removed.size, 4);
});

it('an account listing stops when its client is gone', async (test) => {
  let pages = 0;
  let leave = () => undefined as unknown;
  const { url, logText, close } = await startWithForms(test, forms(3_000), async () => {
    pages += 1;
    if (pages > 1) return;
    leave();
    await until('the closed connection', () => gone);
  });
  let gone = false;
  const sent = httpRequest(`${url}/v1/account/routes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
  });
  sent.on('error', () => undefined).on('close', () => (gone = true));
  leave = () => sent.destroy();
  sent.end(JSON.stringify({ emails: [JO] }));
  await until('the end of the answer', () => logText().includes('"operation":"listAccountRoutes"'));
  await close();
  assert.ok(pages < 31, `${pages} pages were read`);
});
