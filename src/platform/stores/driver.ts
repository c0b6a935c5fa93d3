import type { Parameter, StatementName } from './statements.ts';
import type { Connections } from './store.ts';

/** What a driver does with the statements; both promises reject when the engine fails. */
export interface Driver {
  read(statement: StatementName, ...parameters: Parameter[]): Promise<object[]>;
  /** Durable when it resolves; answers the rows of RETURNING. */
  write(statement: StatementName, ...parameters: Parameter[]): Promise<object[]>;
  /** Overwrites what deletes have freed, where the engine leaves that to us. */
  scrub(): void;
  /** Whether other processes may serve from the same store. */
  readonly shared: boolean;
  connections?(): Connections;
  close(): Promise<void>;
}

/** Removes what a statement of the sweeper removes of before a time; answers how many rows. */
export type Sweep = (statement: StatementName, before: number) => Promise<number>;
