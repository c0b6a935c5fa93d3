import { OPERATION_IDS, OPERATIONS, type OperationId } from '../../src/contract/operations.ts';
import { standing } from '../support/time-windows.ts';
import { UNKNOWN, type Scenario, type ScenarioKey } from './scenario.ts';

type Table = typeof OPERATIONS;

/** Operations whose clients are counted before anything is read. */
type RatedId = {
  [Id in OperationId]: Table[Id]['rate'] extends 'client' | 'writing' | 'inbox' ? Id : never;
}[OperationId];

type RatedKey = Extract<ScenarioKey, `${RatedId} rate_limited`>;

const isRated = (id: OperationId): id is RatedId =>
  ['client', 'writing', 'inbox'].includes(OPERATIONS[id].rate);

/** The second call of a client that may make one. */
function calledTwice(id: RatedId): Scenario {
  const { method, path } = OPERATIONS[id];
  return {
    env: { CREATE_RATE_PER_MINUTE: '1', CLIENT_RATE_PER_MINUTE: '1' },
    overrides: standing,
    async run({ request }) {
      const call = () => request(path.replace('{formId}', UNKNOWN), { method });
      await call();
      return call();
    },
  };
}

/** Every operation that is limited by its client alone, or also for other reasons. */
export const RATE_SCENARIOS = Object.fromEntries(
  OPERATION_IDS.filter(isRated).map((id) => [`${id} rate_limited`, calledTwice(id)]),
) as Record<RatedKey, Scenario>;
