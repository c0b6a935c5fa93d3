import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import type { Outcome } from '../../src/platform/stores/count-table.ts';
import { parseFormId } from '../../src/contract/names.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { newNodeKeys } from '../support/keys.ts';
import { removeForm } from '../support/manage-form.ts';
import { OWNER, startService, type TestService } from '../support/service.ts';

const DAY = 86_400_000;
const TODAY = 20_000;

const SUBJECT = 'Your form has fallen silent';

type Engine = () => Promise<Record<string, string>>;

/** Nodes on one database, whose clock only the test moves, and what they share. */
async function startNodes(test: TestContext, env: Record<string, string>[]) {
  const clock = { now: TODAY * DAY + 40_000_000 };
  const stores: Store[] = [];
  const nodes: TestService[] = [];
  for (const each of env) {
    const shared = { ...each, PUBLIC_URL: 'https://forms.example', MONTHLY_LIMIT: '0' };
    const wrapStore = (store: Store) => (stores.push(store), store);
    nodes.push(await startService(test, shared, { now: () => clock.now, wrapStore }));
  }
  const mailed = () =>
    nodes
      .flatMap(({ sink }) => sink.mails)
      // Mails about new forms come when they do.
      .filter(({ email }) => !email.subject?.includes('new form'));
  const [service] = nodes;
  const [store] = stores;
  assert.ok(service && store);

  return {
    ...service,
    clock,
    store,
    /** Each node looks for silent forms, at the same time; the subjects of what was mailed. */
    async check(): Promise<string[]> {
      for (const { sink } of nodes) sink.mails.length = 0;
      await Promise.all(nodes.map((node) => node.service.checkSilences()));
      return mailed().map(
        ({ email }) => email.subject?.replace(/^[^·]+ · (?=Your)| · [^·]+$/, '') ?? '',
      );
    },
    mail: () => mailed().at(-1)?.email.text ?? '',
    /** A form that had this many submissions on each of the days, `from` to `to` days ago. */
    async busyForm(
      from = 34,
      to = 8,
      body: object = {},
      alter = (_id: string) => Promise.resolve(),
    ) {
      const form = await service.activeRoute(body);
      await count(form.form_id, from, to);
      await alter(form.form_id);
      return form;
    },
    logs: () => nodes.map(({ logText }) => logText()).join(''),
    count,
  };

  async function count(id: string, from: number, to: number, outcome: Outcome = 'delivered') {
    const formId = parseFormId(id);
    assert.ok(formId && store);
    const today = Math.floor(clock.now / DAY);
    const rows = Array.from({ length: from - to + 1 }, (_, at) => today - from + at);
    await store.counts.add(rows.map((day) => ({ formId, day, outcome, count: 2 })));
  }
}

/** What holds on each engine. */
function describeSilence(engine: Engine): void {
  it('a form that falls silent tells its owner once, until it delivers again', async (test) => {
    const nodes = await startNodes(test, [await engine()]);
    const { form_id } = await nodes.busyForm();
    await nodes.busyForm(34, 3, { alias: 'A lively one' });
    assert.deepEqual(await nodes.check(), [SUBJECT]);
    const text = nodes.mail();
    assert.match(text, /“Contact form”/);
    assert.match(text, /messages on 27 of 27 days/);
    assert.match(text, /September 26, 2024, and none in the 7 days after it/);
    assert.ok(text.includes(`https://forms.example/f/${form_id}`));
    assert.doesNotMatch(text, /certain websites|spam check|came since then/);
    nodes.clock.now += DAY;
    assert.deepEqual(await nodes.check(), []);
    // It delivers for a month, and falls silent once more.
    nodes.clock.now += 40 * DAY;
    await nodes.count(form_id, 36, 8);
    assert.deepEqual(await nodes.check(), [SUBJECT]);
  });
}

