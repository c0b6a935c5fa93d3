/** A set of code points as ranges, both ends included, in their order and apart from each other. */
export type CodePoints = readonly (readonly [first: number, last: number])[];

const LAST = 0x10_ff_ff;

export const only = (codePoint: number): CodePoints => [[codePoint, codePoint]];

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

const fromTexts = (...ranges: readonly string[]): CodePoints =>
  union(
    ranges.map((range) => [range.codePointAt(0) ?? 0, range.codePointAt(range.length - 1) ?? 0]),
  );

export const DIGITS = fromTexts('09');
export const WORD = fromTexts('09', 'AZ', '__', 'az');
/** WhiteSpace and LineTerminator of ECMAScript, which are more than RE2 has. */
export const SPACE = fromTexts(
  '\t\r',
  '  ',
  '\u00a0\u00a0',
  '\u1680\u1680',
  '\u2000\u200a',
  '\u2028\u2029',
  '\u202f\u202f',
  '\u205f\u205f',
  '\u3000\u3000',
  '\ufeff\ufeff',
);
/** What `.` stands for without the flag `s`. */
export const NO_LINE_END = complement(fromTexts('\n\n', '\r\r', '\u2028\u2029'));

/** Ranges whose code points have all properties in common, so that one of them stands for all. */
const UNIFORM: CodePoints = [
  [0xd8_00, 0xdf_ff],
  // Planes without characters, and those for private use, but for the two noncharacters at their end.
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

/** The code points of a Unicode property as this JavaScript engine has it, such as `\p{Lu}`. */
export function withProperty(escape: string): CodePoints {
  texts ??= complement(UNIFORM).map(textOf);
  const one = new RegExp(escape, 'v');
  const propertyRun = `${escape}+`;
  const runs = new RegExp(propertyRun, 'gv');
  const found = UNIFORM.filter(([first]) => one.test(String.fromCodePoint(first)));
  for (const [run] of texts.flatMap((text) => Array.from(text.matchAll(runs)))) {
    const isPair = run.length > 1 && (run.codePointAt(run.length - 2) ?? 0) > 0xff_ff;
    const [first, last] = [0, run.length - (isPair ? 2 : 1)].map((at) => run.codePointAt(at) ?? 0);
    if (first !== undefined && last !== undefined) found.push([first, last]);
  }
  return union(found);
}
