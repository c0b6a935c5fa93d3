import assert from 'node:assert/strict';
import { after, it, type TestContext } from 'node:test';
import { AnswerBudgets } from '../../src/followers/auto-reply/answer-budgets.ts';
import type { Context } from '../../src/platform/context.ts';
import { dayOf } from '../../src/platform/stores/counter-tables.ts';
import { parseEmailAddress, type EmailAddress } from '../../src/platform/text/email-address.ts';
import type { Route } from '../../src/forms/route.ts';
import { addRoute, keyring, newRoute } from '../stores/route-rows.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { countTaken, openTwoStores } from './two-nodes.ts';

const server = await startPostgres({ after });

const NOON = Date.UTC(2025, 5, 1, 12);
const now = () => NOON + 300_000;
const DAY = 86_400_000;

/** The budgets of two nodes on one new database, and forms in it. */
async function openNodes(test: TestContext, ratePerMinute: number) {
  const stores = await openTwoStores(test, server);
  const settings = { CREATE_RATE_PER_MINUTE: ratePerMinute };
  const budgets = stores.map(
    (store) => new AnswerBudgets({ store, settings, keyring, now } as unknown as Context),
  );
  const store = stores[0] ?? assert.fail();

  /** A form that is so many days old and has delivered so much on the days before today. */
  async function newForm(days = 400, delivered = 1_000, inbox = 'owner@example.com') {
    const route = newRoute(inbox, { createdAt: now() - days * DAY });
    await addRoute(store, route);
    const today = dayOf(now());
    const row = { formId: route.formId, outcome: 'delivered', count: 1_000 } as const;
    await store.counts.add([
      { ...row, day: today },
      { ...row, day: today - 1, count: delivered },
      { ...row, day: today - 1, outcome: 'failed' },
    ]);
    return route;
  }

  /** Takes an answer on the nodes in turn. */
  const take = (at: number, form: Route, address: string, caller?: string): Promise<unknown> =>
    budgets[at % 2]?.reserve(form, addressOf(address), caller) ?? Promise.reject();

  return { newForm, take };
}

const addressOf = (text: string) => parseEmailAddress(text) as EmailAddress;

it('nodes that deliver at once answer an address once for each form', async (test) => {
  const { newForm, take } = await openNodes(test, 5);
  for (let round = 0; round < 10; round += 1) {
    const [form, address] = [await newForm(), `visitor${round}@gmail.com`];
    const takes = Array.from({ length: 8 }, (_, at) => take(at, form, address));
    const taken = await countTaken(takes);
    assert.ok(taken <= 1, `${taken} answers`);
    const later = await countTaken([take(0, form, address)]);
    assert.equal(taken + later, 1, 'a node that gave way left the answer to others');
  }
});

it('made-up names at one domain get 20 answers an hour, and those of a mailbox provider more', async (test) => {
  const { newForm, take } = await openNodes(test, 5);
  const form = await newForm();
  const takeAt = (domain: (at: number) => string) =>
    countTaken(Array.from({ length: 30 }, (_, at) => take(at, form, `name${at}@${domain(at)}`)));
  assert.equal(await takeAt((at) => `mail${at}.victim.example`), 20);
  assert.equal(await takeAt(() => 'gmail.com'), 30);
});

it('a deployment sends 200 times CREATE_RATE_PER_MINUTE answers an hour, from all nodes together', async (test) => {
  const { newForm, take } = await openNodes(test, 1);
  const form = await newForm();
  let taken = 0;
  for (let at = 0; at < 220; at += 1) {
    taken += await countTaken([take(at, form, `visitor${at}@gmail.com`)]);
  }
  assert.equal(taken, 200);
});

it('the forms of an inbox send 5 answers a day together, whatever they deliver today', async (test) => {
  const { newForm, take } = await openNodes(test, 0);
  const inboxes = ['jo@gmail.com', 'j.o+1@gmail.com', 'jo+2@googlemail.com'];
  const forms = await Promise.all(
    inboxes.flatMap((inbox) => [newForm(0, 1_000, inbox), newForm(40, 0, inbox)]),
  );
  const takes = Array.from({ length: 60 }, (_, at) =>
    take(at, forms[at % forms.length] ?? assert.fail(), `visitor${at}@place${at}.example`),
  );
  assert.equal(await countTaken(takes), 5);
  const other = await newForm(0, 0, 'another@gmail.com');
  assert.equal(await countTaken([take(0, other, 'visitor@elsewhere.example')]), 1);
});

it('a form earns answers by its age and by what it delivered before today', async (test) => {
  const { newForm, take } = await openNodes(test, 0);
  let visitors = 0;
  const takeFrom = (form: Route) =>
    countTaken(
      Array.from({ length: 40 }, (_, at) =>
        take(at, form, `visitor@place${(visitors += 1)}.example`),
      ),
    );
  assert.equal(await takeFrom(await newForm(3, 1_000, 'young@a.example')), 5 + 15);
  assert.equal(await takeFrom(await newForm(29, 7, 'idle@b.example')), 5 + 7);
  assert.equal(await takeFrom(await newForm(400, 200, 'old@c.example')), 40);
});

it('visitors of one client network get 20 answers an hour, from all forms', async (test) => {
  const { newForm, take } = await openNodes(test, 5);
  const forms = [await newForm(400, 200, 'a@a.example'), await newForm(400, 200, 'b@b.example')];
  const formOf = (at: number) => forms[at % 2] ?? assert.fail();
  const takeFrom = (network: string) =>
    countTaken(
      Array.from({ length: 30 }, (_, at) =>
        take(at, formOf(at), `${network}x${at}@gmail.com`, `${network}.${at}`),
      ),
    );
  assert.equal(await takeFrom('192.0.2'), 20);
  assert.equal(await takeFrom('198.51.100'), 20, 'another network has a budget of its own');
});
