import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import {
  BUCKET_SECONDS,
  SPANS,
  type Bucket,
  type BudgetSize,
  type CounterStore,
} from './counter-store.ts';

/** Returns a mail that was not sent to the budget. */
export type Refund = () => Promise<void>;

/** Limits the mails to an inbox that others can trigger; the counts survive a restart. */
export interface MailBudget {
  /** Takes one mail, or throws `rate_limited`. */
  take(inbox: KeyedHash): Promise<Refund>;
}

export interface BudgetParts {
  counters: CounterStore;
  keyring: Keyring;
  /** Milliseconds since the epoch. */
  now: () => number;
}

export const INBOX_SIZE: BudgetSize = {
  hour: LIMITS.verificationMailsPerHour,
  day: LIMITS.verificationMailsPerDay,
};

/** Within this many seconds of a bucket's edge, nodes may count in both buckets. */
const EDGE_SECONDS = 30;

/** Seconds until every span has room again if nobody else asks; 0 when they have room now. */
function waitIn(newestFirst: readonly Bucket[], most: BudgetSize, second: number): number {
  const waitFor = (span: keyof BudgetSize) => {
    let used = 0;
    const full = newestFirst.find((bucket) => (used += bucket.used) >= most[span]);
    return full ? full.endsAt + SPANS[span] - second : 0;
  };
  return Math.max(0, waitFor('hour'), waitFor('day'));
}

/** One mail of a budget, counted under a keyed hash. */
export interface Share {
  subject: KeyedHash;
  size: BudgetSize;
}

/** Counts mails, exactly and on any number of nodes. */
export interface MailCounter {
  /** Takes one mail; undefined when there is none left. */
  take(share: Share): Promise<Refund | undefined>;
  /** Seconds until there is one if nobody else asks, at least 1. */
  secondsToWait(share: Share): Promise<number>;
}

export function createMailCounter({ counters, now }: BudgetParts): MailCounter {
  function at() {
    const second = Math.floor(now() / 1000);
    return { second, endsAt: (Math.floor(second / BUCKET_SECONDS) + 1) * BUCKET_SECONDS };
  }
  return {
    async take({ subject, size }) {
      const { second, endsAt } = at();
      if ((await counters.takeInSpans(subject, endsAt, size)) === undefined) return undefined;
      const refund = () => counters.giveBack(subject, endsAt);
      const toEdge = Math.min(endsAt - second, second + BUCKET_SECONDS - endsAt);
      if (toEdge > EDGE_SECONDS) return refund;
      const withOwn = { hour: size.hour + 1, day: size.day + 1 };
      if (waitIn(await counters.readBuckets(subject, endsAt), withOwn, second) === 0) return refund;
      await refund();
      return undefined;
    },
    async secondsToWait({ subject, size }) {
      const { second, endsAt } = at();
      return Math.max(1, waitIn(await counters.readBuckets(subject, endsAt), size, second));
    },
  };
}

/**
 * What the mails are for. Each kind has a budget of its own, so that none uses up another's:
 * `notice` of new forms, `stop` of stops, `owner` for links in mails, which replies may have quoted,
 * and `restart` for links that only the inbox has. verification-budgets.ts counts what strangers ask for.
 */
type MailKind = 'notice' | 'stop' | 'owner' | 'restart';

export function createMailBudget(mails: MailKind, parts: BudgetParts): MailBudget {
  const counter = createMailCounter(parts);
  return {
    async take(inbox) {
      const subject = keyedHash(parts.keyring, 'verification-budget', mails, inbox);
      const share = { subject, size: INBOX_SIZE };
      const refund = await counter.take(share);
      if (refund) return refund;
      const retry_after_seconds = await counter.secondsToWait(share);
      throw new ServiceError('rate_limited', { retry_after_seconds });
    },
  };
}
