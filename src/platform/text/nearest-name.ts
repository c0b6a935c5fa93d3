/** Longer names are not compared: they cannot be a misspelling of a known one. */
const MOST_CHARACTERS = 64;

/**
 * A name without case and signs: `successMessage`, `success-message` and `success_message` are
 * equal.
 */
const fold = (name: string) => name.toLowerCase().replace(/[-_ ]/g, '');

/** Edits between two texts; swapped neighbours are one edit (optimal string alignment). */
function countEdits(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isEqual = from[i - 1] === to[j - 1];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isEqual ? 0 : 1),
        isSwap ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, row] = [row, next];
  }
  return row[to.length] ?? 0;
}

/**
 * The known name that a misspelt one most likely means: one edit for each three characters, or its
 * beginning. Undefined if there is none near enough.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MOST_CHARACTERS) return undefined;
  const written = fold(name);
  let [nearest, least]: [string | undefined, number] = [undefined, Infinity];
  for (const one of known) {
    const meant = fold(one);
    const most = Math.max(1, Math.floor(Math.max(written.length, meant.length) / 3));
    const isBeginning = written.length > 2 && meant.startsWith(written);
    const isFar = Math.abs(written.length - meant.length) > most;
    const edits = isBeginning ? 1 : isFar ? Infinity : countEdits(written, meant);
    if (edits <= most && edits < least && edits < written.length) [nearest, least] = [one, edits];
  }
  return nearest;
}

/** The end of a sentence about an unknown name: ` Did you mean “redirect”?`, or empty. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
}
