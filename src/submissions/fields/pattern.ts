import { createRequire } from 'node:module';
import type * as re2js from 're2js';
import { LIMITS } from '../../contract/limits.ts';
import { longestOf, sizeOf } from './pattern-cost.ts';
import {
  nothingUsed,
  PatternFault,
  readPattern,
  toRe2,
  type Part,
  type PatternUse,
} from './pattern-parts.ts';

/** A pattern that can be matched in linear time. */
export interface Pattern {
  fault?: undefined;
  /** Parts with repetitions written out. */
  size: number;
  /** The longest text that can match, in UTF-16 units. */
  longest: number;
  use: Readonly<PatternUse>;
  /** Whether it takes few steps to say that for a text, whatever its automaton. */
  isQuick(text: string): boolean;
  /** Whether a whole text matches. */
  matches(text: string): boolean;
}

/** What is no such pattern, and why, in a sentence. */
export interface NoPattern {
  fault: string;
  use: Readonly<PatternUse>;
}

/** Most parts of one pattern: RE2 repeats nothing more often. */
const MOST_PARTS = 1_000;

/** Bytes of the table that RE2 makes for a pattern while it matches. */
const TABLE_BYTES = 524_288;

const load = createRequire(import.meta.url);

/** Loaded by the first match: RE2 takes longer to load than most services to answer. */
const loadRe2 = () => (load('re2js') as typeof re2js).RE2Set;

/** Below these steps a pattern is cheap, whatever its automaton. */
const WORTH_A_LOOK = 1_000;

/** A pattern, and the most characters of a text that it may have to read. */
export interface PatternCost {
  size: number;
  length: number;
}

/** What a pattern can cost in a field. */
export const costIn = (
  { size, longest }: Pick<Pattern, 'size' | 'longest'>,
  { maxlength = Infinity, multiple }: { maxlength?: number; multiple?: boolean },
): PatternCost => ({ size, length: multiple ? Infinity : Math.min(longest, maxlength) });

/** Parts times characters, at most, where the texts of all fields share the length of a submission. */
export function sumCosts(patterns: readonly PatternCost[]): number {
  let left: number = LIMITS.submissionBytes;
  let sum = 0;
  for (const { size, length } of patterns.toSorted((one, other) => other.size - one.size)) {
    const read = Math.min(length, left);
    sum += size * read;
    left -= read;
  }
  return sum;
}

/** Steps of making patterns ready so far, a few microseconds each: reading one, and each range and part of it. */
let steps = 0;
const READING = 100;
const EACH_PART = 10;

/** Which work on patterns this process has done; the difference of two is what was done in between. */
export const patternWork = (): number => steps;

function createMatcher(part: Part, size: number): (text: string) => boolean {
  const RE2Set = loadRe2();
  steps += size * EACH_PART;
  const set = new RE2Set(RE2Set.ANCHOR_BOTH, 0, TABLE_BYTES);
  set.add(toRe2(part));
  set.compile();
  return (text) => set.match(text).length > 0;
}

function compile(source: string): Pattern | NoPattern {
  const use = nothingUsed();
  try {
    const part = readPattern(source, use);
    steps += READING + use.ranges;
    const size = sizeOf(part);
    if (size > MOST_PARTS) {
      const fault = `It is too large: with repetitions it may have ${MOST_PARTS} parts.`;
      return { fault, use };
    }
    const longest = longestOf(part);
    let matcher: ((text: string) => boolean) | undefined;
    return {
      size,
      longest,
      use,
      isQuick: ({ length }) => length > longest || size * length <= WORTH_A_LOOK,
      matches: (text) => text.length <= longest && (matcher ??= createMatcher(part, size))(text),
    };
  } catch (error) {
    if (error instanceof PatternFault) return { fault: error.message, use };
    throw error;
  }
}

/** Patterns that are kept ready; a form has few, and few forms are busy. */
const MOST_PATTERNS = 128;

const recent = new Map<string, Pattern | NoPattern>();

/** The value of a key, which is made where it is not remembered; the longest unused one is forgotten. */
function remember<V>(memory: Map<string, V>, most: number, key: string, make: () => V): V {
  const value = memory.get(key) ?? make();
  memory.delete(key);
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > most && oldest !== undefined) memory.delete(oldest);
  return value;
}

/** Reads a pattern of HTML, which matches whole texts, or says why it cannot be one here. */
export const compilePattern = (source: string): Pattern | NoPattern =>
  remember(recent, MOST_PATTERNS, source, () => compile(source));

/** What settings have to know of a pattern; it is small, unlike the pattern. */
interface Verdict extends Pick<Pattern, 'size' | 'longest'> {
  fault?: string | undefined;
  properties: ReadonlySet<string>;
  /** Steps that reading it took, each of less than a microsecond. */
  steps: number;
}

function judge(source: string): Verdict {
  const { use, fault, size, longest } = { size: 0, longest: 0, ...compile(source) };
  return { fault, size, longest, properties: use.properties, steps: source.length + use.ranges };
}

/** Settings have up to a hundred patterns. */
const MOST_VERDICTS = 5_000;

const verdicts = new Map<string, Verdict>();

/** Judges a pattern before it is set. Verdicts are remembered: settings that come again cost nothing. */
export const judgePattern = (source: string): Verdict =>
  remember(verdicts, MOST_VERDICTS, source, () => judge(source));
