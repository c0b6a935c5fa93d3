import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Challenge } from '../../src/contract/schemas.ts';
import { NOT_DURABLE, startPostgres } from '../support/postgres-server.ts';
import { solutionOf } from '../support/solve-challenge.ts';
import { midWindow } from '../support/time-windows.ts';
import { activeForm, createForm, startNodes, submit } from './start-nodes.ts';

const LOGGED = ['log_statement=all', 'log_line_prefix=db=%d '];
const server = await startPostgres({ after: (run) => after(run) }, [...NOT_DURABLE, ...LOGGED]);

const TIMES = 10;

/** What docs/scaling.md says of each request: its row of the table, and the number in it. */
function readFigures(): Map<string, number> {
  const text = readFileSync(join(import.meta.dirname, '../../docs/scaling.md'), 'utf8');
  const [, table = ''] = text.split('| request | statements |\n| --- | --- |\n');
  const rows = table.split('\n\n', 1)[0]?.split('\n') ?? [];
  return new Map(
    rows.map((row) => {
      const [, request = '', count] = /^\| (.+) \| (\d+)(?:: .+)? \|$/.exec(row) ?? [];
      assert.ok(request && count, row);
      return [request, Number(count)];
    }),
  );
}

/** A node whose statements are counted, with a form. */
async function start(test: TestContext, rates: Record<string, string>) {
  let name = '';
  const newDatabase = async () => {
    const url = await server.newDatabase();
    name = new URL(url).pathname.slice(1);
    return url;
  };
  const nodes = await startNodes(test, { newDatabase }, { ...midWindow(), ...rates });
  const [node] = nodes.nodes;
  assert.ok(node);
  const form = await activeForm({ ...nodes, any: () => node });
  const { form_id: formId } = form;
  // Each node sweeps once, a second after its start.
  await wait(2_500);

  /** Statements that the server has logged for this database; those of no request are left out. */
  const countStatements = async (): Promise<number> => {
    await wait(200);
    const [, ...statements] = server.log().split(`db=${name} LOG:  execute`);
    return statements.filter((text) => !text.includes('INSERT INTO form_counts')).length;
  };
  const perRequest = async (request: (count: number) => Promise<Response>, status: number) => {
    await request(-1);
    const before = await countStatements();
    for (let count = 0; count < TIMES; count += 1) {
      assert.equal((await request(count)).status, status);
    }
    return ((await countStatements()) - before) / TIMES;
  };
  const setPolicy = (challenge: string) =>
    fetch(`${node.url}/v1/routes/${formId}/settings`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${form.management_token}`,
      },
      body: JSON.stringify({ challenge }),
    });
  return { url: node.url, formId, sink: nodes.sink, perRequest, setPolicy };
}

const post = (url: string, formId: string, fields: Record<string, string>) =>
  fetch(`${url}/f/${formId}`, {
    method: 'POST',
    body: new URLSearchParams({ message: 'Hello', ...fields }),
    redirect: 'manual',
  });

const figures = readFigures();
const counted: Record<string, number> = {};

it('requests take as few statements as docs/scaling.md says', async (test) => {
  const rates = { SUBMIT_RATE_PER_MINUTE: '1000/1000', CREATE_RATE_PER_MINUTE: '1000' };
  const { url, formId, sink, perRequest, setPolicy } = await start(test, rates);
  const create = (count: number) =>
    createForm(url, { 'idempotency-key': `key ${count}` }, `owner-${count}@example.com`);
  const withKey = (key: string) => submit(url, formId, 'Hello', { 'idempotency-key': key });
  const count = async (
    row: string,
    status: number,
    request: (count: number) => Promise<Response>,
  ) => void (counted[row] = await perRequest(request, status));

  await count('submission, delivered', 200, () => submit(url, formId));
  const other = (await (await createForm(url)).json()) as { form_id: string };
  const unapproved = 'submission to a form that its owner has not approved, delivered';
  await count(unapproved, 200, () => submit(url, other.form_id));
  const keyed = 'submission with an `Idempotency-Key`, delivered';
  await count(keyed, 200, (number) => withKey(`key ${number}`));
  await count('its retry', 200, () => withKey('key 1'));
  const nothing = 'trapped or malformed submission, unknown form';
  for (const [status, request] of [
    [404, () => submit(url, 'cfm_22222222222222ZZ')],
    [200, () => post(url, formId, { _gotcha: 'on' })],
    [400, () => post(url, formId, { _redirect: 'http://example.com/' })],
  ] as const) {
    await count(nothing, status, request);
    assert.equal(counted[nothing], figures.get(nothing), `${nothing}: ${status}`);
  }
  const redirected = { _gotcha: 'on', _redirect: 'https://example.com/' };
  await count('submission in a trap, with a redirect', 303, () => post(url, formId, redirected));
  const filled = 'submission in a trap that a browser seems to have filled';
  await count(filled, 200, () => post(url, formId, { _gotcha: 'Ada Lovelace' }));
  await count('dry run', 200, () => post(url, formId, { _dry_run: 'yes' }));
  await count('poll', 200, () => fetch(`${url}/v1/routes/${formId}`));
  await count('creation with an `Idempotency-Key`', 202, create);
  const solutions: string[] = [];
  for (let number = 0; number <= TIMES; number += 1) {
    const challenge = await fetch(`${url}/v1/routes/${formId}/challenge`);
    solutions.push(solutionOf((await challenge.json()) as Challenge));
  }
  await setPolicy('always');
  const solved = 'submission with the solution that its form asks for, delivered';
  await count(solved, 200, (number) => post(url, formId, { altcha: solutions.at(number) ?? '' }));
  await count('submission without it', 428, () => submit(url, formId));
  await setPolicy('off');
  sink.refuseWith({ code: 451, text: 'not now' });
  await count('submission, refused by the mail server', 503, () => submit(url, formId));
});

it("a request beyond its client's rate takes one statement", async (test) => {
  const { url, formId, perRequest } = await start(test, { SUBMIT_RATE_PER_MINUTE: '1/1000' });
  for (let refused = 0; refused < 3; refused += 1) await submit(url, formId);
  const row = "submission over a client's or form's rate limit, from the second refusal on a node";
  counted[row] = await perRequest(() => submit(url, formId), 429);
});

it('statements are what each row of the table says, and every row was counted', () => {
  assert.deepEqual(counted, Object.fromEntries(figures));
});
