import type { TestContext } from 'node:test';
import type { Store } from '../../src/platform/stores/store.ts';
import { describeStore } from './describe-store.ts';
import { dumpTables, newPath, openStore } from './sqlite-files.ts';

/** Alternates calls between two stores, like two processes: a service and a command. */
function inTurn<Part extends object>(first: Part, second: Part): Part {
  let turn = 0;
  const calls = Object.entries(first).map(([name, one]) => {
    const other: unknown = Reflect.get(second, name);
    if (typeof one !== 'function' || typeof other !== 'function') return [name, one] as const;
    const call = (...values: unknown[]): unknown =>
      Reflect.apply((turn += 1) % 2 === 0 ? one : other, undefined, values);
    return [name, call] as const;
  });
  return { ...first, ...Object.fromEntries(calls) };
}

/** Two stores on one file as one, which closes both. */
function openTwice(test: TestContext, path: string): Store {
  const [first, second] = [openStore(test, path), openStore(test, path)];
  return {
    ...inTurn(first, second),
    routes: inTurn(first.routes, second.routes),
    counters: inTurn(first.counters, second.counters),
    rates: inTurn(first.rates, second.rates),
    refusals: inTurn(first.refusals, second.refusals),
    outcomes: inTurn(first.outcomes, second.outcomes),
    counts: inTurn(first.counts, second.counts),
    async close() {
      await Promise.all([first.close(), second.close()]);
    },
  };
}

describeStore('SQLite, two connections to one file in turn', async (test) => {
  const path = newPath(test);
  const store = openTwice(test, path);
  return {
    store,
    async reopen() {
      await store.close();
      return openTwice(test, path);
    },
    dump: async () => dumpTables(path),
  };
});
