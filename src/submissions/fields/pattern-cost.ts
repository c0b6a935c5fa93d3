import type { CodePoints } from './code-point-sets.ts';
import type { Part } from './pattern-parts.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** Parts of a pattern with its repetitions written out; an endless one counts as what it must have. */
export function sizeOf(part: Part): number {
  switch (part.kind) {
    case 'one':
    case 'at':
      return 1;
    case 'all':
    case 'any':
      return sum(part.parts.map(sizeOf));
    case 'repeat': {
      const times = part.max === Infinity ? Math.max(part.min, 1) : part.max;
      return times === 0 ? 0 : times * sizeOf(part.part);
    }
  }
}

const isAstral = (set: CodePoints) => (set.at(-1)?.[1] ?? 0) > 0xff_ff;

/** The length of the longest text that can match, in UTF-16 units; Infinity for no bound. */
export function longestOf(part: Part): number {
  switch (part.kind) {
    case 'at':
      return 0;
    case 'one':
      return isAstral(part.of) ? 2 : 1;
    case 'all':
      return sum(part.parts.map(longestOf));
    case 'any':
      return Math.max(0, ...part.parts.map(longestOf));
    case 'repeat': {
      const each = longestOf(part.part);
      return each === 0 || part.max === 0 ? 0 : each * part.max;
    }
  }
}

/** Bounds of an automaton that is small: steps to find it, numbers in its states, cells of its table. */
const MOST_STEPS = 10_000;
const MOST_NUMBERS = 10_000;
const MOST_CELLS = 10_000;

/** Thrown inside where a bound is passed. */
class NotSmall extends Error {}

/** The positions that a part can begin and end with. */
interface Ends {
  isEmpty: boolean;
  first: readonly number[];
  last: readonly number[];
}

const EMPTY: Ends = { isEmpty: true, first: [], last: [] };

/** Glushkov's automaton: a state for each character of the pattern, and which can follow which. */
class Positions {
  readonly sets: CodePoints[] = [];
  readonly follow: Set<number>[] = [];
  steps = 0;

  /** Counts work before it is done; throws where it would be too much. */
  spend(steps: number): void {
    if (this.steps + steps > MOST_STEPS) throw new NotSmall();
    this.steps += steps;
  }

  #link(from: readonly number[], to: readonly number[]): void {
    this.spend(from.length * to.length);
    for (const one of from) for (const other of to) this.follow[one]?.add(other);
  }

  #join(one: Ends, other: Ends): Ends {
    this.#link(one.last, other.first);
    return {
      isEmpty: one.isEmpty && other.isEmpty,
      first: one.isEmpty ? [...one.first, ...other.first] : one.first,
      last: other.isEmpty ? [...one.last, ...other.last] : other.last,
    };
  }

  add(part: Part): Ends {
    switch (part.kind) {
      case 'at':
        // Without places between characters it matches more, with no fewer states.
        return EMPTY;
      case 'one': {
        const at = this.sets.push(part.of) - 1;
        this.follow.push(new Set());
        return { isEmpty: false, first: [at], last: [at] };
      }
      case 'all':
        return part.parts.reduce<Ends>((ends, each) => this.#join(ends, this.add(each)), EMPTY);
      case 'any': {
        const all = part.parts.map((each) => this.add(each));
        return {
          isEmpty: all.some(({ isEmpty }) => isEmpty),
          first: all.flatMap(({ first }) => first),
          last: all.flatMap(({ last }) => last),
        };
      }
      case 'repeat':
        return this.#repeat(part);
    }
  }

  /** Repetitions that may be left out nest, `a(a(a)?)?`, so that each is followed by the next alone. */
  #repeat({ part, min, max }: Extract<Part, { kind: 'repeat' }>): Ends {
    const isEndless = max === Infinity;
    const optional = isEndless ? Number(min === 0) : max - min;
    let ends = EMPTY;
    for (let left = optional; left > 0; left -= 1) {
      const one = this.add(part);
      if (isEndless) this.#link(one.last, one.first);
      ends = { ...this.#join(one, ends), isEmpty: true };
    }
    for (let left = min; left > 0; left -= 1) {
      const one = this.add(part);
      if (isEndless && left === min) this.#link(one.last, one.first);
      ends = this.#join(one, ends);
    }
    return ends;
  }
}

/** For each bound, whether a set has the code points from there on. */
function contents(set: CodePoints, bounds: readonly number[]): boolean[] {
  let next = 0;
  return bounds.map((bound) => {
    while ((set[next]?.[1] ?? Infinity) < bound) next += 1;
    return (set[next]?.[0] ?? Infinity) <= bound;
  });
}

/**
 * The kinds of characters that the sets tell apart, each as the sets that have it; and in how many pieces
 * they cut all code points.
 */
function kindsOf(
  sets: readonly CodePoints[],
  spend: (steps: number) => void,
): { kinds: Set<CodePoints>[]; pieces: number } {
  const edges = sets.flatMap((set) => set.flatMap(([first, last]) => [first, last + 1]));
  const bounds = [...new Set([0, ...edges])].sort((one, other) => one - other);
  spend(sets.length * bounds.length);
  const known = sets.map((set) => ({ set, has: contents(set, bounds) }));
  const kinds = new Map<string, Set<CodePoints>>();
  for (const at of bounds.keys()) {
    const having = known.filter(({ has }) => has[at]);
    kinds.set(
      known.map(({ has }) => Number(has[at])).join(''),
      new Set(having.map(({ set }) => set)),
    );
  }
  return { kinds: [...kinds.values()], pieces: bounds.length };
}

function isSmallAutomaton(part: Part, positions: Positions): boolean {
  const { first } = positions.add(part);
  const { sets, follow } = positions;
  const { kinds, pieces } = kindsOf([...new Set(sets)], (steps) => positions.spend(steps));
  const known = new Set<string>();
  const open: (readonly number[])[] = [first];
  let numbers = 0;
  for (let state = open.pop(); state; state = open.pop()) {
    for (const kind of kinds) {
      const read = state.filter((at) => kind.has(sets[at] ?? []));
      positions.spend(state.length + sum(read.map((at) => follow[at]?.size ?? 0)));
      const next = new Set(read.flatMap((at) => [...(follow[at] ?? [])]));
      const sorted = [...next].sort((one, other) => one - other);
      const name = sorted.join();
      if (known.has(name)) continue;
      known.add(name);
      numbers += sorted.length;
      if (numbers > MOST_NUMBERS || known.size * pieces > MOST_CELLS) return false;
      open.push(sorted);
    }
  }
  return true;
}

/**
 * Whether the automaton of a pattern fits a small table, so that each character of a text costs one
 * look-up; others cost up to their size for each character. And in how many steps this was found.
 */
export function measure(part: Part): { isSmall: boolean; steps: number } {
  const positions = new Positions();
  const stepsOf = (isSmall: boolean) => ({ isSmall, steps: positions.steps });
  try {
    return stepsOf(isSmallAutomaton(part, positions));
  } catch (error) {
    if (error instanceof NotSmall) return { isSmall: false, steps: MOST_STEPS };
    throw error;
  }
}
