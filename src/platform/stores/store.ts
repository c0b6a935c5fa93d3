import type { CountStore } from '../../forms/counts/count-store.ts';
import type { CounterStore } from '../../inboxes/counter-store.ts';
import type { RateStore } from '../../inboxes/rate-limit.ts';
import type { RefusalStore } from '../../inboxes/refusals.ts';
import type { RouteStore } from '../../forms/route-store.ts';
import type { OutcomeStore } from '../../submissions/outcome-store.ts';

/** How many connections are in use and idle, and how many calls wait for one. */
export type ConnectionUse = {
  busy: number;
  idle: number;
  waiting: number;
};

/** Port: everything that is kept. Every driver passes the shared test in test/stores. */
export interface Store {
  routes: RouteStore;
  counters: CounterStore;
  rates: RateStore;
  refusals: RefusalStore;
  outcomes: OutcomeStore;
  counts: CountStore;
  /** Whether other processes may serve from the same store. */
  readonly shared: boolean;
  /** Check values of the keys used before, by name: `index`, or the id of a sealing key. */
  listKeyChecks(): Promise<Map<string, string>>;
  addKeyCheck(name: string, check: string): Promise<void>;
  /** Forgets a key that no row needs any more. */
  removeKeyCheck(name: string): Promise<void>;
  /** The pool of connections, where the engine has one. */
  connections?(): ConnectionUse;
  /** Resolves when the engine has written something. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** An error's own code: a SQLSTATE, or that of the system or the client; empty without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** The answer to a statement that may not be repeated was lost: it was executed, or not. */
export class AnswerLost extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super('the answer of the database was lost', { cause });
    this.name = 'AnswerLost';
    this.code = codeOf(cause);
  }
}

/** The store cannot be opened or used; its message is for the operator. */
export class StoreError extends Error {
  /** The message again. It quotes nothing that was sent, so it may be logged. */
  readonly advice: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.advice = message;
  }
}

/** The store cannot be reached now; a later start may succeed. */
export class StoreUnavailable extends StoreError {}
