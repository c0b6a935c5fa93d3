import type { TestContext } from 'node:test';
import type { Store } from '../../src/platform/stores/store.ts';

/** A new, empty store of the driver under test. */
export interface OpenedStore {
  store: Store;
  /** Closes the store and opens it again on the same data. */
  reopen(): Promise<Store>;
  /** Every row of every table, as text. */
  dump(): Promise<string>;
}

/** Opens a store that is closed and removed when the test ends. */
export type OpenStore = (test: TestContext) => Promise<OpenedStore>;
