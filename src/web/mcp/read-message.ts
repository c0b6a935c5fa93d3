import { LIMITS } from '../../contract/limits.ts';
import { readJson } from '../../platform/text/json.ts';

/** A refused message: an HTTP status and a JSON-RPC error. */
export interface Refused {
  status: number;
  code: number;
  message: string;
}

export type Read = { value: unknown } | { refused: Refused };

/** JSON-RPC 2.0, "Error object"; the last is what Streamable HTTP uses for everything else. */
export const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  refused: -32_000,
} as const;

const refuse = (status: number, code: number, message: string): Read => ({
  refused: { status, code, message },
});

/** Whether objects and arrays nest deeper than `limit`; walks without recursion. */
function isDeeperThan(limit: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
  }
  return false;
}

const methodOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'method' in value ? value.method : undefined;

/** Why a batch is refused. A list of tools is 500 times as long as the request for it. */
function faultOfBatch(batch: readonly unknown[]): string | undefined {
  if (batch.length > LIMITS.mcpBatchMessages) {
    return `A batch has at most ${LIMITS.mcpBatchMessages} messages.`;
  }
  const lists = batch.filter((message) => methodOf(message) === 'tools/list');
  return lists.length > 1 ? 'A batch asks for tools/list once.' : undefined;
}

/** The JSON-RPC message in a body; `undefined` stands for a body over the limit. */
export function readMessage(body: Uint8Array | undefined): Read {
  if (!body) {
    return refuse(413, RPC.refused, `The body is larger than ${LIMITS.mcpBodyBytes} bytes.`);
  }
  let value: unknown;
  try {
    ({ value } = readJson(body));
  } catch {
    return refuse(400, RPC.parseError, 'Parse error: the body is not valid JSON.');
  }
  if (isDeeperThan(LIMITS.mcpJsonDepth, value)) {
    return refuse(400, RPC.invalidRequest, 'The message is nested too deeply.');
  }
  const fault = Array.isArray(value) ? faultOfBatch(value) : undefined;
  if (fault !== undefined) return refuse(400, RPC.invalidRequest, fault);
  // The tools never change, so no client needs a stream that stays open.
  if (methodOf(value) === 'subscriptions/listen') {
    return refuse(404, RPC.methodNotFound, 'Method not found: this server has no subscriptions.');
  }
  return { value };
}
