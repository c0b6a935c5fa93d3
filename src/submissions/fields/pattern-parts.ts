import { createRequire } from 'node:module';
import type * as regexpp from '@eslint-community/regexpp';
import type { AST } from '@eslint-community/regexpp';
import { LIMITS } from '../../contract/limits.ts';
import {
  complement,
  DIGITS,
  intersection,
  NO_LINE_END,
  only,
  SPACE,
  union,
  withProperty,
  WORD,
  type CodePoints,
} from './code-point-sets.ts';

/** A regular expression of JavaScript, without what only says which match is found, and in what groups. */
export type Part =
  | { kind: 'one'; of: CodePoints }
  | { kind: 'all' | 'any'; parts: readonly Part[] }
  | { kind: 'repeat'; part: Part; min: number; max: number }
  | { kind: 'at'; place: Place };

/** An assertion about a position between characters. */
export type Place = 'start' | 'end' | 'word' | 'no word';

/** Why a pattern is rejected, in a sentence. */
export class PatternFault extends Error {}

/** Ranges of all sets of characters that a pattern writes, 650 for `\p{L}`: RE2 takes 3 µs for each. */
const MOST_RANGES = 5_000;

/** What was looked up and written out for a pattern, as far as it was read. */
export interface PatternUse {
  /** The Unicode properties that it names. */
  properties: Set<string>;
  /** Ranges of all its sets of characters. */
  ranges: number;
}

export const nothingUsed = (): PatternUse => ({ properties: new Set(), ranges: 0 });

/** By their spelling, which the parser has checked: there are no more than Unicode has names. */
const setsByProperty = new Map<string, CodePoints>();

const load = createRequire(import.meta.url);

/** Loaded by the first pattern. */
const loadParser = () => (load('@eslint-community/regexpp') as typeof regexpp).RegExpParser;

const NO_STRINGS = 'It must not have sets of texts, such as \\q{…} or emoji of several characters.';

/** What stands for one of several characters. */
type ClassNode =
  AST.CharacterClass | AST.CharacterClassElement | AST.CharacterSet | AST.ClassSetOperand;

/** Whether an element begins or ends the pattern. */
interface Edges {
  isFirst: boolean;
  isLast: boolean;
}

const INSIDE: Edges = { isFirst: false, isLast: false };

/** Reads the tree of one pattern. */
class PatternReader {
  readonly #use: PatternUse;

  constructor(use: PatternUse) {
    this.#use = use;
  }

  any(alternatives: readonly AST.Alternative[], edges: Edges): Part {
    return { kind: 'any', parts: alternatives.map(({ elements }) => this.all(elements, edges)) };
  }

  all(elements: readonly AST.Element[], { isFirst, isLast }: Edges): Part {
    const parts = elements.map((element, at) =>
      this.element(element, {
        isFirst: isFirst && at === 0,
        isLast: isLast && at === elements.length - 1,
      }),
    );
    return { kind: 'all', parts };
  }

  element(node: AST.Element, edges: Edges): Part {
    switch (node.type) {
      case 'Group':
        if (node.modifiers) throw new PatternFault('It must not have flags, such as (?i:…).');
        return this.any(node.alternatives, edges);
      case 'CapturingGroup':
        return this.any(node.alternatives, edges);
      case 'Quantifier':
        return {
          kind: 'repeat',
          part: this.element(node.element, INSIDE),
          min: node.min,
          max: node.max,
        };
      case 'Assertion': {
        // Patterns match whole texts anyway.
        const isImplied =
          (edges.isFirst && node.kind === 'start') || (edges.isLast && node.kind === 'end');
        return isImplied ? { kind: 'all', parts: [] } : { kind: 'at', place: placeOf(node) };
      }
      case 'Backreference':
        throw new PatternFault(
          'It must not have back-references, such as \\1: they cannot be matched in linear time.',
        );
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return { kind: 'one', of: this.set(node) };
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
        return only(node.value);
      case 'CharacterClassRange':
        return [[node.min.value, node.max.value]];
      case 'CharacterSet':
        return this.escape(node);
      case 'CharacterClass': {
        const sets = node.elements.map((element) => this.set(element));
        return node.negate ? complement(union(...sets)) : union(...sets);
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
    const one = isNested ? this.expression(left) : this.set(left);
    const other = this.set(right);
    return intersection(one, type === 'ClassIntersection' ? other : complement(other));
  }

  escape(node: AST.CharacterSet): CodePoints {
    switch (node.kind) {
      case 'any':
        return NO_LINE_END;
      case 'digit':
        return node.negate ? complement(DIGITS) : DIGITS;
      case 'space':
        return node.negate ? complement(SPACE) : SPACE;
      case 'word':
        return node.negate ? complement(WORD) : WORD;
      case 'property':
        if (node.strings) throw new PatternFault(NO_STRINGS);
        return this.property(node.raw);
    }
  }

  property(escape: string): CodePoints {
    if (this.#use.properties.add(escape).size > LIMITS.patternProperties) {
      throw new PatternFault(
        `It must not name more than ${LIMITS.patternProperties} Unicode properties.`,
      );
    }
    const set = setsByProperty.get(escape) ?? withProperty(escape);
    setsByProperty.set(escape, set);
    return set;
  }
}

function placeOf(node: AST.Assertion): Place {
  switch (node.kind) {
    case 'start':
    case 'end':
      return node.kind;
    case 'word':
      return node.negate ? 'no word' : 'word';
    case 'lookahead':
    case 'lookbehind':
      throw new PatternFault(
        'It must not look ahead or behind, as (?=…) and (?<=…) do: that cannot be matched in linear time.',
      );
  }
}

/** Everything but the last sentence of the parser's message repeats the pattern. */
const reasonOf = ({ message }: Error) => message.slice(message.lastIndexOf(': ') + 2);

/** Reads a pattern as HTML does, with the flag `v`; throws a `PatternFault`. It adds to `use`, also where it throws. */
export function readPattern(source: string, use: PatternUse): Part {
  const RegExpParser = loadParser();
  try {
    const parser = new RegExpParser({ ecmaVersion: 2025 });
    const { alternatives } = parser.parsePattern(source, 0, source.length, { unicodeSets: true });
    const reader = new PatternReader(use);
    return reader.any(alternatives, { isFirst: true, isLast: true });
  } catch (error) {
    if (error instanceof PatternFault || !(error instanceof SyntaxError)) throw error;
    const reason = reasonOf(error);
    throw new PatternFault(
      `It must be a regular expression of JavaScript with the flag v, as HTML reads it: ${reason}.`,
      { cause: error },
    );
  }
}
