import { ServiceError } from '../contract/service-error.ts';
import type { Challenges, Solution } from './challenges/index.ts';
import type { Route } from '../forms/route.ts';
import type { KnowsKey } from './delivery-keys.ts';
import { SOLUTION_FIELD } from './fields/field-names.ts';
import { isFilled } from './fields/given-fields.ts';
import type { Purpose } from './attempts.ts';
import type { Submission } from './posted/submission.ts';

/** The solutions of challenges that submissions bring. */
export interface Solutions {
  /** Whether it came sooner after its page was opened than people write, and without a solution. */
  isTooFast(route: Route, submission: Submission, caller: string): boolean;
  /** What its delivery has to use up; undefined where its form never asks. Throws `challenge_required`. */
  check(
    route: Route,
    submission: Submission,
    sent: {
      caller: string;
      idempotencyKey?: string | undefined;
      /** A dry run uses up nothing: whether the solution is unused is looked up. */
      purpose: Purpose;
      /** A spam filter would reject it. */
      isSpam?: boolean;
    },
  ): Promise<Solution | undefined>;
}

export interface SolutionParts {
  challenges: Pick<Challenges, 'check' | 'isTooFast'>;
  knowsKey: KnowsKey;
}

/** The last one that is filled: a page that gives a submission back has an older one too. */
const payloadOf = ({ given }: Submission) => given.get(SOLUTION_FIELD)?.findLast(isFilled);

/** Whether it brings a solution, which may be wrong. */
export const hasSolution = (submission: Submission): boolean => payloadOf(submission) !== undefined;

const askedOf = (route: Route, submission: Submission, caller: string) => ({
  route,
  caller,
  isOwnTest: submission.isOwnTest === true,
  payload: payloadOf(submission),
});

/** For a retry whose outcome is known: it needs no solution, unless the outcome is gone by then. */
const refusedLater = (error: ServiceError): Solution => ({
  isSolved: false,
  useUp: () => Promise.reject(error),
  giveBack: () => Promise.resolve(),
  look: () => Promise.reject(error),
});

const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code === 'challenge_required';

export function createSolutions({ challenges, knowsKey }: SolutionParts): Solutions {
  async function check(
    ...[route, submission, sent]: Parameters<Solutions['check']>
  ): Promise<Solution | undefined> {
    const { caller, idempotencyKey, purpose, isSpam = false } = sent;
    const dryRun = purpose === 'dry-run';
    const { suspicions = [] } = submission;
    const asked = askedOf(route, submission, caller);
    const suspicious = suspicions.length > 0;
    try {
      const solution = await challenges.check({ ...asked, suspicious, isSpam });
      if (dryRun) await solution?.look();
      return solution;
    } catch (error) {
      if (!isRefusal(error) || dryRun || idempotencyKey === undefined) throw error;
      if (await knowsKey(route, submission, idempotencyKey)) return refusedLater(error);
      throw error;
    }
  }

  return {
    isTooFast: (route, submission, caller) =>
      challenges.isTooFast(askedOf(route, submission, caller)),
    check,
  };
}
