import type { AgentOptions } from '../channels/public-only-agent.ts';
import type { WebhookClient } from '../channels/webhook-client.ts';

/** Loads the HTTP client at the first call: most deployments have no webhook. */
export function openWebhookClient(options: AgentOptions): WebhookClient {
  let opened: Promise<WebhookClient> | undefined;
  const open = async () => {
    const { createWebhookClient } = await import('../channels/webhook-client.ts');
    return createWebhookClient(options);
  };
  return {
    post: async (...call) => (await (opened ??= open())).post(...call),
    close: async () => (await opened)?.close(),
  };
}
