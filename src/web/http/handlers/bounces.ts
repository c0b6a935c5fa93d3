import { LIMITS } from '../../../contract/limits.ts';
import type { HandlerContext } from './handler-context.ts';
import type { Handlers } from '../mount-operations.ts';
import { readBody, readJsonOctets, tooLong } from '../read-body.ts';
import { askerOf, authorizationOf } from '../request.ts';

/** Providers of mail report bounces; SNS calls its JSON text/plain, so its type is not looked at. */
export function createBounceHandlers({
  receiveReports,
}: HandlerContext): Pick<Handlers, 'reportBounce'> {
  return {
    async reportBounce(request) {
      const { provider } = request.params as { provider: string };
      const readReport = async () => {
        const octets = await readBody(request, LIMITS.bounceReportBytes);
        if (octets) return readJsonOctets(octets).value;
        throw tooLong(LIMITS.bounceReportBytes);
      };
      const given = { readBody: readReport, authorization: authorizationOf(request) };
      await receiveReports(provider, given, askerOf(request));
      return { success: true };
    },
  };
}
