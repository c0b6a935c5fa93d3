import { ServiceError } from '../../contract/service-error.ts';
import type { Route } from '../../forms/route.ts';
import { mayAskNeighbour } from './content.ts';
import type { Check } from './gate.ts';
import type { GateRooms } from './gate-rooms.ts';

const NOT_SCANNED =
  'The files could not be checked for viruses, so nothing was delivered or counted. Please try again later.';

const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/**
 * Refuses infected and unscannable files. Scans them in turn: a submission takes as much of the
 * scanner as one file.
 */
export function refuseInfected(
  form: Route,
  { scanner, rates, context }: GateRooms,
): Check | undefined {
  if (!scanner || !form.settings.files) return undefined;
  const { formId, inbox } = form;
  const { log } = context;
  return async (passing) => {
    const { files = [] } = passing.submission;
    if (files.length === 0 || !mayAskNeighbour(passing, rates)) return;
    const about = { requestId: passing.requestId, formId };
    for (const file of files) {
      let infected: boolean;
      try {
        infected = await scanner.isInfected(file, { owner: inbox.quota, domain: formId });
      } catch (cause) {
        log.scanFailed({ ...about, reason: reasonOf(cause) });
        throw new ServiceError('delivery_failed', undefined, { message: NOT_SCANNED, cause });
      }
      if (!infected) continue;
      log.fileInfected(about);
      throw new ServiceError('file_infected');
    }
  };
}
