import { LIMITS } from '../../../contract/limits.ts';
import { ServiceError } from '../../../contract/service-error.ts';
import type { ReceiveReports } from '../../../domain/bounces/receive-reports.ts';
import type { Handlers } from '../mount-operations.ts';
import { readBody } from '../read-body.ts';
import { askerOf, authorizationOf } from '../request.ts';

interface Parts {
  receiveReports: ReceiveReports;
}

/** Providers of mail report bounces; SNS calls its JSON text/plain, so its type is not looked at. */
export function createBounceHandlers({ receiveReports }: Parts): Pick<Handlers, 'reportBounce'> {
  return {
    async reportBounce(request) {
      const { provider } = request.params as { provider: string };
      const bytes = await readBody(request, LIMITS.bounceReportBytes);
      let body: unknown;
      try {
        body = JSON.parse(bytes?.toString('utf8') ?? '');
      } catch (cause) {
        throw new ServiceError('invalid_json', undefined, { cause });
      }
      const given = { body, authorization: authorizationOf(request) };
      await receiveReports(provider, given, askerOf(request));
      return { success: true };
    },
  };
}
