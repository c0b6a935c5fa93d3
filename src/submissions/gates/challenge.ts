import { ServiceError } from '../../contract/service-error.ts';
import { challengeOf, type Route } from '../../forms/route.ts';
import type { Solution } from '../challenges/index.ts';
import { SOLUTION_FIELD, isFilled } from '../../fields/field-names.ts';
import type { Submission } from '../posted/submission.ts';
import type { Check, Passing } from './gate.ts';
import type { GateRooms } from './gate-rooms.ts';

/** The last one that is filled: a page that gives a submission back has an older one too. */
const payloadOf = ({ given }: Submission) => given.get(SOLUTION_FIELD)?.findLast(isFilled);

/** True if it brings a solution, which may be wrong. */
export const hasSolution = (submission: Submission): boolean => payloadOf(submission) !== undefined;

const askedOf = ({ route, submission, caller }: Passing) => ({
  route,
  caller,
  isUntimed: submission.isOwnTest === true || submission.byServer !== undefined,
  payload: payloadOf(submission),
});

/** For a retry whose outcome is known: it needs no solution, unless the outcome is gone by then. */
const refusedLater = (error: ServiceError): Solution => ({
  isSolved: false,
  useUp: () => Promise.reject(error),
  check: () => Promise.reject(error),
});

const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code === 'challenge_required';

/**
 * The solution that the delivery of a submission uses up; undefined if its form never asks. Throws
 * `challenge_required`. `isSpam`: a spam filter would reject it.
 */
export async function solutionOf(
  passing: Passing,
  { challenges, keys }: GateRooms,
  isSpam = false,
): Promise<Solution | undefined> {
  const { route, submission, idempotencyKey, purpose } = passing;
  const isDryRun = purpose === 'dry-run';
  const suspicious = submission.suspicions !== undefined;
  try {
    const solution = challenges.check({ ...askedOf(passing), suspicious, isSpam });
    // A dry run uses up nothing: whether the solution is unused is looked up.
    if (isDryRun) await solution?.check();
    return solution;
  } catch (error) {
    if (!isRefusal(error) || isDryRun || idempotencyKey === undefined) throw error;
    if (await keys.knows(route, submission, idempotencyKey)) return refusedLater(error);
    throw error;
  }
}

/** True if it came sooner after its page was opened than people write, and without a solution. */
export const isTooFast = (passing: Passing, { challenges }: GateRooms): boolean =>
  challenges.isTooFast(askedOf(passing));

/** Refuses a submission without the solution that its form asks for (ADR 42). */
export function expectSolution(form: Route, rooms: GateRooms): Check | undefined {
  if (challengeOf(form) === 'off') return undefined;
  return async (passing) => {
    if (passing.purpose !== 'test') passing.solution = await solutionOf(passing, rooms);
  };
}
