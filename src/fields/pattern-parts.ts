import { createRequire } from 'node:module';
import type * as regexpp from '@eslint-community/regexpp';
import type { AST } from '@eslint-community/regexpp';
import { LIMITS } from '../contract/limits.ts';
import {
  characterIn,
  codePointsOf,
  complement,
  intersection,
  toClass,
  union,
  type CodePoints,
} from './code-point-sets.ts';

/** A part of a pattern, without what only says which match is found, and in what groups. */
export interface Part {
  /** Its parts with repetitions written out; an endless one counts as what it must have. */
  size: number;
  /** The longest text that matches, in UTF-16 units; Infinity for no bound. */
  longest: number;
  /** The same in the syntax of RE2. */
  toRe2(): string;
  /** A text that matches, with `wish` repetitions if it leaves the choice; undefined if none is found. */
  sample(wish: number): string | undefined;
}

/** Why a pattern is rejected, in a sentence. */
export class PatternFault extends Error {}

const one = (set: CodePoints): Part => ({
  size: 1,
  longest: (set.at(-1)?.[1] ?? 0) > 0xff_ff ? 2 : 1,
  toRe2: () => toClass(set),
  sample: () => characterIn(set),
});

/** An assertion. It has no sample: whether it holds depends on what is around it. */
const place = (re2: string): Part => ({
  size: 1,
  longest: 0,
  toRe2: () => re2,
  sample: () => undefined,
});

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** UTF-16 units of the longest sample. */
const LONGEST_SAMPLE = 1_000;

const all = (parts: readonly Part[]): Part => ({
  size: sum(parts.map(({ size }) => size)),
  longest: sum(parts.map(({ longest }) => longest)),
  toRe2: () => parts.map((part) => part.toRe2()).join(''),
  sample(wish) {
    let whole = '';
    for (const part of parts) {
      const text = part.sample(wish);
      if (text === undefined || whole.length + text.length > LONGEST_SAMPLE) return undefined;
      whole += text;
    }
    return whole;
  },
});

const any = (parts: readonly Part[]): Part => ({
  size: sum(parts.map(({ size }) => size)),
  longest: Math.max(0, ...parts.map(({ longest }) => longest)),
  toRe2: () => `(?:${parts.map((part) => part.toRe2()).join('|')})`,
  sample(wish) {
    for (const part of parts) {
      const text = part.sample(wish);
      if (text !== undefined) return text;
    }
    return undefined;
  },
});

const repeat = (part: Part, min: number, max: number): Part => ({
  size: (max === Infinity ? Math.max(min, 1) : max) * part.size,
  longest: part.longest === 0 || max === 0 ? 0 : part.longest * max,
  toRe2: () => `(?:${part.toRe2()}){${min},${max === Infinity ? '' : max}}`,
  sample(wish) {
    const times = Math.min(max, Math.max(min, wish));
    const text = times === 0 ? '' : part.sample(wish);
    if (text === undefined) return min === 0 ? '' : undefined;
    return text.length * times > LONGEST_SAMPLE ? undefined : text.repeat(times);
  },
});

/** Ranges of all sets of characters that a pattern writes, 650 for `\p{L}`: RE2 takes 3 µs for each. */
const MOST_RANGES = 5_000;

/** Most parts of one pattern: RE2 repeats nothing more often. */
const MOST_PARTS = 1_000;

/** The work of reading a pattern, even if it is rejected half-way. */
export interface PatternUse {
  /** The Unicode properties that it names. */
  properties: Set<string>;
  /** Ranges of all its sets of characters. */
  ranges: number;
}

export const nothingUsed = (): PatternUse => ({ properties: new Set(), ranges: 0 });

const NO_STRINGS = 'It must not have sets of texts, such as \\q{…} or emoji of several characters.';
const NO_LOOKING =
  'It must not look ahead or behind, as (?=…) and (?<=…) do: that cannot be matched in linear time.';

/** Nodes that stand for one of several characters. */
type ClassNode =
  AST.CharacterClass | AST.CharacterClassElement | AST.CharacterSet | AST.ClassSetOperand;

/** Reads the tree of one pattern. */
class PatternReader {
  readonly #use: PatternUse;

  constructor(use: PatternUse) {
    this.#use = use;
  }

