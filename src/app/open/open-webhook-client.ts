import type { AgentOptions } from '../../delivery/webhook/public-only-agent.ts';
import type { WebhookClient } from '../../delivery/webhook/client.ts';

/** Loads the HTTP client at the first call: most deployments have no webhook. */
export function openWebhookClient(options: AgentOptions): WebhookClient {
  let opened: Promise<WebhookClient> | undefined;
  const open = async () => {
    const { createWebhookClient } = await import('../../delivery/webhook/client.ts');
    return createWebhookClient(options);
  };
  return {
    post: async (...call) => (await (opened ??= open())).post(...call),
    close: async () => (await opened)?.close(),
  };
}
