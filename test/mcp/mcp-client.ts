import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { TOOLS } from '../../src/web/mcp/tools.ts';
import { checkAnswer } from '../support/contract-check.ts';
import type { TestService } from '../support/service.ts';

/** The two revisions a client may speak: with a handshake, and with all facts in each request. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

interface Options {
  revision?: (typeof REVISIONS)[number];
  headers?: Record<string, string>;
}

/** The first message of a client that begins with a handshake. */
export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  },
};

/** What a tool answered: the contract's JSON, and whether it is an error. */
export interface ToolAnswer {
  failed: boolean;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every shape
  body: any;
}

export interface McpClient {
  client: Client;
  /** Calls a tool; its text part must say the same as its structured content. */
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
}

/** The official client, connected; every answer is held against the contract of its operation. */
export async function connectMcp(
  test: TestContext,
  { url }: TestService,
  { revision = '2026-07-28', headers = {} }: Options = {},
): Promise<McpClient> {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  test.after(() => client.close());
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }),
  );
  assert.equal(client.getNegotiatedProtocolVersion(), revision);
  return {
    client,
    async call(name, args = {}) {
      const { content, structuredContent, isError } = await client.callTool({
        name,
        arguments: args,
      });
      const [part] = content;
      assert.ok(part?.type === 'text' && content.length === 1);
      assert.deepEqual(JSON.parse(part.text), structuredContent);
      const tool = TOOLS.find((one) => one.name === name);
      if (tool) checkAnswer(tool.operation, isError === true, structuredContent);
      return { failed: isError === true, body: structuredContent };
    },
  };
}

/** Posts a body unchanged, with the headers of an MCP client. */
export async function postMcp(
  { url }: TestService,
  body: string | object,
  { headers = {}, method = 'POST' }: { headers?: Record<string, string>; method?: string } = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(`${url}/mcp`, {
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
