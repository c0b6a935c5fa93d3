import type { Context } from '../../platform/context.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Pressure } from '../challenges/index.ts';
import { createTellOwner, type TellOwnerParts } from './tell-owner.ts';
import { createWatch } from './watch.ts';
import type { NoteArrival } from '../delivery.ts';
import { keyedHash } from '../../platform/secrets/keyed-hash.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { CounterStore } from '../../platform/stores/counter-tables.ts';
import type { FormId } from '../../contract/form-id.ts';

/** The part of its inbox's month that a form may use in a UTC day without solutions. */
export interface DayShare {
  /** Takes one delivery of it, on all nodes; undefined when it is used up. The result gives it back. */
  take(formId: FormId): Promise<(() => void) | undefined>;
  /** Whether this node knows that it is used up. */
  isUsedUp(formId: FormId): boolean;
}

interface Month {
  counters: Pick<CounterStore, 'take'>;
  keyring: Keyring;
  /** Deliveries a month; 0 for no limit. */
  monthlyLimit: number;
  now: () => number;
}

/** What this node has taken of a form's day and not used. */
interface Held {
  endsAt: number;
  left: number;
  usedUp: boolean;
  /** The statement for its next piece, which all deliveries at that time wait for. */
  taking?: Promise<void> | undefined;
}

const DAY_SECONDS = 86_400;

/** The share is taken from the store in this many pieces, so that most deliveries need no statement. */
const PIECES = 20;

/** Forms whose pieces are remembered; beyond them, and after a restart, what is left of a piece is lost. */
const MOST_FORMS = 20_000;

const UNLIMITED: DayShare = {
  take: () => Promise.resolve(() => undefined),
  isUsedUp: () => false,
};

/** Never more than the share on any number of nodes; a restart may leave a little less. */
export function createDayShare({ counters, keyring, monthlyLimit, now }: Month): DayShare {
  if (monthlyLimit === 0) return UNLIMITED;
  const most = Math.max(1, Math.floor(monthlyLimit / LIMITS.unsolvedShareOfMonth));
  const size = Math.max(1, Math.floor(most / PIECES));
  const pieces = Math.floor(most / size);
  const forms = new Map<FormId, Held>();

  function heldOf(formId: FormId): Held {
    const endsAt = (Math.floor(now() / 1_000 / DAY_SECONDS) + 1) * DAY_SECONDS;
    const known = forms.get(formId);
    if (known?.endsAt === endsAt) return known;
    if (forms.size >= MOST_FORMS) forms.clear();
    const held: Held = { endsAt, left: 0, usedUp: false };
    forms.set(formId, held);
    return held;
  }

  async function takePiece(formId: FormId, held: Held): Promise<void> {
    const subject = keyedHash(keyring, 'unsolved-share', formId);
    const piece = await counters.take(subject, held.endsAt, pieces);
    if (piece === undefined) held.usedUp = true;
    else held.left += size;
  }

  return {
    async take(formId) {
      const held = heldOf(formId);
      while (held.left === 0 && !held.usedUp) {
        held.taking ??= takePiece(formId, held).finally(() => void (held.taking = undefined));
        await held.taking;
      }
      if (held.left === 0) return undefined;
      held.left -= 1;
      return () => void (held.left += 1);
    },
    isUsedUp(formId) {
      const { left, usedUp } = heldOf(formId);
      return usedUp && left === 0;
    },
  };
}

/** Attacks on forms: what they change, and who hears of them; docs/decisions/0044. */
export interface Attacks {
  /** Counts the outcome of a submission to an active form. */
  note: NoteArrival;
  /** What it means for the challenges of a form. */
  pressure: Pressure;
  /** Ends the watch, and sends the notices that wait. */
  stop(): void;
}

interface Parts extends Context, Omit<TellOwnerParts, 'counters'> {
  /** Deliveries a month; 0 for no limit. */
  monthlyLimit: number;
}

/** Milliseconds between two looks at what is due. */
const PAUSE = 5_000;

export function createAttacks({ store, monthlyLimit, log, ...parts }: Parts): Attacks {
  const { counters } = store;
  const { keyring, now } = parts;
  const watch = createWatch(now);
  const share = createDayShare({ counters, keyring, monthlyLimit, now });
  const tellOwner = createTellOwner({ ...parts, counters });

  const timer = setInterval(() => {
    for (const formId of watch.sweep()) log.attackEnded({ formId });
    tellOwner.send();
  }, PAUSE).unref();

  return {
    note(route, arrival, requestId) {
      const { formId, settings } = route;
      const { attack, isNew } = watch.note(formId, arrival) ?? {};
      if (!attack) return;
      if (isNew) log.attackNoticed({ requestId, formId });
      // Where everybody is asked already, the owner can do nothing more, and nothing else arrives.
      const isNotable = attack.bad >= LIMITS.peopleSubmit && settings.challenge !== 'always';
      if (isNotable) tellOwner.plan(route, attack, requestId);
    },
    pressure: {
      needsSolution: ({ formId }) => watch.attackOn(formId) !== undefined || share.isUsedUp(formId),
      takeUnsolved: ({ formId }) => share.take(formId),
      doublings: ({ formId }) => (watch.attackOn(formId) ? (watch.isHeavy(formId) ? 2 : 1) : 0),
    },
    stop() {
      clearInterval(timer);
      tellOwner.stop();
    },
  };
}
