import type { TestContext } from 'node:test';
import type { AnswerKey, ErrorKey } from '../../src/contract/examples.ts';
import type { Overrides } from '../../src/app/service.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import type { Answer, TestService } from '../support/service.ts';

/** `operation outcome`, where the outcome is an error code or the status of a success. */
export type ScenarioKey = AnswerKey | ErrorKey;

export interface Scenario {
  env?: Record<string, string> | ((test: TestContext) => Promise<Record<string, string>>);
  overrides?: () => Overrides;
  run(service: TestService): Promise<Answer>;
}

/** A well-formed id that no route has. */
export const UNKNOWN = 'cfm_ZZZZZZZZZZZZZZZZ';

/** A store whose every method fails: the database is gone while the service runs. */
export function failingStore(): Overrides {
  const fail = () => Promise.reject(new Error('the store is gone'));
  const failing = <T extends object>(target: T): T => new Proxy(target, { get: () => fail });
  return {
    wrapStore: (store: Store) => ({
      ...store,
      routes: failing(store.routes),
      counters: failing(store.counters),
      refusals: failing(store.refusals),
    }),
  };
}

export const get = (path: string) => (service: TestService) => service.request(path);
