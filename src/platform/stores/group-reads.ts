import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Value } from './statement.ts';

interface Read {
  sql: string;
  values: readonly Value[];
  resolve(rows: object[]): void;
  reject(error: unknown): void;
}

/**
 * Reads of one turn of the event loop share a transaction, which locks the file and looks for changes once. It begins
 * after the last of them: each sees all that was written before it.
 */
export function groupReads(
  database: DatabaseSync,
  execute: (sql: string, values: readonly Value[]) => object[],
) {
  const begin = database.prepare('BEGIN');
  const end = database.prepare('COMMIT');
  let waiting: Read[] = [];

  /** Nothing is written in such a transaction: without it, reads are as right and only slower. */
  function attempt(statement: StatementSync): void {
    try {
      statement.run();
    } catch {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
    }
  }

  function readAll(): void {
    const group = waiting;
    waiting = [];
    // What is wrong with the database, each read finds by itself.
    attempt(begin);
    for (const { sql, values, resolve, reject } of group) {
      try {
        resolve(execute(sql, values));
      } catch (error) {
        reject(error);
      }
    }
    if (database.isOpen && database.isTransaction) attempt(end);
  }

  return {
    readAll,
    read: (sql: string, values: readonly Value[]) =>
      new Promise<object[]>((resolve, reject) => {
        if (waiting.push({ sql, values, resolve, reject }) === 1) setImmediate(readAll);
      }),
  };
}
