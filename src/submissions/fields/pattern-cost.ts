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
