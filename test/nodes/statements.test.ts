import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { NOT_DURABLE, startPostgres } from '../support/postgres-server.ts';
import { insideOneBucket } from '../support/time-windows.ts';
import { activeForm, createForm, startNodes, submit } from './start-nodes.ts';

const LOGGED = ['log_statement=all', 'log_line_prefix=db=%d '];
const server = await startPostgres({ after: (run) => after(run) }, [...NOT_DURABLE, ...LOGGED]);

const TIMES = 10;

describe('the statements of one request', () => {
  it('are as few as docs/scaling.md says', async (test) => {
    let name = '';
    const newDatabase = async () => {
      const url = await server.newDatabase();
      name = new URL(url).pathname.slice(1);
      return url;
    };
    const rates = { SUBMIT_RATE_PER_MINUTE: '1000/1000', CREATE_RATE_PER_MINUTE: '1000' };
    const nodes = await startNodes(test, { newDatabase }, rates);
    const [node] = nodes.nodes;
    assert.ok(node);
    const { url } = node;
    const { form_id: formId } = await activeForm({ ...nodes, any: () => node });

    await insideOneBucket();
    // Each node sweeps once, a second after its start.
    await wait(2_500);

    /** Statements that the server has logged for this database. */
    const countStatements = async (): Promise<number> => {
      await wait(200);
      return server.log().split(`db=${name} LOG:  execute`).length - 1;
    };

    const perRequest = async (request: (count: number) => Promise<Response>, status: number) => {
      await request(-1);
      const before = await countStatements();
      for (let count = 0; count < TIMES; count += 1) {
        assert.equal((await request(count)).status, status);
      }
      return ((await countStatements()) - before) / TIMES;
    };

    const create = (count: number) =>
      createForm(url, { 'idempotency-key': `key ${count}` }, `owner-${count}@example.com`);
    assert.equal(await perRequest(() => submit(url, formId), 200), 3);
    const unapproved = (await (await createForm(url)).json()) as { form_id: string };
    assert.equal(await perRequest(() => submit(url, unapproved.form_id), 200), 4);
    const withKey = (key: string) => submit(url, formId, 'Hello', { 'idempotency-key': key });
    assert.equal(await perRequest((count) => withKey(`key ${count}`), 200), 5);
    assert.equal(await perRequest(() => withKey('key 1'), 200), 4);
    assert.equal(await perRequest(() => submit(url, 'cfm_22222222222222ZZ'), 404), 1);
    assert.equal(await perRequest(() => fetch(`${url}/v1/routes/${formId}`), 200), 1);
    assert.equal(await perRequest(create, 202), 10);
    nodes.sink.refuseWith({ code: 451, text: 'not now' });
    assert.equal(await perRequest(() => submit(url, formId), 503), 4);
  });
});
