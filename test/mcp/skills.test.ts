import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { it } from 'node:test';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { startService } from '../support/service.ts';
import { connectMcp, REVISIONS } from './mcp-client.ts';

const INDEX = '/.well-known/agent-skills/index.json';

it('the skill has the digest of its bytes in the index, and names this deployment', async (test) => {
  const { request, url } = await startService(test);
  const { json, headers } = await request(INDEX);
  assert.equal(json.$schema, 'https://schemas.agentskills.io/discovery/0.2.0/schema.json');
  assert.equal(headers.get('access-control-allow-origin'), '*');
  const [skill, ...others] = json.skills;
  assert.deepEqual([others.length, skill.type, skill.name], [0, 'skill-md', 'letterslot']);
  assert.ok(skill.description.length <= 1024);
  const answer = await request(new URL(skill.url, `http://x${INDEX}`).pathname);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/markdown/);
  assert.equal(skill.digest, `sha256:${hash('sha256', answer.text)}`);
  assert.ok(
    answer.text.startsWith(`---\nname: letterslot\ndescription: ${skill.description}\n---\n`),
  );
  assert.ok(answer.text.includes(`${url}/f/cfm_`));
});

for (const revision of REVISIONS)
  it(`an MCP client of ${revision} lists, gets and verifies the skill`, async (test) => {
    const service = await startService(test);
    const { client } = await connectMcp(test, service, { revision });
    const skills = new SkillsClient(client);
    assert.ok(skills.supported);
    const [entry, ...others] = (await skills.list()).skills;
    assert.ok(entry && others.length === 0);
    assert.equal(entry.uri, 'skill://letterslot/SKILL.md');
    const { text, verified } = await skills.read((await skills.get(entry.uri)).skill);
    assert.equal(verified, true);
    const { text: served } = await service.request('/.well-known/agent-skills/letterslot/SKILL.md');
    assert.equal(text, served);
    await assert.rejects(skills.get('skill://other/SKILL.md'), { code: -32_602 });
    assert.ok(client.getInstructions()?.includes(entry.uri));
  });
