import type { FormId } from '../../contract/names.ts';
import type { RouteRow, RouteStore } from './route-table.ts';

/** Rows remembered, and the characters of their sealed texts in all: most have less than 500. */
const MOST = { rows: 10_000, characters: 5_000_000 };

/**
 * Look-ups of forms in SQLite. A row is remembered until this process writes to `routes` or another
 * one writes at all, which each turn asks once: 16 look-ups take 1.4 µs each instead of 12.
 */
export class FoundRows {
  readonly #findStored: RouteStore['find'];
  readonly #versionOf: () => unknown;
  readonly #rows = new Map<FormId, RouteRow>();
  #characters = 0;
  #version: unknown = undefined;
  #isChecked = false;
  /** Grows when rows are forgotten: one that was read before must not be remembered after it. */
  #times = 0;

  /** `versionOf` gives another value after each commit of another connection. */
  constructor(find: RouteStore['find'], versionOf: () => unknown) {
    this.#findStored = find;
    this.#versionOf = versionOf;
  }

  readonly find: RouteStore['find'] = async (formId) => {
    this.#check();
    const times = this.#times;
    const known = this.#rows.get(formId);
    if (known) return known;
    const row = await this.#findStored(formId);
    if (row && times === this.#times) this.#remember(row);
    return row;
  };

  #check(): void {
    if (this.#isChecked) return;
    const version = this.#versionOf();
    if (version !== this.#version) this.forget();
    this.#version = version;
    this.#isChecked = true;
    setImmediate(() => (this.#isChecked = false));
  }

  #remember(row: RouteRow): void {
    this.#characters += row.sealed.length;
    if (this.#rows.size >= MOST.rows || this.#characters > MOST.characters) {
      this.forget();
      this.#characters = row.sealed.length;
    }
    this.#rows.set(row.formId, row);
  }

  /** Call it at each write to `routes`. */
  forget(): void {
    this.#times += 1;
    this.#characters = 0;
    this.#rows.clear();
  }
}
