import { ServiceError } from '../../contract/service-error.ts';
import type { Challenges, Solution } from '../challenges/index.ts';
import type { Route } from '../routes/route.ts';
import type { KnowsKey } from './delivery-keys.ts';
import { isFilled } from './fields.ts';
import type { Submission } from './submission.ts';

/** Finds the solution that a submission needs; undefined where it needs none. Throws `challenge_required`. */
type CheckSolution = (
  route: Route,
  submission: Submission,
  sent: {
    caller: string;
    idempotencyKey?: string | undefined;
    /** A dry run, which uses up nothing: whether the solution is unused is looked up. */
    dryRun: boolean;
  },
) => Promise<Solution | undefined>;

export interface SolutionParts {
  challenges: Pick<Challenges, 'check'>;
  knowsKey: KnowsKey;
}

/** The last one that is filled: a page that gives a submission back has an older one too. */
const payloadOf = ({ given }: Submission) => given.get('altcha')?.findLast(isFilled);

/** For a retry whose outcome is known: it needs no solution, unless the outcome is gone by then. */
const refusedLater = (error: ServiceError): Solution => ({
  useUp: () => Promise.reject(error),
  giveBack: () => Promise.resolve(),
  look: () => Promise.reject(error),
});

const isRefusal = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && error.code === 'challenge_required';

export function createCheckSolution({ challenges, knowsKey }: SolutionParts): CheckSolution {
  return async (route, submission, { caller, idempotencyKey, dryRun }) => {
    const { suspicions = [], test } = submission;
    const judged = { route, caller, suspicious: suspicions.length > 0, test: test !== undefined };
    try {
      const solution = await challenges.check({ ...judged, payload: payloadOf(submission) });
      if (dryRun) await solution?.look();
      return solution;
    } catch (error) {
      if (!isRefusal(error) || dryRun || idempotencyKey === undefined) throw error;
      if (await knowsKey(route, submission, idempotencyKey)) return refusedLater(error);
      throw error;
    }
  };
}
