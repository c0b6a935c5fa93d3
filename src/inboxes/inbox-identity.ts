import { keyedHash, type KeyedHash } from '../secrets/keyed-hash.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { splitAddress, type EmailAddress } from './email-address.ts';

/** The two names of an inbox in the store; neither reveals the address. */
export interface InboxIdentity {
  /** The exact address: ownership, verification and account lookup. */
  owner: KeyedHash;
  /** The quota identity: allowance, budgets and rate limits only. */
  quota: KeyedHash;
}

/** Domains of one provider that deliver to the same mailbox. */
const SAME_PROVIDER: ReadonlyMap<string, string> = new Map([
  ['googlemail.com', 'gmail.com'],
  ['protonmail.com', 'proton.me'],
  ['protonmail.ch', 'proton.me'],
  ['pm.me', 'proton.me'],
  ['me.com', 'icloud.com'],
  ['mac.com', 'icloud.com'],
  ['ya.ru', 'yandex.ru'],
  ['yandex.com', 'yandex.ru'],
]);

/** Contract, create rule 7: `+tags`, dots and provider alias domains count as the same inbox. */
export function quotaAddress(address: EmailAddress): string {
  const { localPart, domain } = splitAddress(address);
  const untagged = localPart.split('+', 1)[0] || localPart;
  const mailbox = untagged.replaceAll('.', '').toLowerCase();
  return `${mailbox}@${SAME_PROVIDER.get(domain) ?? domain}`;
}

export function identifyInbox(keyring: Keyring, address: EmailAddress): InboxIdentity {
  return {
    owner: keyedHash(keyring, 'exact-address', address.toLowerCase()),
    quota: keyedHash(keyring, 'inbox-identity', quotaAddress(address)),
  };
}
