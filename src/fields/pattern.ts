import { createRequire } from 'node:module';
import type * as regexpp from '@eslint-community/regexpp';
import type { AST } from '@eslint-community/regexpp';
import { LIMITS } from '../contract/limits.ts';
import { mendPattern } from './mend-pattern.ts';
import { Automaton, PatternFault, sizeOf, stepsSoFar } from './pattern-automaton.ts';

const load = createRequire(import.meta.url);

/** Loaded by the first pattern. */
const loadParser = () => (load('@eslint-community/regexpp') as typeof regexpp).RegExpParser;

/** Faults of HTML's own reading, with a correct spelling if there is one. */
function faultOfSyntax(source: string, { message }: SyntaxError): PatternFault {
  // Everything but the last sentence of the parser's message repeats the pattern.
  const reason = message.slice(message.lastIndexOf(': ') + 2);
  const mended = mendPattern(source);
  const other = mended === undefined ? undefined : judgePattern(mended).fault;
  return new PatternFault(
    other ??
      `It must be a regular expression of JavaScript with the flag v, as HTML reads it: ${reason}.` +
        (mended === undefined ? '' : ` Write it like this: ${mended}`),
  );
}

/** Those of pages that somebody else wrote may be longer than those of settings. */
const MOST_UNITS = 2 * LIMITS.fieldPatternCodePoints;

/** Reads a pattern as HTML does, with the flag `v`; throws a `PatternFault`. */
function readPattern(source: string): { alternatives: AST.Alternative[]; size: number } {
  if (source.length > MOST_UNITS) throw new PatternFault('It is too long.');
  const RegExpParser = loadParser();
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  try {
    const { alternatives } = parser.parsePattern(source, 0, source.length, { unicodeSets: true });
    return { alternatives, size: sizeOf(alternatives) };
  } catch (error) {
    throw error instanceof SyntaxError ? faultOfSyntax(source, error) : error;
  }
}

/** A pattern's size as an automaton, or a sentence that says why it cannot run in linear time. */
export type JudgedPattern = { size: number; fault?: never } | { size?: never; fault: string };

export function judgePattern(source: string): JudgedPattern {
  try {
    return { size: readPattern(source).size };
  } catch (error) {
    if (!(error instanceof PatternFault)) throw error;
    return { fault: error.message };
  }
}

/** Cached automata: a form has few patterns, and few forms are busy. `undefined` means a fault. */
const ready = new Map<string, Automaton | undefined>();

const MOST_WEIGHT = 400_000;
let weight = 0;

/** Each has the text of its pattern, too. */
const weightOf = (automaton: Automaton | undefined) => 100 + (automaton?.weight ?? 0);

function forgetOldest(): void {
  for (const [source, automaton] of ready) {
    if (weight <= MOST_WEIGHT) return;
    ready.delete(source);
    weight -= weightOf(automaton);
  }
}

function makeAutomaton(source: string): Automaton | undefined {
  try {
    const { alternatives, size } = readPattern(source);
    return size > LIMITS.patternParts ? undefined : new Automaton(alternatives);
  } catch (error) {
    if (!(error instanceof PatternFault)) throw error;
    return undefined;
  }
}

function automatonOf(source: string): Automaton | undefined {
  const isReady = ready.has(source);
  const automaton = isReady ? ready.get(source) : makeAutomaton(source);
  ready.delete(source);
  ready.set(source, automaton);
  if (!isReady) {
    weight += weightOf(automaton);
    forgetOldest();
  }
  return automaton;
}

/** True if the whole text does not match. Faulty patterns and too long texts never mismatch. */
export const mismatches = (source: string, text: string): boolean =>
  text.length <= LIMITS.patternTextCharacters && automatonOf(source)?.matches(text) === false;

/** Steps of pattern work in this process, about ten nanoseconds each; callers use differences. */
export const patternWork = stepsSoFar;
