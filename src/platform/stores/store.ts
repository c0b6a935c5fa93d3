import type { CounterStore } from '../../domain/inboxes/counter-store.ts';
import type { RateStore } from '../../domain/inboxes/rate-limit.ts';
import type { RefusalStore } from '../../domain/inboxes/refusals.ts';
import type { RouteStore } from '../../domain/routes/route-store.ts';
import type { OutcomeStore } from '../../domain/submissions/outcome-store.ts';

/** Connections in use and unused, and calls that wait for one. */
export type Connections = {
  busy: number;
  idle: number;
  waiting: number;
};

/** Port: all that is kept. Every driver passes the shared test in test/stores. */
export interface Store {
  routes: RouteStore;
  counters: CounterStore;
  rates: RateStore;
  refusals: RefusalStore;
  outcomes: OutcomeStore;
  /** Whether other processes may serve from the same store. */
  readonly shared: boolean;
  /** Check values of the keys used before, by name: `index`, or the id of a sealing key. */
  listKeyChecks(): Promise<Map<string, string>>;
  addKeyCheck(name: string, check: string): Promise<void>;
  /** Forgets a key that opens nothing here any more. */
  removeKeyCheck(name: string): Promise<void>;
  /** The pool of connections, where the engine has one. */
  connections?(): Connections;
  /** Resolves when the engine answers a statement. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be opened or used; its message is for the operator. */
export class StoreError extends Error {
  /** The message again: it quotes nothing that was sent, so that the log may have it. */
  readonly advice: string;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.advice = message;
  }
}

/** The store cannot be reached now; a later start may do better. */
export class StoreUnavailable extends StoreError {}
