import { openStore } from '../../src/platform/stores/open-store.ts';
import { parseEmailAddress } from '../../src/platform/text/email-address.ts';
import { identifyInbox } from '../../src/inboxes/inbox-identity.ts';
import { sealRoute } from '../../src/forms/route.ts';
import { readSettings } from '../../src/platform/settings/settings.ts';
import { newRoute } from '../stores/route-rows.ts';
import type { Env } from './deployment.ts';

/** Puts active forms into a database, sealed with its keys. */
export async function fillDatabase(env: Env, count: number): Promise<void> {
  const { store, keyring } = await openStore(readSettings(env, () => ''));
  try {
    const address = parseEmailAddress('jo@example.com');
    if (!address) throw new Error('the address is wrong');
    const inbox = identifyInbox(keyring, address);
    const rows = Array.from({ length: count }, () =>
      sealRoute(keyring, newRoute(address, { status: 'active', inbox })),
    );
    await Promise.all(rows.map((row) => store.routes.insert(row)));
  } finally {
    await store.close();
  }
}
