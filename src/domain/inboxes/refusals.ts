import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { splitAddress, type EmailAddress } from './email-address.ts';
import { mailboxOf } from './mail-providers.ts';
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
  /** Whether such mails are refused now. */
  isRefused(subject: KeyedHash): Promise<boolean>;
  /** Lets such mails through again. */
  lift(subject: KeyedHash): Promise<void>;
  /** The form was confirmed: links that refuse it have no effect any more, even once it is deleted. */
  end(formId: string): Promise<void>;
  hasEnded(formId: string): Promise<boolean>;
}

/** What a refusal is kept under: the mailbox, whose owner did not choose how others spell it. */
export function refusalSubject(keyring: Keyring, address: EmailAddress): KeyedHash {
  const { name, domain } = mailboxOf(address);
  return keyedHash(keyring, 'refusal', `${name}@${domain}`);
}

/** What links in mails of version 1.0 hold: the address without its `+tag`. */
function formerSubject(keyring: Keyring, address: EmailAddress): KeyedHash {
  const { localPart, domain } = splitAddress(address);
  const untagged = localPart.split('+', 1)[0] || localPart;
  return keyedHash(keyring, 'refusal', `${untagged}@${domain}`.toLowerCase());
}

export function createRefusals(store: RefusalStore, keyring: Keyring, now: () => number): Refusals {
  const second = () => Math.floor(now() / 1000);
  const endsAt = () => second() + LIMITS.refusalDays * DAY_SECONDS;
  const isInForce = async (subject: KeyedHash) => ((await store.endOf(subject)) ?? 0) > second();
  const endingOf = (formId: string) => keyedHash(keyring, 'refusal', 'confirmed-form', formId);
  return {
    async check(address) {
      const subjects = [refusalSubject(keyring, address), formerSubject(keyring, address)] as const;
      const left = ((await store.endOf(...subjects)) ?? 0) - second();
      if (left <= 0) return;
      throw new ServiceError('rate_limited', { retry_after_seconds: left }, { message: REFUSED });
    },
    add: (subject) => store.add(subject, endsAt()),
    isRefused: isInForce,
    lift: (subject) => store.remove(subject),
    end: (formId) => store.add(endingOf(formId), endsAt()),
    hasEnded: (formId) => isInForce(endingOf(formId)),
  };
}
