import type { AST } from '@eslint-community/regexpp';
import { LIMITS } from '../contract/limits.ts';

/** Why a pattern is rejected, in a sentence. */
export class PatternFault extends Error {}

/** A state's step: each but the end leads on to `next`, a fork to `other` too. */
const KINDS = { end: 0, fork: 1, character: 2, start: 3, stop: 4, word: 5, noWord: 6 } as const;

type Kind = (typeof KINDS)[keyof typeof KINDS];

const END = 0;

const isWord = (character: string | undefined) => character !== undefined && /^\w$/.test(character);

/** True if an assertion holds between two characters. */
function holds(kind: number, before: string | undefined, after: string | undefined): boolean {
  if (kind === KINDS.start) return before === undefined;
  if (kind === KINDS.stop) return after === undefined;
  return (isWord(before) === isWord(after)) === (kind === KINDS.noWord);
}

/** No text that is matched has more characters, so no repetition matters beyond one more. */
const MOST_TIMES = LIMITS.patternTextCharacters + 1;

const NO_STRINGS = 'It must not have sets of texts, such as \\q{…} or emoji of several characters.';
const NO_LOOKING =
  'It must not look ahead or behind, as (?=…) and (?<=…) do: that cannot be run in linear time.';
const NO_REFERENCE =
  'It must not have back-references, such as \\1: they cannot be run in linear time.';
const NO_FLAGS = 'It must not have flags, such as (?i:…).';

type AnyClass = AST.CharacterClass | AST.ExpressionCharacterClass;
type ClassNode = AST.CharacterClassElement | AST.ClassSetOperand | AST.CharacterClass;
type ClassExpression = AST.ClassIntersection | AST.ClassSubtraction;

