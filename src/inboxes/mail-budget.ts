import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../secrets/keyed-hash.ts';
import type { Keyring } from '../secrets/keyring.ts';
import {
  BUCKET_SECONDS,
  SPANS,
  type Bucket,
  type BudgetSize,
  type CounterStore,
} from './counter-store.ts';

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

const INBOX_SIZE: BudgetSize = {
  hour: LIMITS.verificationMailsPerHour,
  day: LIMITS.verificationMailsPerDay,
};

/** So close to the edge of a bucket, nodes may count in two of them at once; in seconds. */
const EDGE_SECONDS = 30;

/** Seconds until every span has room again when nobody else asks; 0 when they have room now. */
function secondsToWait(newestFirst: readonly Bucket[], most: BudgetSize, second: number): number {
  const waitFor = (span: keyof BudgetSize) => {
    let used = 0;
    const full = newestFirst.find((bucket) => (used += bucket.used) >= most[span]);
    return full ? full.endsAt + SPANS[span] - second : 0;
  };
  return Math.max(0, waitFor('hour'), waitFor('day'));
}

/**
 * What the mails are for; each kind has a budget of its own, so that one never costs another:
 * `verification` what requesters trigger, `notice` of new forms, `stop` of stops, and `owner` what
 * links in mails ask for.
 */
type MailKind = 'verification' | 'notice' | 'stop' | 'owner';

export function createMailBudget(mails: MailKind, { counters, keyring, now }: Parts): MailBudget {
  return {
    async take(inbox) {
      const second = Math.floor(now() / 1000);
      const endsAt = (Math.floor(second / BUCKET_SECONDS) + 1) * BUCKET_SECONDS;
      const subject = keyedHash(keyring, 'verification-budget', mails, inbox);
      const refund = () => counters.giveBack(subject, endsAt);
      const taken = (await counters.takeInSpans(subject, endsAt, INBOX_SIZE)) !== undefined;
      const toEdge = Math.min(endsAt - second, second + BUCKET_SECONDS - endsAt);
      if (taken && toEdge > EDGE_SECONDS) return refund;
      const own = taken ? 1 : 0;
      const others = { hour: INBOX_SIZE.hour + own, day: INBOX_SIZE.day + own };
      const wait = secondsToWait(await counters.readBuckets(subject, endsAt), others, second);
      if (taken && wait === 0) return refund;
      if (taken) await refund();
      throw new ServiceError('rate_limited', { retry_after_seconds: Math.max(1, wait) });
    },
  };
}
