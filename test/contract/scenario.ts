import type { TestContext } from 'node:test';
import type { Overrides } from '../../src/app/service.ts';
import type { DecisionOperationId } from '../../src/contract/decisions.ts';
import type { AnswerKey, ErrorKey } from '../../src/contract/examples.ts';
import { JSON_TYPE } from '../../src/contract/operation.ts';
import { operationOf, type OperationId } from '../../src/contract/operations.ts';
import type { RouteResource } from '../../src/contract/schemas.ts';
import type { Store } from '../../src/platform/stores/store.ts';
import { callWith, sessionOf } from '../support/inbox-session.ts';
import { OWNER, type Answer, type TestService } from '../support/service.ts';

/** `operation outcome`: an error code or a success status. Rows define those of mailed links. */
export type ScenarioKey = Exclude<AnswerKey | ErrorKey, `${DecisionOperationId} ${string}`>;

export type Run = (service: TestService) => Promise<Answer>;

export interface Scenario {
  env?: Record<string, string> | ((test: TestContext) => Promise<Record<string, string>>);
  overrides?: () => Overrides;
  run: Run;
}

/** A well-formed id that no route has. */
export const UNKNOWN = 'cfm_ZZZZZZZZZZZZZZZZ';

/** A well-formed management token of no route. */
export const SOME_TOKEN = `lsm_${'a'.repeat(43)}`;

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

/** A store of several nodes, whose rates cannot be counted. */
export const failingRates = (): Overrides => ({
  wrapStore: (store) => ({
    ...store,
    shared: true,
    rates: { ...store.rates, take: () => Promise.reject(new Error('the store is gone')) },
  }),
});

export const get = (path: string) => (service: TestService) => service.request(path);

interface Sent {
  form?: Pick<RouteResource, 'form_id'>;
  bearer?: string | undefined;
  body?: unknown;
  /** An access key of the form. */
  keyId?: string;
}

/** Calls an operation, with the example of its body unless another body is given. */
export function call(
  service: TestService,
  id: OperationId,
  {
    form = { form_id: UNKNOWN },
    bearer,
    body = operationOf(id).body?.examples[JSON_TYPE],
    keyId = 'key_AAAAAAAAAA',
  }: Sent,
): Promise<Answer> {
  const { method, path } = operationOf(id);
  const named = path.replace('{formId}', form.form_id).replace('{keyId}', keyId);
  return callWith(service, method, named, { bearer, body });
}

/** Calls an operation for the owner of an active form. */
export const asOwner =
  (id: OperationId, body?: unknown, prepare?: (service: TestService) => unknown): Run =>
  async (service) => {
    const form = await service.activeRoute();
    await prepare?.(service);
    return call(service, id, { form, bearer: sessionOf(service, OWNER), body });
  };

/** Calls an inbox operation with one of the inbox's sessions. */
export const inInbox =
  (id: OperationId, body?: unknown): Run =>
  (service) =>
    call(service, id, { bearer: sessionOf(service, OWNER), body });

/** Calls an operation for the holder of the token of a form that its inbox has not confirmed. */
export const unconfirmed =
  (id: OperationId, body?: unknown, times = 0, prepare?: (service: TestService) => unknown): Run =>
  async (service) => {
    const { json: form } = await service.create();
    await prepare?.(service);
    return afterCalls(times, () =>
      call(service, id, { form, bearer: form.management_token, body }),
    );
  };

export const refuseMail = ({ sink }: TestService): void =>
  sink.refuseWith({ code: 550, text: 'no' });

/** The answer to one call more than these. */
export async function afterCalls<T>(times: number, again: () => Promise<T>): Promise<T> {
  for (let count = 0; count < times; count += 1) await again();
  return again();
}
