import type { Context } from '../../platform/context.ts';
import { LIMITS } from '../../contract/limits.ts';
import type { Pressure } from '../challenges/index.ts';
import { createDayShare } from './day-share.ts';
import { createTellOwner, type TellOwnerParts } from './tell-owner.ts';
import { createWatch } from './watch.ts';
import type { NoteArrival } from '../delivery.ts';

/** Attacks on forms: what they change, and who hears of them; docs/decisions/0044. */
export interface Attacks {
  /** What became of a submission to an active form. */
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
