import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startService } from '../support/service.ts';
import { connectMcp } from './mcp-client.ts';

it('the list of tools is short and has no references, which some clients cannot follow', async (test) => {
  const service = await startService(test);
  const { client } = await connectMcp(test, service);
  const { tools } = await client.listTools();
  const list = JSON.stringify(tools);
  assert.doesNotMatch(list, /"\$(ref|defs)"/);
  assert.ok(list.length < 60_000, `${list.length} characters`);
});

it('the output schema of a tool has the details of its own errors', async (test) => {
  const service = await startService(test);
  const { client } = await connectMcp(test, service);
  const { tools } = await client.listTools();
  const details = (tool: string) => {
    const schema = tools.find(({ name }) => name === tool)?.outputSchema;
    const [, errors] = (schema?.['oneOf'] ?? []) as { properties: object }[];
    return Object.keys(errors?.properties ?? {})
      .slice(4)
      .toSorted();
  };
  assert.deepEqual(details('delete_form'), ['retry_after_seconds']);
  assert.deepEqual(details('create_form'), ['errors', 'retry_after_seconds']);
  const ofTests = ['limit', 'next_action', 'reasons', 'resets_at', 'retry_after_seconds', 'used'];
  assert.deepEqual(details('test_form'), ofTests);
});
