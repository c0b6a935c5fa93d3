import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { EmailAddress } from '../../platform/text/email-address.ts';
import { InboxSessions } from './inbox-sessions.ts';
import { newKeyring } from '../../../test/support/keys.ts';

const keyring = newKeyring();

it('a request for a link resolves in a turn of the event loop before its look-up', async () => {
  const order: string[] = [];
  const look = Promise.withResolvers<void>();
  const sessions = new InboxSessions({
    ...({} as ConstructorParameters<typeof InboxSessions>[0]),
    store: {
      counters: {},
      routes: {
        listByOwner() {
          order.push('looked up');
          look.resolve();
          return Promise.resolve([]);
        },
      },
    } as never,
    keyring,
    limiter: { take: () => Promise.resolve() },
    settings: { CREATE_RATE_PER_MINUTE: 0 } as never,
    outbox: {
      runInBackground(task: () => Promise<void>) {
        void task();
        return true;
      },
    } as never,
  });
  const asker = { requestId: 'r', caller: 'c', language: 'en' } as const;
  await sessions.request('owner@example.com' as EmailAddress, asker);
  await Promise.resolve();
  order.push('answered');
  await look.promise;
  assert.deepEqual(order, ['answered', 'looked up']);
});
