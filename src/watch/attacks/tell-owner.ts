import type { OwnerMails } from '../../consent/decisions/owner-mails.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Counts } from '../../forms/counts/index.ts';
import { challengeOf, type Route } from '../../forms/route.ts';
import type { Context } from '../../platform/context.ts';
import { keyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Attack } from './watch.ts';

/** A notice that waits until its numbers say something. */
interface Waiting {
  route: Route;
  attack: Attack;
  requestId: string;
  dueAt: number;
}

const DAY = 86_400_000;
const MOST_INBOXES = 10_000;

/** Mails to owners about attacks, one a day for each inbox, whatever node notices. */
export class TellOwner {
  readonly #context: Pick<Context, 'store' | 'keyring' | 'now'>;
  readonly #mails: Pick<OwnerMails, 'mailOwner' | 'ownerLinks'>;
  readonly #counts: Pick<Counts, 'ofToday'>;
  readonly #waiting = new Map<string, Waiting>();
  /** Until when each inbox hears nothing more; milliseconds. */
  readonly #told = new Map<string, number>();
  #delay = LIMITS.attackNoticeMinutes * 60_000;

  constructor(
    context: Pick<Context, 'store' | 'keyring' | 'now'>,
    mails: Pick<OwnerMails, 'mailOwner' | 'ownerLinks'>,
    counts: Pick<Counts, 'ofToday'>,
  ) {
    this.#context = context;
    this.#mails = mails;
    this.#counts = counts;
  }

  /** Lets a notice wait, unless the inbox has one or had it today. */
  plan(route: Route, attack: Attack, requestId: string): void {
    const { quota } = route.inbox;
    const now = this.#context.now();
    if (this.#waiting.has(quota) || (this.#told.get(quota) ?? 0) > now) return;
    if (this.#waiting.size >= MOST_INBOXES) return;
    this.#waiting.set(quota, { route, attack, requestId, dueAt: now + this.#delay });
    if (this.#delay === 0) this.send();
  }

  /** Sends the notices that are due. */
  send(): void {
    for (const [quota, notice] of this.#waiting) {
      if (this.#delay > 0 && notice.dueAt > this.#context.now()) continue;
      this.#waiting.delete(quota);
      this.#mail(notice);
    }
  }

  /** Sends those that wait, and from now on each at once. */
  stop(): void {
    this.#delay = 0;
    this.send();
  }

  #mail({ route, attack, requestId }: Waiting): void {
    const { store, keyring, now } = this.#context;
    const { quota } = route.inbox;
    const endsAt = (Math.floor(now() / DAY) + 1) * DAY;
    const subject = keyedHash(keyring, 'attack-notice', quota);
    if (this.#told.size >= MOST_INBOXES) this.#told.clear();
    this.#told.set(quota, endsAt);
    const about = {
      route,
      challenge: challengeOf(route),
      counts: { delivered: 0, challenged: 0, refused: 0, trapped: 0 },
      marked: attack.marked,
      link: this.#mails.ownerLinks.always(route),
    } as const;
    this.#mails.mailOwner.later({
      kind: 'attack',
      about,
      requester: { requestId },
      reserve: async () => {
        Object.assign(about.counts, await this.#counts.ofToday(route.formId));
        // Another node, or this one before a restart, may have sent it.
        const isFirst = (await store.counters.take(subject, endsAt / 1_000, 1)) !== undefined;
        return isFirst ? () => store.counters.giveBack(subject, endsAt / 1_000) : undefined;
      },
      onFailure: () => this.#told.delete(quota),
    });
  }
}