describe('forms that fall silent, on SQLite', () => {
  it('a form that falls silent tells its owner what came and what to look at', async (test) => {
    const nodes = await startNodes(test, [{}]);
    const form = await nodes.busyForm();
    const settings = { origins: ['https://lindholm.example'], challenge: 'suspicious' };
    await nodes.putSettings(form, settings);
    await nodes.count(form.form_id, 5, 4, 'origin_not_allowed');
    await nodes.count(form.form_id, 3, 3, 'trap');
    assert.deepEqual(await nodes.check(), [SUBJECT]);
    const text = nodes.mail();
    for (const part of [/certain websites/, /spam check/, /Refused: 4/]) {
      assert.match(text, part);
    }
  });

  it('the notice of a silence has a link that ends such notices, and takes that back', async (test) => {
    const nodes = await startNodes(test, [{}]);
    const { form_id } = await nodes.busyForm();
    await nodes.check();
    const token = /quiet\?token=([\w.%-]+)/.exec(nodes.mail())?.[1] ?? '';
    const press = (fields: Record<string, string>) =>
      nodes.request('/v1/routes/quiet', { method: 'POST', body: new URLSearchParams(fields) });
    const later = async () => {
      nodes.clock.now += 40 * DAY;
      await nodes.count(form_id, 34, 8);
      return nodes.check();
    };
    for (const _ of [1, 2]) assert.equal((await press({ token })).json.status, 'active');
    assert.deepEqual(await later(), []);
    await press({ token, choice: 'undo' });
    assert.deepEqual(await later(), [SUBJECT]);
  });

  it('a silence that has another reason is not reported', async (test) => {
    const nodes = await startNodes(test, [{}]);
    const outcomes = ['failed', 'inbox_not_verified', 'monthly_allowance_exhausted'] as const;
    for (const outcome of outcomes) {
      await nodes.busyForm(34, 8, { alias: outcome }, (id) => nodes.count(id, 3, 3, outcome));
    }
    const paused = await nodes.busyForm(34, 8, { alias: 'paused' });
    await nodes.putSettings(paused, { paused: true });
    const deleted = await nodes.busyForm(34, 8, { alias: 'deleted' });
    await removeForm(nodes, deleted);
    const stopped = await nodes.busyForm(34, 8, { alias: 'stopped' });
    const suspended = await nodes.busyForm(34, 8, { alias: 'suspended' });
    const idOf = (id: string) => parseFormId(id) ?? assert.fail();
    await nodes.store.routes.stop(idOf(stopped.form_id), nodes.clock.now);
    await nodes.store.routes.suspend(idOf(suspended.form_id), nodes.clock.now);
    assert.deepEqual(await nodes.check(), []);
  });

  it('an inbox gets three notices of silence an hour, and the others later', async (test) => {
    const nodes = await startNodes(test, [{}]);
    for (let at = 0; at < 5; at += 1) await nodes.busyForm(34, 8, { alias: `Form ${at}` });
    assert.equal((await nodes.check()).length, 3);
    nodes.clock.now += DAY;
    assert.equal((await nodes.check()).length, 2);
  });

  it('a notice that the mail server refuses, and a look that fails, are tried again', async (test) => {
    const nodes = await startNodes(test, [{}]);
    await nodes.busyForm();
    nodes.sink.refuseWith({ code: 451, text: 'later' });
    assert.deepEqual(await nodes.check(), []);
    nodes.sink.refuseWith(undefined);
    nodes.clock.now += DAY;
    const { listSilent } = nodes.store.counts;
    nodes.store.counts.listSilent = () => Promise.reject(new Error('gone'));
    assert.deepEqual(await nodes.check(), []);
    assert.match(nodes.logText(), /"silences_not_looked"/);
    nodes.store.counts.listSilent = listSilent;
    assert.deepEqual(await nodes.check(), [SUBJECT]);
    assert.equal(nodes.sink.mails[0]?.recipients.join(), OWNER);
  });

  describeSilence(() => Promise.resolve({}));
});

const server = await startPostgres({ after });

describe('forms that fall silent, on PostgreSQL', () => {
  const newDatabase = async () => ({
    DATABASE_URL: await server.newDatabase(),
    ...newNodeKeys(),
  });
  describeSilence(newDatabase);

  it('nodes that look at the same time send one mail about each form', async (test) => {
    const env = await newDatabase();
    const nodes = await startNodes(test, [env, env, env]);
    for (const alias of ['One', 'Two']) await nodes.busyForm(34, 9, { alias });
    assert.deepEqual(await nodes.check(), [SUBJECT, SUBJECT]);
    assert.equal(nodes.logs().split('"silences_looked"').length - 1, 1, 'one node looked');
  });
});
