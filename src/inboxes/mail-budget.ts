import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../secrets/keyed-hash.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { CounterStore } from './counter-store.ts';

/** Mails that strangers can trigger are counted per inbox, durably, so that nobody is flooded. */
export interface MailBudget {
  /** Takes one mail, or throws `rate_limited`. What it returns gives the mail back. */
  take(inbox: KeyedHash): Promise<() => Promise<void>>;
}

interface Parts {
  counters: CounterStore;
  keyring: Keyring;
  /** Milliseconds since the epoch. */
  now: () => number;
}

const WINDOWS = [
  { name: 'hour', seconds: 3_600, limit: LIMITS.verificationMailsPerHour },
  { name: 'day', seconds: 86_400, limit: LIMITS.verificationMailsPerDay },
] as const;

/** `mails`: notices have a budget of their own, so that they never cost a verification mail. */
export function createMailBudget(
  mails: 'verification' | 'notice',
  { counters, keyring, now }: Parts,
): MailBudget {
  const names = mails === 'notice' ? ['notice'] : [];
  return {
    async take(inbox) {
      const second = Math.floor(now() / 1000);
      const taken: { subject: KeyedHash; endsAt: number }[] = [];
      const refund = async () => {
        for (const { subject, endsAt } of taken) await counters.giveBack(subject, endsAt);
      };
      for (const { name, seconds, limit } of WINDOWS) {
        const endsAt = (Math.floor(second / seconds) + 1) * seconds;
        const subject = keyedHash(keyring, 'verification-budget', ...names, name, inbox);
        if ((await counters.take(subject, endsAt, limit)) === undefined) {
          await refund();
          throw new ServiceError('rate_limited', { retry_after_seconds: endsAt - second });
        }
        taken.push({ subject, endsAt });
      }
      return refund;
    },
  };
}
