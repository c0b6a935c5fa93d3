import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import { keyedHash, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import {
  BUCKET_SECONDS,
  SPANS,
  type Bucket,
  type BudgetSize,
  type CounterStore,
} from '../platform/stores/counter-tables.ts';

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

/** A budget of a deployment, which grows with CREATE_RATE_PER_MINUTE. */
export const timesRate = ({ hour, day }: BudgetSize, ratePerMinute: number): BudgetSize => ({
  hour: hour * ratePerMinute,
  day: day * ratePerMinute,
});

/** The IPv4 /24 or IPv6 /48 of a caller: the least that one customer of a network has. */
export function networkOf(caller: string): string {
  const separator = caller.includes(':') ? ':' : '.';
  return caller.split(separator).slice(0, 3).join(separator);
}

/** Within this many seconds of a bucket's edge, nodes may count in both buckets. */
const EDGE_SECONDS = 30;

/** A time, in seconds, and the end of its bucket. */
interface Moment {
  second: number;
  endsAt: number;
}

function momentAt(now: number): Moment {
  const second = Math.floor(now / 1000);
  return { second, endsAt: (Math.floor(second / BUCKET_SECONDS) + 1) * BUCKET_SECONDS };
}

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

/** Takes one mail from each share. Throws when one of them is used up; then none was taken. */
export type Take = () => Promise<Refund>;

/** Counts mails, exactly and on any number of nodes. */
export interface MailCounter<S extends Share> {
  /**
   * Looks for a mail in each of up to MOST_SUBJECTS shares. It changes nothing: what it returns takes
   * them. Throws when one is used up.
   */
  look(shares: readonly S[]): Promise<Take>;
}

const refuseFor = (_spent: unknown, wait: number) =>
  new ServiceError('rate_limited', { retry_after_seconds: wait });

/** `refusal` makes the error for a share that is used up, with the seconds until all have a mail. */
export function createMailCounter<S extends Share>(
  { counters, now }: Pick<BudgetParts, 'counters' | 'now'>,
  refusal: (spent: S | undefined, wait: number) => ServiceError = refuseFor,
): MailCounter<S> {
  /** Throws; when others gave back mails meanwhile, for the first of those that were not counted. */
  async function refuse(
    shares: readonly S[],
    { endsAt, second }: Moment,
    counted: KeyedHash[],
  ): Promise<never> {
    const waits = await Promise.all(
      shares.map(async ({ subject, size }) =>
        waitIn(await counters.readBuckets(subject, endsAt), size, second),
      ),
    );
    const spent =
      shares.find((_, at) => waits[at]) ?? shares.find(({ subject }) => !counted.includes(subject));
    throw refusal(spent, Math.max(1, ...waits));
  }

  /** What each share has left, and what the bucket may hold for it. */
  async function readRooms(shares: readonly S[], endsAt: number) {
    const subjects = shares.map(({ subject }) => subject);
    const uses = new Map(
      (await counters.readSpans(subjects, endsAt)).map((use) => [use.subject, use]),
    );
    return shares.map(({ subject, size }) => {
      const { bucket, hour, day } = uses.get(subject) ?? { bucket: 0, hour: 0, day: 0 };
      const room = Math.min(size.hour - hour, size.day - day);
      return { subject, room, limit: bucket + room };
    });
  }

  return {
    async look(shares) {
      const moment = momentAt(now());
      const { endsAt, second } = moment;
      const rooms = await readRooms(shares, endsAt);
      if (rooms.some(({ room }) => room <= 0)) await refuse(shares, moment, []);
      return async () => {
        const counted = await counters.takeEach(rooms, endsAt);
        const left = [...counted];
        const refund = async () => {
          await Promise.all(left.splice(0).map((subject) => counters.giveBack(subject, endsAt)));
        };
        const toEdge = Math.min(endsAt - second, second + BUCKET_SECONDS - endsAt);
        const exact =
          counted.length === shares.length &&
          (toEdge > EDGE_SECONDS ||
            (await readRooms(shares, endsAt)).every(({ room }) => room >= 0));
        if (exact) return refund;
        await refund();
        return refuse(shares, moment, counted);
      };
    },
  };
}

/**
 * What the mails are for. Each kind has a budget of its own, so that none uses up another's:
 * `notice` of new forms, `stop` of stops, `owner` for links in mails, which replies may have quoted,
 * `restart` for links that only the inbox has, `proposal` of changes that wait, `copy` of questions whether
 * to end copies, `target` of places that are gone. verification-budgets.ts counts what strangers ask for.
 */
type MailKind = 'notice' | 'stop' | 'owner' | 'restart' | 'proposal' | 'copy' | 'target';

/** A whole form's places may be gone at once, and again after they were switched on. */
const TARGET_SIZE: BudgetSize = { hour: 2 * LIMITS.targets, day: 4 * LIMITS.targets };

export function createMailBudget(mails: MailKind, parts: BudgetParts): MailBudget {
  const counter = createMailCounter(parts);
  return {
    async take(inbox) {
      const subject = keyedHash(parts.keyring, 'verification-budget', mails, inbox);
      const size = mails === 'target' ? TARGET_SIZE : INBOX_SIZE;
      const take = await counter.look([{ subject, size }]);
      return take();
    },
  };
}
