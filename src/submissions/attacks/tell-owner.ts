import { LIMITS } from '../../contract/limits.ts';
import { keyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { Counts } from '../../forms/counts/index.ts';
import type { CounterStore } from '../../platform/stores/counter-tables.ts';
import type { OwnerMails } from '../../decisions/index.ts';
import { challengeOf, type Route } from '../../forms/route.ts';
import type { Attack } from './watch.ts';

/** A notice that waits until its numbers say something. */
interface Waiting {
  route: Route;
  attack: Attack;
  requestId: string;
  dueAt: number;
}

/** Mails to owners about attacks, one a day for each inbox, whatever node notices. */
export interface TellOwner {
  /** Lets a notice wait, unless the inbox has one or had it today. */
  plan(route: Route, attack: Attack, requestId: string): void;
  /** Sends the notices that are due. */
  send(): void;
  /** Sends those that wait, and from now on each at once. */
  stop(): void;
}

export interface TellOwnerParts {
  counters: CounterStore;
  keyring: Keyring;
  mails: Pick<OwnerMails, 'mailOwner' | 'links'>;
  counts: Pick<Counts, 'ofToday'>;
  now: () => number;
}

const DAY = 86_400_000;
const MOST_INBOXES = 10_000;

export function createTellOwner(parts: TellOwnerParts): TellOwner {
  const { counters, keyring, mails, counts, now } = parts;
  const waiting = new Map<string, Waiting>();
  /** Until when each inbox hears nothing more; milliseconds. */
  const told = new Map<string, number>();
  let delay = LIMITS.attackNoticeMinutes * 60_000;

  function mail({ route, attack, requestId }: Waiting): void {
    const { quota } = route.inbox;
    const endsAt = (Math.floor(now() / DAY) + 1) * DAY;
    const subject = keyedHash(keyring, 'attack-notice', quota);
    if (told.size >= MOST_INBOXES) told.clear();
    told.set(quota, endsAt);
    const about = {
      route,
      challenge: challengeOf(route),
      counts: { delivered: 0, challenged: 0, refused: 0, trapped: 0 },
      marked: attack.marked,
      link: mails.links.always(route),
    } as const;
    mails.mailOwner.later({
      kind: 'attack',
      about,
      requester: { requestId },
      async take() {
        Object.assign(about.counts, await counts.ofToday(route.formId));
        // Another node, or this one before a restart, may have sent it.
        const isFirst = (await counters.take(subject, endsAt / 1_000, 1)) !== undefined;
        return isFirst ? () => counters.giveBack(subject, endsAt / 1_000) : undefined;
      },
      onFailure: () => told.delete(quota),
    });
  }

  function send(): void {
    const due = [...waiting].filter(([, { dueAt }]) => delay === 0 || dueAt <= now());
    for (const [quota, notice] of due) {
      waiting.delete(quota);
      mail(notice);
    }
  }

  return {
    plan(route, attack, requestId) {
      const { quota } = route.inbox;
      if (waiting.has(quota) || (told.get(quota) ?? 0) > now()) return;
      if (waiting.size >= MOST_INBOXES) return;
      waiting.set(quota, { route, attack, requestId, dueAt: now() + delay });
      if (delay === 0) send();
    },
    send,
    stop() {
      delay = 0;
      send();
    },
  };
}
