import { createRequire } from 'node:module';
import type * as re2js from 're2js';
import { LIMITS } from '../../contract/limits.ts';
import { isSmall, longestOf, sizeOf } from './pattern-cost.ts';
import { PatternFault, readPattern, toRe2, type Part } from './pattern-parts.ts';

/** A pattern that can be matched in linear time. */
export interface Pattern {
  fault?: undefined;
  /** Parts with repetitions written out. */
  size: number;
  /** The longest text that can match, in UTF-16 units. */
  longest: number;
  /** The Unicode properties that were looked up for it. */
  properties: ReadonlySet<string>;
  /** Whether a long text costs no more than a look-up for each character. */
  isSmall(): boolean;
  /** Whether a whole text matches. */
  matches(text: string): boolean;
}

/** What is no such pattern, and why, in a sentence. */
export interface NoPattern {
  fault: string;
  properties: ReadonlySet<string>;
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

/** Steps that what is posted for a field can cost, beyond one look-up for each character. */
export function costOf(
  { size, longest, isSmall: isCheap }: Pattern,
  { maxlength = LIMITS.submissionBytes, multiple }: { maxlength?: number; multiple?: boolean },
): number {
  const length = multiple ? LIMITS.submissionBytes : Math.min(longest, maxlength);
  return size * length > WORTH_A_LOOK && !isCheap() ? size * length : 0;
}

function createMatcher(part: Part): (text: string) => boolean {
  const RE2Set = loadRe2();
  const set = new RE2Set(RE2Set.ANCHOR_BOTH, 0, TABLE_BYTES);
  set.add(toRe2(part));
  set.compile();
  return (text) => set.match(text).length > 0;
}

function compile(source: string): Pattern | NoPattern {
  const properties = new Set<string>();
  try {
    const part = readPattern(source, properties);
    const size = sizeOf(part);
    if (size > MOST_PARTS) {
      const fault = `It is too large: with repetitions it may have ${MOST_PARTS} parts.`;
      return { fault, properties };
    }
    const longest = longestOf(part);
    let isCheap: boolean | undefined;
    let matcher: ((text: string) => boolean) | undefined;
    return {
      size,
      longest,
      properties,
      isSmall: () => (isCheap ??= isSmall(part)),
      matches: (text) => text.length <= longest && (matcher ??= createMatcher(part))(text),
    };
  } catch (error) {
    if (error instanceof PatternFault) return { fault: error.message, properties };
    throw error;
  }
}

/** Patterns that are kept ready; a form has few, and few forms are busy. */
const MOST_PATTERNS = 128;

const recent = new Map<string, Pattern | NoPattern>();

/** Reads a pattern of HTML, which matches whole texts, or says why it cannot be one here. */
export function compilePattern(source: string): Pattern | NoPattern {
  const known = recent.get(source) ?? compile(source);
  recent.delete(source);
  recent.set(source, known);
  const [oldest] = recent.keys();
  if (recent.size > MOST_PATTERNS && oldest !== undefined) recent.delete(oldest);
  return known;
}
