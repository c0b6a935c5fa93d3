import type { CodePoints } from './code-point-sets.ts';
import { PatternFault, readPattern, type Part, type PatternUse } from './pattern-parts.ts';

/** Characters that people expect, each tried in turn. */
const USUAL = Array.from('a1A -./:@_', (character) => character.codePointAt(0) ?? 0);

/** UTF-16 units of the longest sample. */
const LONGEST = 1_000;

/** Steps of reading the patterns of one form, each of less than a microsecond. */
const MOST_STEPS = 3_000;

const isSeen = (character: string) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(character);

const has = (set: CodePoints, codePoint: number) =>
  set.some(([first, last]) => first <= codePoint && codePoint <= last);

/** One of several characters; undefined if none of them can be seen. */
function characterOf(set: CodePoints): string | undefined {
  const usual = USUAL.find((each) => has(set, each));
  const found =
    usual ?? set.map(([first]) => first).find((each) => isSeen(String.fromCodePoint(each)));
  return found === undefined ? undefined : String.fromCodePoint(found);
}

/** What a part matches, with `wish` repetitions where it leaves the choice; undefined if none is found. */
function textOf(part: Part, wish: number): string | undefined {
  switch (part.kind) {
    case 'one':
      return characterOf(part.of);
    case 'at':
      // Whether it is such a place depends on what is around it.
      return undefined;
    case 'any':
      for (const each of part.parts) {
        const text = textOf(each, wish);
        if (text !== undefined) return text;
      }
      return undefined;
    case 'all': {
      let whole = '';
      for (const each of part.parts) {
        const text = textOf(each, wish);
        if (text === undefined || whole.length + text.length > LONGEST) return undefined;
        whole += text;
      }
      return whole;
    }
    case 'repeat': {
      const times = Math.min(part.max, Math.max(part.min, wish));
      const text = times === 0 ? '' : textOf(part.part, wish);
      if (text === undefined) return part.min === 0 ? '' : undefined;
      return text.length * times > LONGEST ? undefined : text.repeat(times);
    }
  }
}

/**
 * A text of at least one character and these lengths that a pattern matches, made from its parts, without
 * matching; undefined if none is found. All patterns of one form share `use`, which bounds the work.
 */
export function samplePattern(
  source: string,
  { minlength = 1, maxlength = LONGEST }: { minlength?: number; maxlength?: number },
  use: PatternUse,
): string | undefined {
  use.ranges += source.length;
  if (use.ranges > MOST_STEPS) return undefined;
  try {
    const part = readPattern(source, use);
    for (const wish of [1, 2, 3, minlength, 0]) {
      const text = textOf(part, wish) ?? '';
      if (text.length >= Math.max(minlength, 1) && text.length <= maxlength) return text;
    }
  } catch (error) {
    if (!(error instanceof PatternFault)) throw error;
  }
  return undefined;
}
