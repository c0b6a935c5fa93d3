import type { ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import type { Overrides } from '../../src/app/service.ts';
import { startWebhookReceiver, TEST_CA, type WebhookReceiver } from './webhook-receiver.ts';

/** An address whose domain has a certificate in the tests. */
export const LISTED = 'Owner@hooks.example.com';

export interface KeyDirectory {
  /** Lets a service reach the directory at its own port, and at no other host. */
  overrides(): Overrides;
  /** The requests. */
  paths(): string[];
  start(test: TestContext): Promise<WebhookReceiver>;
}

/** A Web Key Directory of `hooks.example.com`, which has no host for the advanced method. */
export function createKeyDirectory(
  answer: (response: ServerResponse) => Promise<void> | void,
): KeyDirectory {
  let receiver: WebhookReceiver | undefined;
  const resolve = async (host: string) => {
    if (host !== 'hooks.example.com') {
      throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' });
    }
    return [{ address: '127.0.0.1', family: 4 }];
  };
  return {
    async start(test) {
      receiver = await startWebhookReceiver();
      const { close } = receiver;
      test.after(() => close());
      receiver.answerWith((response) => void answer(response));
      return receiver;
    },
    overrides: () => ({
      receivers: { allowPrivate: true, resolve, ca: TEST_CA, port: receiver?.port ?? 0 },
    }),
    paths: () => receiver?.calls.map(({ path }) => path) ?? [],
  };
}
