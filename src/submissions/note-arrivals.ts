import type { ErrorCode } from '../contract/error-codes.ts';
import { ServiceError } from '../contract/service-error.ts';
import type { NoteArrival } from './delivery.ts';
import type { SubmitForm } from './submit-form.ts';

/** Refusals that programs cause far more often than people. */
const HELD_BACK: ReadonlySet<ErrorCode> = new Set([
  'challenge_required',
  'origin_not_allowed',
  'rate_limited',
  'submission_invalid',
]);

/** Notes what becomes of each submission to an active form; a dry run and a repeated answer tell nothing. */
export function createNoteArrivals(
  submitForm: SubmitForm,
  attacks: { note: NoteArrival },
): SubmitForm {
  return async (route, submission, submitter) => {
    const isNoted = route.status === 'active' && !submission.dryRun;
    try {
      const accepted = await submitForm(route, submission, submitter);
      if (isNoted && accepted.arrival) attacks.note(route, accepted.arrival, submitter.requestId);
      return accepted;
    } catch (error) {
      const isHeldBack = error instanceof ServiceError && HELD_BACK.has(error.code);
      if (isNoted && isHeldBack) attacks.note(route, 'held_back', submitter.requestId);
      throw error;
    }
  };
}
