import type { CounterStore } from '../inboxes/counter-store.ts';
import type { RouteStore } from '../routes/route-store.ts';

/** Port: all that is kept. Every driver passes the shared test in test/stores. */
export interface Store {
  routes: RouteStore;
  counters: CounterStore;
  /** Check values of the keys used before, by name: `index`, or the id of a sealing key. */
  listKeyChecks(): Promise<Map<string, string>>;
  addKeyCheck(name: string, check: string): Promise<void>;
  close(): Promise<void>;
}

/** The store cannot be opened or used; its message is for the operator. */
export class StoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
  }
}
