import type { CountStore } from './count-table.ts';
import type { CounterStore, RateStore, RefusalStore } from './counter-tables.ts';
import type { RouteStore } from './route-store.ts';
import type { OutcomeStore } from './outcome-table.ts';
import type { ConnectionUse } from './statement.ts';

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
