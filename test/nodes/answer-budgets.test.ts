import assert from 'node:assert/strict';
import { after, describe, it, type TestContext } from 'node:test';
import { createAnswerBudgets } from '../../src/domain/answers/answer-budgets.ts';
import { parseEmailAddress, type EmailAddress } from '../../src/domain/inboxes/email-address.ts';
import { newFormId, type FormId } from '../../src/domain/routes/route.ts';
import { databaseUrl, type PostgresDatabase } from '../../src/platform/settings/database-url.ts';
import { openPostgresStore } from '../../src/platform/stores/postgres-store.ts';
import { keyring } from '../stores/route-rows.ts';
import { startPostgres } from '../support/postgres-server.ts';

const server = await startPostgres({ after });

const NOON = Date.UTC(2025, 5, 1, 12);
const now = () => NOON + 300_000;

/** The budgets of two nodes on one new database. */
async function openNodes(test: TestContext, ratePerMinute: number) {
  const database = databaseUrl(await server.newDatabase()) as PostgresDatabase;
  const opened = [1, 2].map(() => openPostgresStore(database, { connections: 10 }));
  const stores = await Promise.all(opened);
  for (const { close } of stores) test.after(close);
  const budgets = stores.map(({ counters }) =>
    createAnswerBudgets({ counters, keyring, now }, ratePerMinute),
  );
  /** Takes an answer on the nodes in turn. */
  return (at: number, form: FormId, address: string): Promise<unknown> =>
    budgets[at % 2]?.(form, addressOf(address)) ?? Promise.reject();
}

const addressOf = (text: string) => parseEmailAddress(text) as EmailAddress;

const countTaken = async (takes: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(takes)).filter(({ status }) => status === 'fulfilled').length;

describe('budgets of automatic answers that nodes share', () => {
  it('nodes that deliver at once answer an address once for each form', async (test) => {
    const take = await openNodes(test, 5);
    for (let round = 0; round < 20; round += 1) {
      const [form, address] = [newFormId(), `visitor${round}@gmail.com`];
      const takes = Array.from({ length: 8 }, (_, at) => take(at, form, address));
      const taken = await countTaken(takes);
      assert.ok(taken <= 1, `${taken} answers`);
      const later = await countTaken([take(0, form, address)]);
      assert.equal(taken + later, 1, 'a node that gave way left the answer to others');
    }
  });

  it('made-up names at one domain get 20 answers an hour, and those of a mailbox provider more', async (test) => {
    const take = await openNodes(test, 5);
    const form = newFormId();
    const takeAt = (domain: (at: number) => string) =>
      countTaken(Array.from({ length: 30 }, (_, at) => take(at, form, `name${at}@${domain(at)}`)));
    assert.equal(await takeAt((at) => `mail${at}.victim.example`), 20);
    assert.equal(await takeAt(() => 'gmail.com'), 30);
  });

  it('a deployment sends 200 times CREATE_RATE_PER_MINUTE answers an hour, from all nodes together', async (test) => {
    const take = await openNodes(test, 1);
    const form = newFormId();
    let taken = 0;
    for (let at = 0; at < 220; at += 1) {
      taken += await countTaken([take(at, form, `visitor${at}@gmail.com`)]);
    }
    assert.equal(taken, 200);
  });
});
