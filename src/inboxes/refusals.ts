import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../secrets/keyed-hash.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { splitAddress, type EmailAddress } from './email-address.ts';
import type { RefusalStore } from './refusal-store.ts';

const DAY_SECONDS = 86_400;

const REFUSED =
  'The owner of this inbox asked for no more verification emails for now. ' +
  'Ask them in person, or try again later.';

/** Addresses whose owner said "I did not ask for this": nobody can have them mailed for a while. */
export interface Refusals {
  /** Throws `rate_limited` while the address refuses verification mails. */
  check(address: EmailAddress): Promise<void>;
  /** Refuses verification mails from now on. */
  add(subject: KeyedHash): Promise<void>;
}

/** What a refusal is kept under: the address without its `+tag`, which its owner did not choose. */
export function refusalSubject(keyring: Keyring, address: EmailAddress): KeyedHash {
  const { localPart, domain } = splitAddress(address);
  const untagged = localPart.split('+', 1)[0] || localPart;
  return keyedHash(keyring, 'refusal', `${untagged}@${domain}`.toLowerCase());
}

export function createRefusals(store: RefusalStore, keyring: Keyring, now: () => number): Refusals {
  const second = () => Math.floor(now() / 1000);
  return {
    async check(address) {
      const endsAt = await store.endOf(refusalSubject(keyring, address));
      const left = (endsAt ?? 0) - second();
      if (left <= 0) return;
      throw new ServiceError('rate_limited', { retry_after_seconds: left }, { message: REFUSED });
    },
    add: (subject) => store.add(subject, second() + LIMITS.refusalDays * DAY_SECONDS),
  };
}
