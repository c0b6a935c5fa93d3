import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { startWebServer } from '../../support/web-server.ts';

const HANDED_ON = ['authorization', 'content-type', 'if-match', 'idempotency-key', 'accept'];

/**
 * A proxy in front of a service that calls `meddle` before it hands on the first request with this
 * method; what that resolves with is answered instead.
 */
export async function startMeddler(
  test: TestContext,
  target: string,
  meddled: string,
  meddle: () => Promise<Response | void>,
): Promise<string> {
  let isFirst = true;
  const handle = async (incoming: IncomingMessage) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const body = await text(incoming);
    if (method === meddled && isFirst) {
      isFirst = false;
      const answer = await meddle();
      if (answer) return answer;
    }
    const kept = HANDED_ON.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const request = { method, headers: Object.fromEntries(kept), ...(body && { body }) };
    return fetch(target + url, request);
  };
  const { url: here } = await startWebServer(test, (incoming, answer) => {
    void handle(incoming).then(async (response) => {
      const etag = response.headers.get('etag');
      const type = { 'content-type': 'application/json' };
      answer.writeHead(response.status, { ...type, ...(etag !== null && { etag }) });
      answer.end(await response.text());
    });
  });
  return here;
}
