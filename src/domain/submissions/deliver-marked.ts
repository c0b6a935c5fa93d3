import type { Log } from '../../platform/log/log.ts';
import type { DeliverSubmission } from './deliver-submission.ts';
import type { Repeats } from './repeats.ts';

interface Parts {
  deliverSubmission: DeliverSubmission;
  repeats: Repeats;
  log: Log;
}

const REPEAT = ['repeat'] as const;

/** Delivers, with one more mark where the same came before; a test comes as often as it likes. */
export function createDeliverMarked(parts: Parts): DeliverSubmission {
  const { deliverSubmission, repeats, log } = parts;
  return async (route, submission, requestId) => {
    const { formId } = route;
    const note = submission.test ? undefined : repeats.note(formId, submission);
    const suspicions = [...(submission.suspicions ?? []), ...(note?.repeated ? REPEAT : [])];
    const marked = suspicions.length > 0 ? { ...submission, suspicions } : submission;
    try {
      const delivered = await deliverSubmission(route, marked, requestId);
      if (suspicions.length > 0) log.submissionMarked({ requestId, formId, suspicions });
      return delivered;
    } catch (error) {
      note?.forget();
      throw error;
    }
  };
}
