import { LIMITS } from '../../contract/limits.ts';
import { isObject, isTooDeep, readJson } from '../../platform/text/json.ts';

/** A refused message: an HTTP status and a JSON-RPC error. */
export interface Refused {
  status: number;
  code: number;
  message: string;
}

/** JSON-RPC 2.0, "Error object"; the last is what Streamable HTTP uses for everything else. */
const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  refused: -32_000,
} as const;

export const refusal = (status: number, code: keyof typeof RPC, message: string): Refused => ({
  status,
  code: RPC[code],
  message,
});

const methodOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'method' in value ? value.method : undefined;

/** The SDK and an operation read all members, also those that no tool has. */
function hasManyArguments(message: unknown): boolean {
  const params = isObject(message) ? message['params'] : undefined;
  const given = isObject(params) ? params['arguments'] : undefined;
  return isObject(given) && Object.keys(given).length > LIMITS.mcpArguments;
}

/** Why a message or a batch is refused. */
function faultOfMessage(value: unknown): Refused | undefined {
  if (isTooDeep(value, LIMITS.mcpJsonDepth)) {
    return refusal(400, 'invalidRequest', 'The message is nested too deeply.');
  }
  if ([value].flat().some(hasManyArguments)) {
    const message = `A call has at most ${LIMITS.mcpArguments} arguments.`;
    return refusal(400, 'invalidRequest', message);
  }
  // The tools never change, so no client needs a stream that stays open.
  if (methodOf(value) === 'subscriptions/listen') {
    const message = 'Method not found: this server has no subscriptions.';
    return refusal(404, 'methodNotFound', message);
  }
  if (!Array.isArray(value)) return undefined;
  if (value.length > LIMITS.mcpBatchMessages) {
    const message = `A batch has at most ${LIMITS.mcpBatchMessages} messages.`;
    return refusal(400, 'invalidRequest', message);
  }
  // A list of tools is 500 times as long as the request for it.
  const lists = value.filter((message) => methodOf(message) === 'tools/list');
  if (lists.length <= 1) return undefined;
  return refusal(400, 'invalidRequest', 'A batch asks for tools/list once.');
}

/** The JSON-RPC message in a body; `undefined` stands for a body over the limit. */
export function readMessage(
  body: Uint8Array | undefined,
): { value: unknown } | { refused: Refused } {
  if (!body) {
    const message = `The body is larger than ${LIMITS.mcpBodyBytes} bytes.`;
    return { refused: refusal(413, 'refused', message) };
  }
  try {
    const { value } = readJson(body);
    const refused = faultOfMessage(value);
    return refused ? { refused } : { value };
  } catch {
    const message = 'Parse error: the body is not valid JSON.';
    return { refused: refusal(400, 'parseError', message) };
  }
}
