import { createRequire } from 'node:module';
import type * as re2js from 're2js';
import type { FormField } from '../contract/form-settings.ts';
import { LIMITS } from '../contract/limits.ts';
import {
  nothingUsed,
  PatternFault,
  readPattern,
  type Part,
  type PatternUse,
} from './pattern-parts.ts';

/** A pattern of HTML as it is remembered: its cost, or why it cannot be matched in linear time. */
export interface Pattern {
  source: string;
  /** Why it cannot, in a sentence; it matches nothing then. */
  fault?: string;
  /** Parts with repetitions written out. */
  size: number;
  /** The longest text that can match, in UTF-16 units. */
  longest: number;
  /** The Unicode properties that it names. */
  properties: ReadonlySet<string>;
  /** Steps that reading it took, each of less than a microsecond. */
  steps: number;
}

/** Bytes of the table that RE2 makes for a pattern while it matches. */
const TABLE_BYTES = 524_288;

/** Steps of making patterns ready so far, a few microseconds each: reading one, and each range and part of it. */
let steps = 0;
const READING = 100;
const EACH_PART = 10;

/** Steps of work on patterns in this process so far; callers compare two readings. */
export const patternWork = (): number => steps;

/** Its parts are large, and are not remembered. */
function readWhole(source: string): Pattern & { part?: Part } {
  const use = nothingUsed();
  const about = () => ({
    source,
    properties: use.properties,
    steps: source.length + use.ranges,
  });
  try {
    const part = readPattern(source, use);
    steps += READING + use.ranges;
    return { ...about(), size: part.size, longest: part.longest, part };
  } catch (error) {
    if (!(error instanceof PatternFault)) throw error;
    return { ...about(), fault: error.message, size: 0, longest: 0 };
  }
}

/** The value of a key, which is made if it is not remembered; the longest unused one is forgotten. */
function remember<V>(memory: Map<string, V>, most: number, key: string, make: () => V): V {
  const value = memory.get(key) ?? make();
  memory.delete(key);
  memory.set(key, value);
  const [oldest] = memory.keys();
  if (memory.size > most && oldest !== undefined) memory.delete(oldest);
  return value;
}

/** Settings have up to a hundred patterns: those that come again cost nothing. */
const MOST_PATTERNS = 5_000;

const patterns = new Map<string, Pattern>();

/** Reads a pattern of HTML, which matches whole texts, or says why it cannot be one here. */
export const judgePattern = (source: string): Pattern =>
  remember(patterns, MOST_PATTERNS, source, () => {
    const { part: _, ...pattern } = readWhole(source);
    return pattern;
  });

type Matcher = (text: string) => boolean;

const load = createRequire(import.meta.url);

/** Loaded by the first match: RE2 takes longer to load than most services to answer. */
const loadRe2 = () => (load('re2js') as typeof re2js).RE2Set;

function createMatcher(source: string): Matcher {
  const RE2Set = loadRe2();
  const { part, size } = readWhole(source);
  if (!part) return () => false;
  steps += size * EACH_PART;
  const set = new RE2Set(RE2Set.ANCHOR_BOTH, 0, TABLE_BYTES);
  set.add(part.toRe2());
  set.compile();
  return (text) => set.match(text).length > 0;
}

/** Matchers that are kept ready; a form has few patterns, and few forms are busy. */
const MOST_MATCHERS = 128;

const matchers = new Map<string, Matcher>();

/** Whether a whole text matches. */
export const matches = ({ source, longest }: Pattern, text: string): boolean =>
  text.length <= longest &&
  remember(matchers, MOST_MATCHERS, source, () => createMatcher(source))(text);

/** Below these steps a pattern is cheap, whatever its automaton. */
const WORTH_A_LOOK = 1_000;

/** Whether it takes few steps to say whether a text matches. */
export const isQuick = ({ size, longest }: Pattern, { length }: string): boolean =>
  length > longest || size * length <= WORTH_A_LOOK;

/**
 * The most that patterns can cost, each in its field: parts times characters. The texts of all fields share the
 * length of a submission.
 */
export function costOf(
  given: readonly (readonly [Pattern, Pick<FormField, 'maxlength' | 'multiple'>])[],
): number {
  let left: number = LIMITS.submissionBytes;
  let cost = 0;
  for (const [{ size, longest }, { maxlength = Infinity, multiple }] of given.toSorted(
    ([one], [other]) => other.size - one.size,
  )) {
    const characters = Math.min(left, multiple ? Infinity : Math.min(longest, maxlength));
    cost += size * characters;
    left -= characters;
  }
  return cost;
}

/** Steps of reading the patterns of one form for samples, each of less than a microsecond. */
const MOST_SAMPLE_STEPS = 3_000;

/**
 * A text of at least one character and these lengths that a pattern matches, made from its parts, without
 * matching; undefined if none is found. All patterns of one form share `use`, which bounds the work.
 */
export function samplePattern(
  source: string,
  { minlength = 1, maxlength = Infinity }: Pick<FormField, 'minlength' | 'maxlength'>,
  use: PatternUse,
): string | undefined {
  use.ranges += source.length;
  if (use.ranges > MOST_SAMPLE_STEPS) return undefined;
  try {
    const part = readPattern(source, use);
    return [1, 2, 3, minlength, 0]
      .map((wish) => part.sample(wish) ?? '')
      .find(({ length }) => length >= Math.max(minlength, 1) && length <= maxlength);
  } catch (error) {
    if (!(error instanceof PatternFault)) throw error;
    return undefined;
  }
}
