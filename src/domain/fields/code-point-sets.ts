/** A set of code points as ranges, both ends included, in their order and apart from each other. */
export type CodePoints = readonly (readonly [first: number, last: number])[];

const LAST = 0x10_ff_ff;

export const NOTHING: CodePoints = [];

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

const BEFORE_SURROGATES = 0xd7_ff;
const SURROGATES = [0xd8_00, 0xdf_ff] as const;

/** Every code point but the surrogates, which would be read as pairs. */
let text = '';

function allText(): string {
  if (text !== '') return text;
  const parts: string[] = [];
  for (let from = 0; from <= LAST; from += 0x8_00) {
    if (from >= SURROGATES[0] && from <= SURROGATES[1]) continue;
    parts.push(String.fromCodePoint(...Array.from({ length: 0x8_00 }, (_, at) => from + at)));
  }
  text = parts.join('');
  return text;
}

/** The code points of a Unicode property as this JavaScript engine has it, such as `\p{Lu}`. */
export function withProperty(escape: string): CodePoints {
  const propertyRun = `${escape}+`;
  const found: (readonly [number, number])[] = [];
  for (const [run] of allText().matchAll(new RegExp(propertyRun, 'gv'))) {
    const isPair = run.length > 1 && (run.codePointAt(run.length - 2) ?? 0) > 0xff_ff;
    const [first, last] = [0, run.length - (isPair ? 2 : 1)].map((at) => run.codePointAt(at) ?? 0);
    if (first === undefined || last === undefined) continue;
    // A run over the surrogates, which the text lacks, is two.
    const isSplit = first <= BEFORE_SURROGATES && last > SURROGATES[1];
    if (isSplit) found.push([first, BEFORE_SURROGATES], [SURROGATES[1] + 1, last]);
    else found.push([first, last]);
  }
  const hasSurrogates = new RegExp(propertyRun, 'v').test('\ud800');
  return union(found, hasSurrogates ? [SURROGATES] : []);
}
