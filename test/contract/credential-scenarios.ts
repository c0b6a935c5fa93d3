import { OPERATION_IDS, operationOf, type OperationId } from '../../src/contract/operations.ts';
import { sessionOf } from '../support/inbox-session.ts';
import { OWNER, type TestService } from '../support/service.ts';
import { call, failingStore, SOME_TOKEN, type Scenario, type ScenarioKey } from './scenario.ts';

/** Answers of each form operation to a missing or wrong credential, and for a deleted form. */
type OfForm =
  | 'management_token_required'
  | 'session_invalid'
  | 'management_token_invalid'
  | 'route_not_found'
  | 'internal_error';

/** What every operation on an inbox answers to a missing or wrong session. */
type OfInbox = 'session_required' | 'session_invalid' | 'internal_error';

type IdsWith<Code extends string> =
  Extract<ScenarioKey, `${string} ${Code}`> extends infer Key
    ? Key extends `${infer Id} ${Code}`
      ? Id
      : never
    : never;

type DerivedKey =
  | Extract<ScenarioKey, `${IdsWith<'management_token_required'>} ${OfForm}`>
  | Extract<ScenarioKey, `${IdsWith<'session_required'>} ${OfInbox}`>;

const OTHER = 'other@example.com';

/** True if its owner calls it, with a session; a hand-over is called by both. */
const byOwner = (id: OperationId): boolean =>
  operationOf(id).credential === 'inboxSession' || operationOf(id).path.endsWith('/hand-over');

/** Manages a form with what opens another one. */
async function callAsOther(service: TestService, id: OperationId) {
  const { json: form } = await service.create();
  const { json: other } = await service.create({ email: OTHER });
  const bearer = byOwner(id) ? sessionOf(service, OTHER) : other.management_token;
  return call(service, id, { form, bearer });
}

function formScenarios(id: OperationId): Record<OfForm, Scenario> {
  const unknown = (service: TestService) =>
    call(service, id, { bearer: byOwner(id) ? sessionOf(service, OWNER) : SOME_TOKEN });
  return {
    management_token_required: { run: (service) => call(service, id, {}) },
    session_invalid: { run: (service) => call(service, id, { bearer: 'lss_garbage' }) },
    management_token_invalid: { run: (service) => callAsOther(service, id) },
    route_not_found: { run: unknown },
    internal_error: { overrides: failingStore, run: unknown },
  };
}

const inboxScenarios = (id: OperationId): Record<OfInbox, Scenario> => ({
  session_required: { run: (service) => call(service, id, {}) },
  session_invalid: { run: (service) => call(service, id, { bearer: 'lss_garbage' }) },
  internal_error: {
    overrides: failingStore,
    run: (service) => call(service, id, { bearer: sessionOf(service, OWNER) }),
  },
});

/** Every operation whose credential opens a form or an inbox, with each outcome of a wrong one. */
export const CREDENTIAL_SCENARIOS = Object.fromEntries(
  OPERATION_IDS.flatMap((id) => {
    const errors: readonly string[] = operationOf(id).errors;
    const made = errors.includes('management_token_required')
      ? formScenarios(id)
      : errors.includes('session_required')
        ? inboxScenarios(id)
        : {};
    return Object.entries(made).map(([code, scenario]) => [`${id} ${code}`, scenario] as const);
  }),
) as Record<DerivedKey, Scenario>;
