import { ServiceError } from '../../contract/service-error.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Claim } from '../../platform/waiting/turns.ts';
import type { UploadedFile } from '../files/file-content.ts';
import { mayAskNeighbour } from './content.ts';
import type { Gate } from './gate.ts';
import type { ExpectFormLeft } from './rate.ts';

/** Port: whether a file of a form is infected. Throws an error with a `code` if nobody can tell. */
export type ScanFile = (
  file: Pick<UploadedFile, 'chunks' | 'size'>,
  claim: Claim,
) => Promise<boolean>;

const NOT_SCANNED =
  'The files could not be checked for viruses, so nothing was delivered or counted. Please try again later.';

const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/**
 * Infected files, and those that could not be scanned. One is scanned after the other: a submission takes no more
 * of the scanner than one file.
 */
export const createVirusGate = (
  scanFile: ScanFile | undefined,
  expectFormLeft: ExpectFormLeft,
  log: Log,
): Gate => ({
  name: 'virus',
  at(form) {
    if (!scanFile || !form.settings.files) return undefined;
    const { formId, inbox } = form;
    return async (passing) => {
      const { files = [] } = passing.submission;
      if (files.length === 0 || !mayAskNeighbour(passing, expectFormLeft)) return;
      const about = { requestId: passing.requestId, formId };
      for (const file of files) {
        let infected: boolean;
        try {
          infected = await scanFile(file, { owner: inbox.quota, domain: formId });
        } catch (cause) {
          log.scanFailed({ ...about, reason: reasonOf(cause) });
          throw new ServiceError('delivery_failed', undefined, { message: NOT_SCANNED, cause });
        }
        if (!infected) continue;
        log.fileInfected(about);
        throw new ServiceError('file_infected');
      }
    };
  },
});