function refuseStrings(node: ClassNode | ClassExpression | AST.CharacterSet): void {
  if ('strings' in node && node.strings) throw new PatternFault(NO_STRINGS);
  if (node.type === 'ClassStringDisjunction') throw new PatternFault(NO_STRINGS);
  if (node.type === 'CharacterClass') node.elements.forEach(refuseStrings);
  else if (node.type === 'ExpressionCharacterClass') refuseStrings(node.expression);
  else if ('left' in node) [node.left, node.right].forEach(refuseStrings);
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

const timesOf = ({ min, max }: AST.Quantifier) => ({
  min: Math.min(min, MOST_TIMES),
  max: max === Infinity ? Infinity : Math.min(max, MOST_TIMES),
});

/** Counts states with repetitions expanded; throws `PatternFault` for unsupported patterns. */
export const sizeOf = (alternatives: readonly AST.Alternative[]): number =>
  sum(alternatives.map(({ elements }) => 1 + sum(elements.map(sizeOfElement))));

function sizeOfElement(node: AST.Element): number {
  switch (node.type) {
    case 'Group':
      if (node.modifiers) throw new PatternFault(NO_FLAGS);
      return sizeOf(node.alternatives);
    case 'CapturingGroup':
      return sizeOf(node.alternatives);
    case 'Quantifier': {
      const { min, max } = timesOf(node);
      const once = sizeOfElement(node.element);
      return max === Infinity ? (min + 1) * once + 1 : min * once + (max - min) * (once + 1);
    }
    case 'Assertion':
      if (node.kind.startsWith('look')) throw new PatternFault(NO_LOOKING);
      return 1;
    case 'Backreference':
      throw new PatternFault(NO_REFERENCE);
    case 'Character':
      return 1;
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      refuseStrings(node);
      return 1;
  }
}

/** Steps of all automata in this process so far, some ten nanoseconds each. */
let steps = 0;

export const stepsSoFar = (): number => steps;

/** A set, or a Unicode property in one, counts as this many states: memory and time to build. */
const WEIGHT_OF_SET = 100;
const WEIGHT_OF_PROPERTY = 1_000;
const STEPS_OF_STATE = 10;

const weightOfSet = (raw: string) =>
  WEIGHT_OF_SET + WEIGHT_OF_PROPERTY * (raw.match(/\\p/gi)?.length ?? 0);

/**
 * An automaton that reads each character of a text once, whatever the pattern (Thompson). It
 * ignores captures and lazy quantifiers, because only a match of the whole text counts.
 */
export class Automaton {
  readonly #kinds: Kind[] = [KINDS.end];
  readonly #nexts: number[] = [END];
  /** The other way of a fork, the set of a character. */
  readonly #others: number[] = [END];
  /** Sets of characters by how they are written: the engine says what is in them. */
  readonly #sets = new Map<string, number>();
  readonly #tests: ((character: string) => boolean)[] = [];
  readonly #start: number;
  /** In states, each of some 25 bytes. */
  weight = 0;

  constructor(alternatives: readonly AST.Alternative[]) {
    this.#start = this.#any(alternatives, END);
    this.weight += this.#kinds.length;
    steps += this.weight * STEPS_OF_STATE;
  }

  #add(kind: Kind, next: number, other = END): number {
    this.#nexts.push(next);
    this.#others.push(other);
    return this.#kinds.push(kind) - 1;
  }

  #any(alternatives: readonly AST.Alternative[], next: number): number {
    return alternatives
      .map(({ elements }) =>
        elements.reduceRight((after, element) => this.#element(element, after), next),
      )
      .reduce((ways, way) => this.#add(KINDS.fork, way, ways));
  }

  #element(node: AST.Element, next: number): number {
    switch (node.type) {
      case 'Group':
      case 'CapturingGroup':
        return this.#any(node.alternatives, next);
      case 'Quantifier':
        return this.#repeat(node, next);
      case 'Assertion':
        if (node.kind === 'start') return this.#add(KINDS.start, next);
        if (node.kind === 'end') return this.#add(KINDS.stop, next);
        return this.#add('negate' in node && node.negate ? KINDS.noWord : KINDS.word, next);
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return this.#add(KINDS.character, next, this.#set(node));
      case 'Backreference':
        throw new PatternFault(NO_REFERENCE);
    }
  }

  #repeat(node: AST.Quantifier, next: number): number {
    const { min, max } = timesOf(node);
    let after = next;
    if (max === Infinity) {
      after = this.#add(KINDS.fork, next, next);
      this.#others[after] = this.#element(node.element, after);
    } else {
      for (let time = min; time < max; time += 1) {
        after = this.#add(KINDS.fork, this.#element(node.element, after), next);
      }
    }
    for (let time = 0; time < min; time += 1) after = this.#element(node.element, after);
    return after;
  }

  #set(node: AST.Character | AST.CharacterSet | AnyClass): number {
    const { raw } = node;
    const known = this.#sets.get(raw);
    if (known !== undefined) return known;
    this.#sets.set(raw, this.#tests.length);
    if (node.type === 'Character') {
      const wanted = String.fromCodePoint(node.value);
      return this.#tests.push((character) => character === wanted) - 1;
    }
    this.weight += weightOfSet(raw);
    const set = new RegExp(`^${raw}$`, 'v');
    return this.#tests.push((character) => set.test(character)) - 1;
  }

  /** True if the whole text matches. */
  matches(text: string): boolean {
    const characters = Array.from(text);
    const known = new Map<string, boolean[]>();
    const front = new Front(this.#kinds, this.#nexts, this.#others);
    front.enter(this.#start, undefined, characters[0]);
    for (const [at, character] of characters.entries()) {
      const verdicts = known.get(character) ?? [];
      known.set(character, verdicts);
      const isIn = (set: number) => (verdicts[set] ??= this.#tests[set]?.(character) ?? false);
      if (!front.read(character, characters[at + 1], isIn)) return false;
    }
    return front.isAtEnd;
  }
}

/** The states that a text has reached so far. */
class Front {
  readonly #kinds: readonly Kind[];
  readonly #nexts: readonly number[];
  readonly #others: readonly number[];
  /** For which character each state was entered last: none is entered twice. */
  readonly #entered: Uint32Array;
  #character = 1;
  /** States that wait for a character, those of this one and of the next. */
  #waiting: Int32Array;
  #reached: Int32Array;
  #reachedCount = 0;
  readonly #open: number[] = [];
  isAtEnd = false;

  constructor(kinds: readonly Kind[], nexts: readonly number[], others: readonly number[]) {
    [this.#kinds, this.#nexts, this.#others] = [kinds, nexts, others];
    this.#entered = new Uint32Array(kinds.length);
    this.#waiting = new Int32Array(kinds.length);
    this.#reached = new Int32Array(kinds.length);
  }

  /** Enters a state, and all that it leads to without a character. */
  enter(first: number, before: string | undefined, after: string | undefined): void {
    const open = this.#open;
    let at: number | undefined = first;
    for (; at !== undefined; at = open.pop()) {
      if (this.#entered[at] === this.#character) continue;
      this.#entered[at] = this.#character;
      steps += 1;
      const kind = this.#kinds[at] ?? KINDS.end;
      if (kind === KINDS.character) this.#reached[this.#reachedCount++] = at;
      else if (kind === KINDS.end) this.isAtEnd = true;
      else if (kind === KINDS.fork) open.push(this.#others[at] ?? END, this.#nexts[at] ?? END);
      else if (holds(kind, before, after)) open.push(this.#nexts[at] ?? END);
    }
  }

  /** Reads a character; false if no way goes on. */
  read(character: string, after: string | undefined, isIn: (set: number) => boolean): boolean {
    const count = this.#reachedCount;
    [this.#waiting, this.#reached] = [this.#reached, this.#waiting];
    this.#reachedCount = 0;
    this.#character += 1;
    this.isAtEnd = false;
    for (let one = 0; one < count; one += 1) {
      const at = this.#waiting[one] ?? END;
      if (isIn(this.#others[at] ?? END)) this.enter(this.#nexts[at] ?? END, character, after);
    }
    return this.#reachedCount > 0 || this.isAtEnd;
  }
}
