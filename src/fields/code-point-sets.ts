/** A set of code points as ranges, both ends included, in their order and apart from each other. */
export type CodePoints = readonly (readonly [first: number, last: number])[];

const LAST = 0x10_ff_ff;

export function union(...sets: readonly CodePoints[]): CodePoints {
  const sorted = sets.flat().sort(([one], [other]) => one - other);
  const merged: [number, number][] = [];
  for (const [first, last] of sorted) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  return merged;
}

/** All code points that a set lacks. */
export function complement(set: CodePoints): CodePoints {
  const gaps: [number, number][] = [];
  let next = 0;
  for (const [first, last] of set) {
    if (first > next) gaps.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST) gaps.push([next, LAST]);
  return gaps;
}

export const intersection = (one: CodePoints, other: CodePoints): CodePoints =>
  complement(union(complement(one), complement(other)));

/** Ranges whose code points have all properties in common, so that one of them stands for all. */
const UNIFORM: CodePoints = [
  [0xd8_00, 0xdf_ff],
  // Planes without characters, and those for private use, except the two noncharacters at their end.
  ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16].map(
    (plane) => [plane * 0x1_00_00, plane * 0x1_00_00 + 0xff_fd] as const,
  ),
];

/** All other code points, a text for each range of them. */
let texts: readonly string[] | undefined;

const PIECE = 0x8_00;

function textOf([first, last]: CodePoints[number]): string {
  const pieces: string[] = [];
  for (let from = first; from <= last; from += PIECE) {
    const length = Math.min(PIECE, last - from + 1);
    pieces.push(String.fromCodePoint(...Array.from({ length }, (_, at) => from + at)));
  }
  return pieces.join('');
}

/** By their spelling: there are no more than Unicode has names. */
const setsByEscape = new Map<string, CodePoints>();

function findByEscape(escape: string): CodePoints {
  texts ??= complement(UNIFORM).map(textOf);
  const one = new RegExp(escape, 'v');
  const run = `${escape}+`;
  const runs = new RegExp(run, 'gv');
  const found = UNIFORM.filter(([first]) => one.test(String.fromCodePoint(first)));
  for (const [text] of texts.flatMap((each) => Array.from(each.matchAll(runs)))) {
    const isPair = text.length > 1 && (text.codePointAt(text.length - 2) ?? 0) > 0xff_ff;
    const [first, last] = [0, text.length - (isPair ? 2 : 1)].map(
      (at) => text.codePointAt(at) ?? 0,
    );
    if (first !== undefined && last !== undefined) found.push([first, last]);
  }
  return union(found);
}

/** The code points of `.`, `\s`, `\p{Lu}` and the like, as this JavaScript engine has them. */
export function codePointsOf(escape: string): CodePoints {
  const set = setsByEscape.get(escape) ?? findByEscape(escape);
  setsByEscape.set(escape, set);
  return set;
}

const hex = (codePoint: number) => `\\x{${codePoint.toString(16)}}`;

/** A set in the syntax of RE2, whose own classes are not used: it has other ones for some names. */
export const toClass = (set: CodePoints): string =>
  set.length === 0
    ? `[^${hex(0)}-${hex(0x10_ff_ff)}]`
    : `[${set.map(([first, last]) => `${hex(first)}-${hex(last)}`).join('')}]`;

/** Characters that people expect, each tried in turn. */
const USUAL = Array.from('a1A -./:@_', (character) => character.codePointAt(0) ?? 0);

const isSeen = (codePoint: number) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(String.fromCodePoint(codePoint));

/** A character of a set; undefined if none of them can be seen. */
export function characterIn(set: CodePoints): string | undefined {
  const usual = USUAL.find((each) => set.some(([first, last]) => first <= each && each <= last));
  const found = usual ?? set.map(([first]) => first).find(isSeen);
  return found === undefined ? undefined : String.fromCodePoint(found);
}
