import type { FormId } from '../../contract/names.ts';
import { LIMITS } from '../../contract/limits.ts';
import { Recent } from '../../submissions/challenges/recent.ts';
import type { Arrival } from '../../submissions/delivery.ts';

/** More submissions to a form than people send, from its beginning on. */
export interface Attack {
  /** Milliseconds since the epoch; later ones prolong it. */
  endsAt: number;
  /** How many were not as people send them. */
  bad: number;
  /** How many were delivered with a mark. */
  marked: number;
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

/** Which forms are under attack, in the memory of this process. */
export class Watch {
  readonly #now: () => number;
  readonly #tallies: Recent<Tally>;
  readonly #attacks = new Map<FormId, Attack>();

  constructor(now: () => number) {
    this.#now = now;
    this.#tallies = new Recent(now, SPAN, MOST_FORMS);
  }

  /** Notes what became of a submission; returns the attack that it belongs to. */
  note(formId: FormId, arrival: Arrival): { attack: Attack; isNew: boolean } | undefined {
    const weight = WEIGHTS[arrival];
    const { unsolved, bad } = this.#count(formId, weight);
    const known = this.attackOn(formId);
    const isMuch = unsolved >= LIMITS.peopleSubmit || bad >= LIMITS.peopleSubmitOddly;
    if (!known && (!isMuch || this.#attacks.size >= MOST_ATTACKS)) return undefined;
    const attack = known ?? { endsAt: 0, bad, marked: 0 };
    if (isMuch) attack.endsAt = this.#now() + LIMITS.attackMinutes * 60_000;
    if (known) attack.bad = Math.max(0, attack.bad + weight.bad);
    if (arrival === 'marked') attack.marked += 1;
    this.#attacks.set(formId, attack);
    return { attack, isNew: !known };
  }

  /** The attack that goes on. */
  attackOn(formId: FormId): Attack | undefined {
    const attack = this.#attacks.get(formId);
    return attack && this.#now() < attack.endsAt ? attack : undefined;
  }

  /** True if a doubled cost does not hold the attack back. */
  isHeavy(formId: FormId): boolean {
    const [current = NOTHING, former = NOTHING] = this.#tallies.get(formId);
    return current.bad + former.bad >= 10 * LIMITS.peopleSubmit;
  }

  /** Forgets the attacks that have ended, and returns their forms. */
  sweep(): FormId[] {
    const ended = [...this.#attacks].filter(([, { endsAt }]) => endsAt <= this.#now());
    for (const [formId] of ended) this.#attacks.delete(formId);
    return ended.map(([formId]) => formId);
  }

  /** Returns the sum of both spans, which is never below zero. */
  #count(formId: FormId, { unsolved, bad }: Tally): Tally {
    const [current = NOTHING, former = NOTHING] = this.#tallies.get(formId);
    const sum = {
      unsolved: Math.max(0, former.unsolved + current.unsolved + unsolved),
      bad: Math.max(0, former.bad + current.bad + bad),
    };
    this.#tallies.set(formId, {
      unsolved: sum.unsolved - former.unsolved,
      bad: sum.bad - former.bad,
    });
    return sum;
  }
}
