import { request } from 'undici';
import { createPublicOnlyAgent, type AgentOptions } from './public-only-agent.ts';

/** Posts a body and returns the status of the answer; rejects when there is none. */
export type PostWebhook = (
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
) => Promise<number>;

export interface WebhookClient {
  post: PostWebhook;
  close(): Promise<void>;
}

/** What is read of a receiver's answer before its connection is dropped. */
const BODY_BYTES = 65_536;
const BODY_MILLISECONDS = 1_000;

/** HTTP to public receivers: no redirects, no decompression, the answer's body read and dropped. */
export function createWebhookClient(options: AgentOptions): WebhookClient {
  const dispatcher = createPublicOnlyAgent(options);
  return {
    async post(url, headers, body, signal) {
      const response = await request(url, { dispatcher, method: 'POST', headers, body, signal });
      // The status decides; what follows is dropped without making anyone wait.
      void response.body
        .dump({ limit: BODY_BYTES, signal: AbortSignal.timeout(BODY_MILLISECONDS) })
        .catch(() => undefined);
      return response.statusCode;
    },
    close: () => dispatcher.destroy(),
  };
}
