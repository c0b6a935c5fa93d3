import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { EmailAddress } from './email-address.ts';
import { mailboxOf } from './mail-providers.ts';

/** The two names of an inbox in the store; neither reveals the address. */
export interface InboxIdentity {
  /** The exact address: ownership, verification and account lookup. */
  owner: KeyedHash;
  /** The quota identity: allowance, budgets and rate limits only. */
  quota: KeyedHash;
}

/** Contract, create rule 7: `+tags`, dots and provider alias domains count as the same inbox. */
export function quotaAddress(address: EmailAddress): string {
  const { name, domain } = mailboxOf(address);
  return `${name.replaceAll('.', '')}@${domain}`;
}

export function identifyInbox(keyring: Keyring, address: EmailAddress): InboxIdentity {
  return {
    owner: keyedHash(keyring, 'exact-address', address.toLowerCase()),
    quota: keyedHash(keyring, 'inbox-identity', quotaAddress(address)),
  };
}
