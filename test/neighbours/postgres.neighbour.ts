import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, describe, it, type TestContext } from 'node:test';
import { submit, type Outcome } from '../stopping/visitors.ts';
import { newNodeKeys } from '../support/keys.ts';
import { runService } from '../support/service-process.ts';
import { isDelivery } from '../support/smtp-sink.ts';
import {
  startDebianPostgres,
  startPgbouncer,
  UNLESS_POSTGRES,
  type PoolMode,
} from './debian-postgres.ts';
import { unlessInstalled } from './programs.ts';
import { breakUnderLoad, startTwoNodes, type TwoNodes } from './two-nodes.ts';

const skip = UNLESS_POSTGRES || unlessInstalled('pgbouncer');
const MODES: readonly PoolMode[] = ['transaction', 'session'];

/** Sends so many submissions at once, to both nodes in turn. */
function submitAtOnce({ ports, form }: TwoNodes, count: number): Promise<Outcome[]> {
  const manner = { agent: new Agent(), json: true, pause: 0 };
  const urls = ports.map((port) => `http://127.0.0.1:${port}${form}`);
  return Promise.all(
    Array.from({ length: count }, (_, at) => submit(String(urls[at % 2]), String(at), manner)),
  );
}

const delivered = (outcomes: readonly Outcome[]) =>
  outcomes.filter(({ status }) => status === 200).length;

describe("two nodes on Debian's PostgreSQL", { skip, concurrency: 3 }, async () => {
  const server = await startDebianPostgres({ after });

  it("two nodes on Debian's PostgreSQL deliver", async (test) => {
    const nodes = await startTwoNodes(test, server);
    assert.equal(delivered(await submitAtOnce(nodes, 20)), 20);
    assert.equal(nodes.sink.mails.filter(isDelivery).length, 20);
  });

  for (const mode of MODES) {
    it(`two nodes behind PgBouncer in ${mode} mode share one month, exactly`, async (test: TestContext) => {
      const pooler = await startPgbouncer(test, server, mode);
      const nodes = await startTwoNodes(test, pooler, () =>
        Promise.resolve({ MONTHLY_LIMIT: '30' }),
      );
      assert.equal(delivered(await submitAtOnce(nodes, 60)), 30);
      assert.equal(nodes.sink.mails.filter(isDelivery).length, 30);
    });

    it(`two nodes behind PgBouncer in ${mode} mode lose nothing when it crashes under load`, async (test) => {
      const pooler = await startPgbouncer(test, server, mode);
      await breakUnderLoad(await startTwoNodes(test, pooler), pooler);
    });
  }

  it('two nodes behind PgBouncer in transaction mode need prepare=false, and say so', async (test) => {
    const pooler = await startPgbouncer(test, server, 'transaction');
    const url = (await pooler.newDatabase()).replace('&prepare=false', '');
    const settings = { DATABASE_URL: url, ...newNodeKeys() };
    await runService(test, settings).url();
    const second = runService(test, settings);
    assert.equal(await second.exited, 78);
    assert.match(second.output(), /write prepare=false \(42P05\)\.\n$/);
  });
});

describe("two nodes behind PgBouncer on Debian's PostgreSQL", { skip }, () => {
  it('two nodes behind PgBouncer lose nothing when PostgreSQL crashes under load', async (test) => {
    const server = await startDebianPostgres(test);
    const pooler = await startPgbouncer(test, server, 'transaction');
    await breakUnderLoad(await startTwoNodes(test, pooler), {
      kill: () => server.stop('SIGKILL'),
      start: () => server.start(),
    });
  });
});
