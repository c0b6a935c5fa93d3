import {
  DECISION_NAMES,
  decisionOf,
  DECISIONS,
  type DecisionName,
} from '../../src/contract/decisions.ts';
import type { ErrorKey } from '../../src/contract/examples.ts';
import { operationOf } from '../../src/contract/operations.ts';
import { forgedToken } from '../support/decision-tokens.ts';
import type { TestService } from '../support/service.ts';
import { failingStore, UNKNOWN, type Scenario } from './scenario.ts';

type Rows = typeof DECISIONS;
type DecisionId = Rows[DecisionName]['show' | 'press']['id'];

/** What every link answers, whatever it decides. */
type Common =
  | 'verification_token_required'
  | 'verification_token_invalid'
  | 'invalid_json'
  | 'route_not_found'
  | 'internal_error';

type DerivedKey = Extract<ErrorKey, `${DecisionId} ${Common}`>;

interface Sent {
  token?: string;
  choice?: string;
}

const look = (name: DecisionName) => (service: TestService, sent: Sent) =>
  service.request(`${decisionOf(name).path}?${new URLSearchParams({ ...sent }).toString()}`);

const press = (name: DecisionName) => (service: TestService, sent: Sent) =>
  service.request(decisionOf(name).path, {
    method: 'POST',
    body: new URLSearchParams({ ...sent }),
  });

function scenariosOf(name: DecisionName): (readonly [key: string, scenario: Scenario])[] {
  const operations = [
    [DECISIONS[name].show, look(name)],
    [DECISIONS[name].press, press(name)],
  ] as const;
  return operations.flatMap(([{ id }, call]) => {
    const { errors } = operationOf(id);
    const forged = (service: TestService) =>
      call(service, { token: forgedToken(service, name, UNKNOWN) });
    const scenarios: Record<Common, Scenario> = {
      verification_token_required: { run: (service) => call(service, {}) },
      verification_token_invalid: { run: (service) => call(service, { token: 'garbage' }) },
      invalid_json: { run: (service) => call(service, { token: 'any', choice: 'perhaps' }) },
      route_not_found: { run: forged },
      internal_error: { overrides: failingStore, run: forged },
    };
    return Object.entries(scenarios)
      .filter(([code]) => errors.some((declared) => declared === code))
      .map(([code, scenario]) => [`${id} ${code}`, scenario] as const);
  });
}

/** What every mailed link answers to a token that is missing, wrong, or of a form that is gone, and to an unknown button. */
export const DECISION_SCENARIOS = Object.fromEntries(DECISION_NAMES.flatMap(scenariosOf)) as Record<
  DerivedKey,
  Scenario
>;
