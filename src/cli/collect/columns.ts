import { hash } from 'node:crypto';
import type { MailFact } from '../../mail/mail-layout.ts';

/** The column with the fields for which there is no column, as a JSON array of label and value. */
const OTHERS = 'other_fields';

/** The columns that every table has, around those of the fields. */
const [BEFORE, AFTER] = [
  ['reference', 'received', 'form'],
  ['attachments', 'receipt'],
] as const;

const FIXED: ReadonlySet<string> = new Set([...BEFORE, ...AFTER, OTHERS]);

/** Spreadsheets and SQLite have at most 1,024 or 2,000 columns. */
const MOST_COLUMNS = 500;

/** A field of forms that has a column. */
export interface FieldColumn {
  label: string;
  /** 1, and counting up if a mail has the same label again. */
  nth: number;
  /** No two columns have the same, whatever their capitals; a field called like one has a number behind its label. */
  name: string;
}

/** The cells of a row by the names of their columns; empty ones are left out. */
export type Cells = ReadonlyMap<string, string>;

/** A hash by which a row is found again, whatever the order of its columns. */
export function digestOf(cells: Cells): string {
  const sorted = Array.from(cells).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return hash('sha256', JSON.stringify(sorted), 'base64url');
}

const keyOf = ({ label, nth }: Pick<FieldColumn, 'label' | 'nth'>) => `${nth} ${label}`;

/** The columns of fields, in the order of the forms that have them. */
export class Columns {
  readonly #fields: FieldColumn[];
  readonly #names: Set<string>;
  readonly #byKey: Map<string, FieldColumn>;

  constructor(fields: readonly FieldColumn[]) {
    this.#fields = [...fields];
    this.#names = new Set([...FIXED, ...fields.map(({ name }) => name.toLowerCase())]);
    this.#byKey = new Map(fields.map((field) => [keyOf(field), field]));
  }

  get fields(): readonly FieldColumn[] {
    return this.#fields;
  }

  get names(): string[] {
    const others = this.#byKey.size < MOST_COLUMNS ? [] : [OTHERS];
    return [...BEFORE, ...this.#fields.map(({ name }) => name), ...others, ...AFTER];
  }

  #newName(label: string): string {
    let name = label;
    for (let count = 2; this.#names.has(name.toLowerCase()); count += 1)
      name = `${label} (${count})`;
    this.#names.add(name.toLowerCase());
    return name;
  }

  /** A new column stands behind the one before it in its mail. */
  #add(label: string, nth: number, before: FieldColumn | undefined): FieldColumn | undefined {
    if (this.#fields.length >= MOST_COLUMNS) return undefined;
    const column = { label, nth, name: this.#newName(label) };
    this.#fields.splice(before ? this.#fields.indexOf(before) + 1 : 0, 0, column);
    this.#byKey.set(keyOf(column), column);
    return column;
  }

  /** Facts as cells; adds the columns that are missing. */
  toCells(facts: readonly MailFact[]): [name: string, text: string][] {
    const cells: [string, string][] = [];
    const others: [string, string][] = [];
    const seen = new Map<string, number>();
    let before: FieldColumn | undefined;
    for (const { label, value } of facts) {
      const nth = (seen.get(label) ?? 0) + 1;
      seen.set(label, nth);
      const column = this.#byKey.get(keyOf({ label, nth })) ?? this.#add(label, nth, before);
      if (column) cells.push([column.name, value]);
      else others.push([label, value]);
      before = column ?? before;
    }
    return others.length === 0 ? cells : [...cells, [OTHERS, JSON.stringify(others)]];
  }
}
