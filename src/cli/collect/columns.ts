import type { MailFact } from '../../mail/quoted-facts.ts';

/** The column with the fields that have none of their own, as a JSON array of name and value. */
const OTHERS = 'other_fields';

/** The columns that every table has, around those of the fields. */
const [BEFORE, AFTER] = [
  ['reference', 'received', 'form'],
  ['attachments', 'receipt'],
] as const;

const FIXED: ReadonlySet<string> = new Set([...BEFORE, ...AFTER, OTHERS]);

/** Spreadsheets and SQLite have at most 1,024 or 2,000 columns. */
const MOST_COLUMNS = 500;

/** A form adds columns only below this share of the remaining ones, to leave some for others. */
const SHARE = 1 / 2;

/** A field of forms that has a column. */
export interface FieldColumn {
  /** The name of the field; '' for all that have no column. */
  field: string;
  /** The field's name; with a number if another column has this name, ignoring case. */
  name: string;
  /** The form that made it; '' for the column of all others. */
  form: string;
}

/** The cells of a row by the names of their columns; empty ones are left out. */
export type Cells = ReadonlyMap<string, string>;

/** The columns of fields, in the order of their forms. Fields with equal names share one. */
export class Columns {
  readonly #fields: FieldColumn[];
  readonly #names: Set<string>;
  readonly #byField: Map<string, FieldColumn>;
  readonly #madeBy = new Map<string, number>();

  constructor(fields: readonly FieldColumn[]) {
    this.#fields = [...fields];
    this.#names = new Set([...FIXED, ...fields.map(({ name }) => name.toLowerCase())]);
    this.#byField = new Map(fields.map((column) => [column.field, column]));
    for (const { form } of fields) this.#count(form);
  }

  get fields(): readonly FieldColumn[] {
    return this.#fields;
  }

  get names(): string[] {
    return [...BEFORE, ...this.#fields.map(({ name }) => name), ...AFTER];
  }

  #newName(field: string): string {
    let name = field;
    for (let count = 2; this.#names.has(name.toLowerCase()); count += 1)
      name = `${field} (${count})`;
    this.#names.add(name.toLowerCase());
    return name;
  }

  #count(form: string): void {
    this.#madeBy.set(form, (this.#madeBy.get(form) ?? 0) + 1);
  }

  /** A new column stands behind the one before it in its mail. */
  #add(field: string, form: string, before: FieldColumn | undefined): FieldColumn | undefined {
    const left = MOST_COLUMNS - this.#fields.length;
    if ((this.#madeBy.get(form) ?? 0) >= left * SHARE) return undefined;
    const column = { field, name: this.#newName(field), form };
    this.#count(form);
    this.#fields.splice(before ? this.#fields.indexOf(before) + 1 : 0, 0, column);
    this.#byField.set(field, column);
    return column;
  }

  #others(): FieldColumn {
    const known = this.#byField.get('');
    if (known) return known;
    const column = { field: '', name: OTHERS, form: '' };
    this.#fields.push(column);
    this.#byField.set('', column);
    return column;
  }

  /** Turns fields into cells, and adds missing columns if a receipt proves the form. */
  toCells(fields: readonly MailFact[], form: string | undefined): Map<string, string> {
    const cells = new Map<string, string>();
    const others: [string, string][] = [];
    let before: FieldColumn | undefined;
    for (const { label, value } of fields) {
      const known = label === '' ? undefined : this.#byField.get(label);
      const column = known ?? (form === undefined ? undefined : this.#add(label, form, before));
      before = column ?? before;
      if (!column) {
        others.push([label, value]);
        continue;
      }
      // Names that differ in what nobody sees are one.
      const more = cells.get(column.name);
      cells.set(column.name, more === undefined ? value : `${more}\n${value}`);
    }
    if (others.length > 0) cells.set(this.#others().name, JSON.stringify(others));
    return cells;
  }
}
