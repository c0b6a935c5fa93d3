import { ServiceError } from '../../contract/service-error.ts';
import { challengeOf, type Route } from '../../forms/route.ts';
import type { Challenges, Solution } from '../challenges/index.ts';
import { SOLUTION_FIELD, isFilled } from '../../fields/field-names.ts';
import type { Submission } from '../posted/submission.ts';
import type { Gate, Passing } from './gate.ts';

/** The solutions of challenges that submissions bring. */
export interface NeedsSolution {
  /** Whether it came sooner after its page was opened than people write, and without a solution. */
  isTooFast(passing: Passing): boolean;
  /**
   * The solution that its delivery uses up; undefined if its form never asks. Throws `challenge_required`. `isSpam`: a
   * spam filter would reject it.
   */
  solutionOf(passing: Passing, isSpam?: boolean): Promise<Solution | undefined>;
}

/** Whether this very submission was or is being delivered with its Idempotency-Key. */
type KnowsKey = (route: Route, submission: Submission, key: string) => Promise<boolean>;

/** The last one that is filled: a page that gives a submission back has an older one too. */
const payloadOf = ({ given }: Submission) => given.get(SOLUTION_FIELD)?.findLast(isFilled);

/** Whether it brings a solution, which may be wrong. */
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

export const createNeedsSolution = (
  challenges: Pick<Challenges, 'check' | 'isTooFast'>,
  knowsKey: KnowsKey,
): NeedsSolution => ({
  isTooFast: (passing) => challenges.isTooFast(askedOf(passing)),
  async solutionOf(passing, isSpam = false) {
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
      if (await knowsKey(route, submission, idempotencyKey)) return refusedLater(error);
      throw error;
    }
  },
});

/** Refuses a submission without the solution that its form asks for (ADR 42). */
export const createChallengeGate = ({ solutionOf }: NeedsSolution): Gate => ({
  name: 'challenge',
  at: (form) =>
    challengeOf(form) === 'off'
      ? undefined
      : async (passing) => {
          if (passing.purpose !== 'test') passing.solution = await solutionOf(passing);
        },
});
