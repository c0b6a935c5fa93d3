import { after, type TestContext } from 'node:test';
import { databaseUrl, type PostgresDatabase } from '../../src/platform/settings/database-url.ts';
import { openPostgresStore } from '../../src/platform/stores/postgres-store.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import type { ChatServices } from '../support/chat-services.ts';
import { PROVIDERS } from '../support/bounce-providers.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';
import { newNodeKeys } from '../support/keys.ts';
import { startService, type TestService } from '../support/service.ts';

interface TwoNodes {
  one: TestService;
  other: TestService;
  /** Milliseconds; only the test moves it. */
  clock: { now: number };
}

/**
 * A PostgreSQL with a password for a file's tests. Each start gives two nodes on a new database,
 * each with a mail server.
 */
export async function prepareTwoNodes(): Promise<
  (test: TestContext, chats?: ChatServices) => Promise<TwoNodes>
> {
  const server = await startPostgres({ after: (end) => after(end) });
  return async (test, chats) => {
    const clock = { now: Date.now() };
    const env = {
      DATABASE_URL: await server.newDatabase(),
      PUBLIC_URL: 'https://forms.example',
      MONTHLY_LIMIT: '0',
      AUTO_REPLIES: 'on',
      ...newNodeKeys(),
      ...PROVIDERS,
      ...chats?.env,
    };
    const overrides = { now: () => clock.now, ...(chats && { receivers: chats.receivers }) };
    const one = await startService(test, env, overrides);
    return { one, other: await startService(test, env, overrides), clock };
  };
}

/** The stores of two nodes on a new database of a server. */
export async function openTwoStores(
  test: TestContext,
  server: Pick<PostgresServer, 'newDatabase'>,
): Promise<readonly Store[]> {
  const database = databaseUrl(await server.newDatabase()) as PostgresDatabase;
  const opened = [1, 2].map(() => openPostgresStore(database, { connections: 10 }));
  const stores = await Promise.all(opened);
  for (const { close } of stores) test.after(close);
  return stores;
}

/** How many of these were granted. */
export const countTaken = async (takes: readonly Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(takes)).filter(({ status }) => status === 'fulfilled').length;

/** What became of a submission that one node got, by place. */
export const deliveryAt = async (
  node: TestService,
  formId: string,
): Promise<Record<string, string>> =>
  (await node.submit(formId, { message: 'Hello' })).json.delivery;
