import { ServiceError } from '../contract/service-error.ts';
import type { Log } from '../platform/log/log.ts';
import type { Claim } from '../platform/waiting/capacity.ts';
import type { Route } from '../forms/route.ts';
import type { UploadedFile } from './files/uploaded-file.ts';

/** Port: whether a file of a form is infected. Throws an error with a `code` where nobody can tell. */
export type ScanFile = (
  file: Pick<UploadedFile, 'chunks' | 'size'>,
  claim: Claim,
) => Promise<boolean>;

/** Throws `file_infected`, or `delivery_failed` where a file could not be scanned. */
export type ExpectClean = (
  files: readonly UploadedFile[],
  about: { requestId: string; route: Pick<Route, 'formId' | 'inbox'> },
) => Promise<void>;

const NOT_SCANNED =
  'The files could not be checked for viruses, so nothing was delivered or counted. Please try again later.';

const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/** Has each file scanned, one after the other: a submission takes no more of the scanner than one file. */
export function createExpectClean(scan: ScanFile, log: Log): ExpectClean {
  return async (files, { requestId, route: { formId, inbox } }) => {
    const about = { requestId, formId };
    for (const file of files) {
      let infected: boolean;
      try {
        infected = await scan(file, { owner: inbox.quota, domain: formId });
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
