/** Which earlier submissions count. */
interface Rule {
  /** Milliseconds. */
  window: number;
  /** True if sightings at the same form count, false if those at others do. */
  ofSameForm: boolean;
}

/** Number of sightings that are normal. */
const USUAL = 3;

/** Numbers of a row: a fingerprint, how many sightings it has, and the time and form of each. */
const ROW = 2 + 2 * (USUAL + 1);

/** Number of newest fingerprints that are remembered of each kind; about 2.5 MB in all. */
const MOST = 10_000;

/** Rows of a table, of which five in eight are taken at most; a power of two. */
const ROWS = 8_192;

/** A hash table in one array: Maps of objects cost a submission 3 µs, most of it as garbage. */
class Table {
  readonly rows = new Float64Array(ROWS * ROW);
  size = 0;

  /** Where the row of a fingerprint begins, or the empty one that it may take. */
  find(print: number): number {
    const { rows } = this;
    let at = (print & (ROWS - 1)) * ROW;
    while (rows[at] !== print && rows[at] !== 0) at = (at + ROW) % rows.length;
    return at;
  }

  clear(): void {
    this.rows.fill(0);
    this.size = 0;
  }
}

/** The last submissions with each fingerprint, one more than is normal. */
export class Sightings {
  readonly #rule: Rule;
  // Two generations: the older one is dropped as a whole, without a search for the oldest entry.
  #young = new Table();
  #old = new Table();

  constructor(rule: Rule) {
    this.#rule = rule;
  }

  /** Notes one; true if earlier ones make it unusual. */
  note(print: number, time: number, form: number): boolean {
    const first = this.#rowOf(print) + 2;
    const { rows } = this.#young;
    const { window, ofSameForm } = this.#rule;
    const end = first + 2 * (rows[first - 1] ?? 0);
    let next = first;
    for (let at = first; at < end; at += 2) {
      const isYoung = time - (rows[at] ?? 0) < window;
      if (!isYoung || (rows[at + 1] === form) !== ofSameForm) continue;
      rows.copyWithin(next, at, at + 2);
      next += 2;
    }
    const count = (next - first) / 2;
    if (count > USUAL) rows.copyWithin(first, first + 2, next);
    const last = Math.min(count, USUAL);
    rows[first - 1] = last + 1;
    rows[first + 2 * last] = time;
    rows[first + 2 * last + 1] = form;
    return count >= USUAL;
  }

  forget(print: number, time: number, form: number): void {
    for (const table of [this.#young, this.#old]) {
      const first = table.find(print) + 2;
      const { rows } = table;
      if (rows[first - 2] !== print) continue;
      const count = rows[first - 1] ?? 0;
      const end = first + 2 * count;
      for (let at = first; at < end; at += 2) {
        if (rows[at] !== time || rows[at + 1] !== form) continue;
        rows.copyWithin(at, at + 2, end);
        rows[first - 1] = count - 1;
        return;
      }
    }
  }

  /** Where the row of a fingerprint begins in the young table; begins it, with what is known. */
  #rowOf(print: number): number {
    let at = this.#young.find(print);
    if (this.#young.rows[at] === print) return at;
    if (this.#young.size >= MOST / 2) {
      [this.#young, this.#old] = [this.#old, this.#young];
      this.#young.clear();
      at = this.#young.find(print);
    }
    const known = this.#old.find(print);
    const { rows } = this.#old;
    if (rows[known] === print) this.#young.rows.set(rows.subarray(known, known + ROW), at);
    else this.#young.rows[at] = print;
    this.#young.size += 1;
    return at;
  }
}
