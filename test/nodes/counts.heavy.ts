import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { FormCounts } from '../../src/contract/schemas.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { until } from '../support/until.ts';
import { activeForm, startNodes, submit, type Nodes } from './start-nodes.ts';

/** A form whose counts can be read from any process. */
async function countedForm(nodes: Nodes) {
  const { form_id: formId, management_token: token } = await activeForm(nodes);
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  const read = async (url = nodes.any().url) => {
    const answer = await fetch(`${url}/v1/routes/${formId}/counts`, { headers });
    const { days } = (await answer.json()) as FormCounts;
    const sum = { delivered: 0, trapped: 0 };
    for (const { delivered, refused } of days) {
      sum.delivered += delivered;
      sum.trapped += refused['trap'] ?? 0;
    }
    return sum;
  };
  return { formId, read };
}

const trap = (url: string, formId: string) =>
  fetch(`${url}/f/${formId}`, {
    method: 'POST',
    headers: { connection: 'close' },
    body: new URLSearchParams({ message: 'Hello', _gotcha: 'on' }),
  });

describe('counts of submissions by several nodes', () => {
  const server = startPostgres({ after: (run) => after(run) });
  it('three nodes add up the counts of a form exactly, and each shows them all', async (test) => {
    const nodes = await startNodes(test, await server, { MONTHLY_LIMIT: '0' });
    const { formId, read } = await countedForm(nodes);
    const lanes = Array.from({ length: 30 }, async () => {
      for (let count = 0; count < 5; count += 1) {
        assert.equal((await submit(nodes.any().url, formId)).status, 200);
        await trap(nodes.any().url, formId);
      }
    });
    await Promise.all(lanes);
    for (let reads = 0; reads < 3; reads += 1) {
      await until('every count', async () => (await read()).delivered === 150);
      assert.deepEqual(await read(), { delivered: 150, trapped: 150 });
    }
  });

  it('a node that is killed loses no more counts than those of its last seconds', async (test) => {
    const all = await startNodes(test, await server, { MONTHLY_LIMIT: '0' });
    const [killed, other] = all.nodes;
    assert.ok(killed && other);
    const { formId, read } = await countedForm(all);
    const deliver = async (count: number) => {
      for (let sent = 0; sent < count; sent += 1) {
        assert.equal((await submit(killed.url, formId)).status, 200);
      }
    };
    await deliver(20);
    await until('the counts', async () => (await read(other.url)).delivered === 20);
    await deliver(5);
    killed.child.kill('SIGKILL');
    await killed.exited;
    const { delivered } = await read(other.url);
    assert.ok(delivered >= 20 && delivered <= 25, `${delivered} are counted`);
  });

  it('a node that is stopped loses no counts', async (test) => {
    const all = await startNodes(test, await server, { MONTHLY_LIMIT: '0', DRAIN_SECONDS: '0' });
    const [stopped, other] = all.nodes;
    assert.ok(stopped && other);
    const { formId, read } = await countedForm(all);
    for (let sent = 0; sent < 5; sent += 1) await submit(stopped.url, formId);
    stopped.child.kill('SIGTERM');
    assert.equal(await stopped.exited, 0);
    assert.equal((await read(other.url)).delivered, 5);
  });
});
