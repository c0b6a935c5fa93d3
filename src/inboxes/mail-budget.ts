import { LIMITS } from '../contract/limits.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { Context } from '../platform/context.ts';
import { keyedHash, type KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { HashPurpose } from '../platform/secrets/keyring.ts';
import {
  BUCKET_SECONDS,
  SPANS,
  type Bucket,
  type BudgetSize,
} from '../platform/stores/counter-tables.ts';

/** Gives a mail that was not sent back to its budgets. */
export type Refund = () => Promise<void>;

/** One mail of a budget, counted under a keyed hash. */
export interface Share {
  name: string;
  subject: KeyedHash;
  size: BudgetSize;
}

export interface BudgetContext extends Pick<Context, 'keyring' | 'now'> {
  store: Pick<Context['store'], 'counters'>;
  settings: Pick<Context['settings'], 'CREATE_RATE_PER_MINUTE'>;
}

export const INBOX_SIZE: BudgetSize = {
  hour: LIMITS.verificationMailsPerHour,
  day: LIMITS.verificationMailsPerDay,
};

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

/** Seconds until every span has room again if nobody else asks; 0 if they have room now. */
function waitIn(newestFirst: readonly Bucket[], most: BudgetSize, second: number): number {
  const waitFor = (span: keyof BudgetSize) => {
    let used = 0;
    const full = newestFirst.find((bucket) => (used += bucket.used) >= most[span]);
    return full ? full.endsAt + SPANS[span] - second : 0;
  };
  return Math.max(0, waitFor('hour'), waitFor('day'));
}

/** The error for a share that is used up, with the seconds until every share has room. */
type Refusal = (spent: Share | undefined, wait: number) => ServiceError;

const rateLimited: Refusal = (_spent, wait) =>
  new ServiceError('rate_limited', { retry_after_seconds: wait });

/**
 * Budgets of mails that others can trigger, exact on any number of nodes; the counts survive a
 * restart.
 */
export class MailBudgets {
  readonly #context: BudgetContext;
  readonly #purpose: HashPurpose;

  constructor(context: BudgetContext, purpose: HashPurpose) {
    this.#context = context;
    this.#purpose = purpose;
  }

  share(size: BudgetSize, name: string, ...of: string[]): Share {
    return { name, size, subject: keyedHash(this.#context.keyring, this.#purpose, name, ...of) };
  }

  /**
   * A share that is a multiple of CREATE_RATE_PER_MINUTE; empty if that is off or `of` is
   * undefined.
   */
  multiple({ hour, day }: BudgetSize, name: string, of: string | undefined): Share[] {
    const { CREATE_RATE_PER_MINUTE: rate } = this.#context.settings;
    if (rate === 0 || of === undefined) return [];
    return [this.share({ hour: hour * rate, day: day * rate }, name, of)];
  }

  /** Counts one mail in each of up to MOST_SUBJECTS shares; throws `rate_limited`. */
  async reserve(shares: readonly Share[]): Promise<Refund> {
    const reserve = await this.check(shares);
    return reserve();
  }

  /**
   * Throws when a share is used up, and counts nothing. The result counts one mail in each share,
   * or throws and counts none.
   */
  async check(shares: readonly Share[], refusal = rateLimited): Promise<() => Promise<Refund>> {
    const { store, now } = this.#context;
    const moment = momentAt(now());
    const { endsAt, second } = moment;
    const rooms = await this.#readRooms(shares, endsAt);
    const refuse = (counted: readonly KeyedHash[]) =>
      this.#refuse(shares, moment, counted, refusal);
    if (rooms.some(({ room }) => room <= 0)) await refuse([]);
    return async () => {
      const counted = await store.counters.takeEach(rooms, endsAt);
      const left = [...counted];
      const refund = async () => {
        await Promise.all(
          left.splice(0).map((subject) => store.counters.giveBack(subject, endsAt)),
        );
      };
      const toEdge = Math.min(endsAt - second, second + BUCKET_SECONDS - endsAt);
      const exact =
        counted.length === shares.length &&
        (toEdge > EDGE_SECONDS ||
          (await this.#readRooms(shares, endsAt)).every(({ room }) => room >= 0));
      if (exact) return refund;
      await refund();
      return refuse(counted);
    };
  }

  /**
   * Throws for a used up share; if others gave back mails meanwhile, for the first uncounted one.
   */
  async #refuse(
    shares: readonly Share[],
    { endsAt, second }: Moment,
    counted: readonly KeyedHash[],
    refusal: Refusal,
  ): Promise<never> {
    const { counters } = this.#context.store;
    const waits = await Promise.all(
      shares.map(async ({ subject, size }) =>
        waitIn(await counters.readBuckets(subject, endsAt), size, second),
      ),
    );
    const spent =
      shares.find((_, at) => waits[at]) ?? shares.find(({ subject }) => !counted.includes(subject));
    throw refusal(spent, Math.max(1, ...waits));
  }

  /** The mails that each share has left, and the limit of the bucket for it. */
  async #readRooms(shares: readonly Share[], endsAt: number) {
    const subjects = shares.map(({ subject }) => subject);
    const spans = await this.#context.store.counters.readSpans(subjects, endsAt);
    const uses = new Map(spans.map((use) => [use.subject, use]));
    return shares.map(({ subject, size }) => {
      const { bucket, hour, day } = uses.get(subject) ?? { bucket: 0, hour: 0, day: 0 };
      const room = Math.min(size.hour - hour, size.day - day);
      return { subject, room, limit: bucket + room };
    });
  }
}

/**
 * The purpose of a mail. Each has a budget of its own, so that it cannot use up another's: `notice`
 * of new forms, `stop` of stops, `owner` for links in mails, which replies may have quoted,
 * `restart` for links that only the inbox has, `proposal` of changes that wait, `copy` of questions
 * about ending copies, `target` of targets that are gone. verification-budgets.ts counts mails of
 * strangers.
 */
type MailKind = 'notice' | 'stop' | 'owner' | 'restart' | 'proposal' | 'copy' | 'target';

/** All targets of a form may be gone at once, and again after they were switched on. */
const TARGET_SIZE: BudgetSize = { hour: 2 * LIMITS.targets, day: 4 * LIMITS.targets };

/** Counts one mail to an inbox about one of its forms; throws `rate_limited`. */
export function reserveMail(
  context: BudgetContext,
  kind: MailKind,
  inbox: KeyedHash,
  formId: string,
): Promise<Refund> {
  const budgets = new MailBudgets(context, 'verification-budget');
  if (kind !== 'proposal') {
    const size = kind === 'target' ? TARGET_SIZE : INBOX_SIZE;
    return budgets.reserve([budgets.share(size, kind, inbox)]);
  }
  // The holder of one token must not keep the other forms from being changed.
  const { form, inbox: all } = LIMITS.proposalMails;
  return budgets.reserve([budgets.share(form, kind, formId), budgets.share(all, kind, inbox)]);
}
