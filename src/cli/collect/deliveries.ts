import type { StatementSync } from 'node:sqlite';
import type { NumberedMail } from './holes.ts';
import type { Message } from './message.ts';

/** The deliveries whose receipt holds: `number` is NULL without one, and 0 if mails of one delivery have different ones. */
export const DELIVERIES = `
  CREATE TABLE collect_deliveries (
    id TEXT PRIMARY KEY, form TEXT NOT NULL, date TEXT NOT NULL, number INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX collect_by_number ON collect_deliveries (form, substr(date, 1, 7), number, date);
`;

const NUMBER = /^(\d{4}-\d\d)\/([1-9]\d{0,8})$/;

/** The number that a mail names, if it is of the month that its receipt proves. */
function numberIn({ number: named, received }: Message): number | null {
  const [, month, number] = NUMBER.exec(named) ?? [];
  return month !== undefined && received.startsWith(month) ? Number(number) : null;
}

/** What runs remember of deliveries, so that holes in their numbers are seen over many runs and folders. */
export class Deliveries {
  readonly #run: (sql: string) => StatementSync;

  constructor(run: (sql: string) => StatementSync) {
    this.#run = run;
  }

  /** Each delivery counts once, and fills one hole at most, whatever mails with its receipt say. */
  note(message: Message): void {
    const { deliveryId, form, received } = message;
    if (deliveryId === undefined) return;
    const sql = `INSERT INTO collect_deliveries VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET number = CASE
        WHEN number IS NULL THEN excluded.number WHEN number = excluded.number THEN number ELSE 0 END
      WHERE excluded.number IS NOT NULL`;
    this.#run(sql).run(deliveryId, form, received.slice(0, 10), numberIn(message));
  }

  forms(): string[] {
    const rows = this.#run('SELECT DISTINCT form FROM collect_deliveries ORDER BY form').all();
    return rows.map(({ form }) => String(form));
  }

  /** Sorted by month and number. */
  numbersOf(form: string): Iterable<NumberedMail> {
    const sql = `SELECT substr(date, 1, 7) AS month, number, date FROM collect_deliveries
      WHERE form = ? AND number > 0 ORDER BY month, number, date`;
    return this.#run(sql).iterate(form) as Iterable<unknown> as Iterable<NumberedMail>;
  }

  /** How many there are of each day. */
  byDay(form: string): Map<string, number> {
    const sql = 'SELECT date, count(*) AS n FROM collect_deliveries WHERE form = ? GROUP BY date';
    const rows = this.#run(sql).all(form);
    return new Map(rows.map(({ date, n }) => [String(date), Number(n)]));
  }
}
