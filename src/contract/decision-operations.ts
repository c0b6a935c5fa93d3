import {
  DECISION_NAMES,
  type DECISIONS,
  decisionOf,
  type DecisionName,
  type DecisionRow,
} from './decisions.ts';
import type { Operation } from './operation.ts';

const FORM = 'application/x-www-form-urlencoded';

const COMMON = { rate: 'client', tag: 'Decisions', pages: 'owner' } as const;

const PAGE = { 200: { description: 'A page with a button.', mediaType: 'text/html' } } as const;

function showOperation({ path, show: { id: _id, ...show } }: DecisionRow): Operation {
  const description = `${show.description} Opening it changes nothing.`;
  return {
    ...COMMON,
    ...show,
    method: 'GET',
    path,
    description,
    parameters: ['token'],
    answers: PAGE,
  };
}

function pressOperation({ path, press, choices, oneClick }: DecisionRow): Operation {
  const { id: _id, ...row } = press;
  const properties = {
    token: { type: 'string' },
    ...(choices.length > 0 && { choice: { type: 'string', enum: choices } }),
    ...(oneClick && { 'List-Unsubscribe': { type: 'string', enum: ['One-Click'] } }),
  };
  return {
    ...COMMON,
    ...row,
    method: 'POST',
    path,
    parameters: oneClick ? ['emailedToken'] : [],
    body: {
      mediaTypes: [FORM],
      schema: { type: 'object', ...(!oneClick && { required: ['token'] }), properties },
      examples: { [FORM]: { token: 'cfm_7K2MNP4QRSTVWXYZ.3q2-7wAB' } },
    },
  };
}

type Rows = typeof DECISIONS;

type Made = Omit<Operation, 'answers' | 'errors'> & typeof COMMON;

/** The two operations of each row, with the errors and successes that it names. */
type DecisionOperations = {
  [Name in DecisionName as Rows[Name]['show']['id']]: Made & {
    answers: typeof PAGE;
    errors: Rows[Name]['show']['errors'];
  };
} & {
  [Name in DecisionName as Rows[Name]['press']['id']]: Made & {
    answers: Rows[Name]['press']['answers'];
    errors: Rows[Name]['press']['errors'];
  };
};

/** A page that changes nothing, and its buttons, for each decision. */
export const DECISION_OPERATIONS = Object.fromEntries(
  DECISION_NAMES.map(decisionOf).flatMap((row) => [
    [row.show.id, showOperation(row)],
    [row.press.id, pressOperation(row)],
  ]),
) as unknown as DecisionOperations;