  any(alternatives: readonly AST.Alternative[]): Part {
    return any(alternatives.map(({ elements }) => all(elements.map((each) => this.element(each)))));
  }

  element(node: AST.Element): Part {
    switch (node.type) {
      case 'Group':
        if (node.modifiers) throw new PatternFault('It must not have flags, such as (?i:…).');
        return this.any(node.alternatives);
      case 'CapturingGroup':
        return this.any(node.alternatives);
      case 'Quantifier':
        return repeat(this.element(node.element), node.min, node.max);
      case 'Assertion':
        return this.assertion(node);
      case 'Backreference':
        throw new PatternFault(
          'It must not have back-references, such as \\1: they cannot be matched in linear time.',
        );
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return one(this.set(node));
    }
  }

  assertion(node: AST.Assertion): Part {
    switch (node.kind) {
      case 'start':
      case 'end': {
        // At either end of the pattern it says nothing: patterns match whole texts anyway.
        const { parent } = node;
        const isOutermost = parent.type === 'Alternative' && parent.parent.type === 'Pattern';
        const isImplied =
          isOutermost && parent.elements.at(node.kind === 'start' ? 0 : -1) === node;
        if (isImplied) return all([]);
        return place(node.kind === 'start' ? '\\A' : '\\z');
      }
      case 'word':
        return place(node.negate ? '\\B' : '\\b');
      case 'lookahead':
      case 'lookbehind':
        throw new PatternFault(NO_LOOKING);
    }
  }

  /** The sets within this one count as well: it costs the more, the more they have. */
  set(node: ClassNode): CodePoints {
    const set = this.read(node);
    this.#use.ranges += set.length;
    if (this.#use.ranges > MOST_RANGES) {
      throw new PatternFault(
        'It is too large: it has too many large sets of characters, like \\p{L}.',
      );
    }
    return set;
  }

  read(node: ClassNode): CodePoints {
    switch (node.type) {
      case 'Character':
        return [[node.value, node.value]];
      case 'CharacterClassRange':
        return [[node.min.value, node.max.value]];
      case 'CharacterSet':
        if (node.kind === 'property') this.checkProperty(node);
        return codePointsOf(node.raw);
      case 'CharacterClass': {
        const set = union(...node.elements.map((element) => this.set(element)));
        return node.negate ? complement(set) : set;
      }
      case 'ExpressionCharacterClass': {
        const set = this.expression(node.expression);
        return node.negate ? complement(set) : set;
      }
      case 'ClassStringDisjunction':
        throw new PatternFault(NO_STRINGS);
    }
  }

  expression({ type, left, right }: AST.ClassIntersection | AST.ClassSubtraction): CodePoints {
    const isNested = left.type === 'ClassIntersection' || left.type === 'ClassSubtraction';
    const set = isNested ? this.expression(left) : this.set(left);
    const other = this.set(right);
    return intersection(set, type === 'ClassIntersection' ? other : complement(other));
  }

  checkProperty({ raw, strings }: AST.UnicodePropertyCharacterSet): void {
    if (strings) throw new PatternFault(NO_STRINGS);
    if (this.#use.properties.add(raw).size > LIMITS.patternProperties) {
      throw new PatternFault(
        `It must not name more than ${LIMITS.patternProperties} Unicode properties.`,
      );
    }
  }
}

const load = createRequire(import.meta.url);

/** Loaded by the first pattern. */
const loadParser = () => (load('@eslint-community/regexpp') as typeof regexpp).RegExpParser;

/** Reads a pattern as HTML does, with the flag `v`; throws a `PatternFault`. It adds to `use`, also if it throws. */
export function readPattern(source: string, use: PatternUse): Part {
  const RegExpParser = loadParser();
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  try {
    const { alternatives } = parser.parsePattern(source, 0, source.length, { unicodeSets: true });
    const whole = new PatternReader(use).any(alternatives);
    if (whole.size <= MOST_PARTS) return whole;
    throw new PatternFault(`It is too large: with repetitions it may have ${MOST_PARTS} parts.`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Everything but the last sentence of the parser's message repeats the pattern.
    const reason = error.message.slice(error.message.lastIndexOf(': ') + 2);
    throw new PatternFault(
      `It must be a regular expression of JavaScript with the flag v, as HTML reads it: ${reason}.`,
      { cause: error },
    );
  }
}
