import type { Store } from '../../src/platform/stores/store.ts';

/** For `wrapStore`: the first `count` submissions reserve from their month at the same time. */
export function inStep(count: number): (store: Store) => Store {
  const { promise: complete, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return (store) => ({
    ...store,
    counters: {
      ...store.counters,
      async take(...args) {
        arrived += 1;
        if (arrived === count) resolve();
        await complete;
        return store.counters.take(...args);
      },
    },
  });
}
