import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { databaseUrl, type PostgresDatabase } from '../../src/database-url.ts';
import { createMailBudget, type MailBudget } from '../../src/inboxes/mail-budget.ts';
import { openPostgresStore } from '../../src/stores/postgres-store.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { hashOf, keyring } from '../stores/route-rows.ts';

const server = await startPostgres({ after });

const NOON = Date.UTC(2025, 5, 1, 12);

describe('the budget of mails, at the edge between two of its buckets', () => {
  it('is not exceeded by nodes whose clocks differ by a second', async (test) => {
    const database = databaseUrl(await server.newDatabase()) as PostgresDatabase;
    const budgets: MailBudget[] = [];
    for (const at of [NOON - 500, NOON + 500]) {
      const { counters, close } = await openPostgresStore(database, { connections: 10 });
      test.after(close);
      budgets.push(createMailBudget('notice', { counters, keyring, now: () => at }));
    }
    const inboxes = Array.from({ length: 60 }, (_, count) => hashOf(`inbox ${count}`));
    for (const inbox of inboxes) {
      const takes = Array.from({ length: 4 }, () => budgets.map((budget) => budget.take(inbox)));
      const results = await Promise.allSettled(takes.flat());
      const taken = results.filter(({ status }) => status === 'fulfilled').length;
      assert.ok(taken <= 3, `${taken} mails in an hour`);
    }
  });
});
