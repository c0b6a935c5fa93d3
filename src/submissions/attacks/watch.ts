import { LIMITS } from '../../contract/limits.ts';
import type { Arrival } from '../delivery.ts';
import { createRecent } from '../challenges/recent.ts';
import type { FormId } from '../../contract/form-id.ts';

/** More submissions to a form than people send, from its beginning on. */
export interface Attack {
  /** Milliseconds since the epoch; later ones prolong it. */
  endsAt: number;
  /** How many were not as people send them. */
  bad: number;
  /** How many were delivered with a mark. */
  marked: number;
}

/** Which forms are under attack, in the memory of this process. */
export interface Watch {
  /** Notes what became of one; returns the attack that it belongs to. */
  note(formId: FormId, arrival: Arrival): { attack: Attack; isNew: boolean } | undefined;
  /** The attack that goes on. */
  attackOn(formId: FormId): Attack | undefined;
  /** Whether more comes than a doubled cost holds back. */
  isHeavy(formId: FormId): boolean;
  /** Forgets the attacks that have ended, and returns their forms. */
  sweep(): FormId[];
}

/** Submissions within one to two minutes. */
interface Tally {
  unsolved: number;
  bad: number;
}

const NOTHING: Tally = { unsolved: 0, bad: 0 };

const SPAN = 60_000;
const MOST_FORMS = 50_000;
const MOST_ATTACKS = 10_000;

/** A solution takes back what its first attempt without one has counted. */
const WEIGHTS: Record<Arrival, Tally> = {
  plain: { unsolved: 1, bad: 0 },
  marked: { unsolved: 1, bad: 1 },
  trapped: { unsolved: 1, bad: 1 },
  held_back: { unsolved: 1, bad: 1 },
  solved: { unsolved: -1, bad: -1 },
};

export function createWatch(now: () => number): Watch {
  const tallies = createRecent<Tally>({ now, span: SPAN, most: MOST_FORMS });
  const attacks = new Map<FormId, Attack>();

  function count(formId: FormId, { unsolved, bad }: Tally): void {
    const [current = NOTHING, former = NOTHING] = tallies.get(formId);
    const next = {
      unsolved: Math.max(-former.unsolved, current.unsolved + unsolved),
      bad: Math.max(-former.bad, current.bad + bad),
    };
    tallies.set(next, formId);
  }

  function sumOf(formId: FormId): Tally {
    const [current = NOTHING, former = NOTHING] = tallies.get(formId);
    return {
      unsolved: current.unsolved + former.unsolved,
      bad: current.bad + former.bad,
    };
  }

  function attackOn(formId: FormId): Attack | undefined {
    const attack = attacks.get(formId);
    return attack && now() < attack.endsAt ? attack : undefined;
  }

  return {
    note(formId, arrival) {
      count(formId, WEIGHTS[arrival]);
      const known = attackOn(formId);
      const { unsolved, bad } = sumOf(formId);
      const isMuch = unsolved >= LIMITS.peopleSubmit || bad >= LIMITS.peopleSubmitOddly;
      if (!known && (!isMuch || attacks.size >= MOST_ATTACKS)) return undefined;
      const attack = known ?? { endsAt: 0, bad, marked: 0 };
      if (isMuch) attack.endsAt = now() + LIMITS.attackMinutes * 60_000;
      if (known) attack.bad = Math.max(0, attack.bad + WEIGHTS[arrival].bad);
      if (arrival === 'marked') attack.marked += 1;
      attacks.set(formId, attack);
      return { attack, isNew: !known };
    },
    attackOn,
    isHeavy: (formId) => sumOf(formId).bad >= 10 * LIMITS.peopleSubmit,
    sweep() {
      const ended = [...attacks].filter(([, { endsAt }]) => endsAt <= now());
      for (const [formId] of ended) attacks.delete(formId);
      return ended.map(([formId]) => formId);
    },
  };
}
