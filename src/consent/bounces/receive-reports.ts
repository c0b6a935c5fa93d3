import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { BOUNCE_PROVIDERS } from '../../contract/enums.ts';
import type { PeekableRateLimiter } from '../../inboxes/rate-limit.ts';
import { createNoteBounce } from './note-bounce.ts';
import { isRefused, type ProviderRequest, type ReadReports } from './providers/provider.ts';
import { createSesReports } from './providers/ses.ts';
import { createMailgunReports, createPostmarkReports } from './providers/webhooks.ts';
import type { Context } from '../../platform/context.ts';
import { createReturnPath, type ReturnPath } from './bounce-token.ts';

/** The file at a URL, from a public address; undefined for an answer other than 200, or too large a one. */
type FetchBytes = (url: string, most: number, signal: AbortSignal) => Promise<Buffer | undefined>;

/** Bytes and milliseconds for a certificate, or the answer to a confirmation. */
const FETCHED_BYTES = 65_536;
const PATIENCE = 10_000;

type Provider = (typeof BOUNCE_PROVIDERS)[number];

/**
 * Notes what a provider reports. Throws `not_found` for a provider that is not set up, and for a request
 * that is not from it; a report that changes nothing is fine. Throws `rate_limited` for a client that made too
 * many of those requests; what a provider reports is not limited.
 */
export type ReceiveReports = (
  provider: string,
  request: ProviderRequest,
  asker: { caller: string; requestId: string },
) => Promise<void>;

/** Mail that comes back: what names a form in it, and what reports of it change. */
export function createBounces(
  context: Context,
  limiter: PeekableRateLimiter,
  fetchBytes: FetchBytes,
): { returnPath: ReturnPath | undefined; receiveReports: ReceiveReports } {
  const { settings, now } = context;
  const noteBounce = createNoteBounce(context);
  const getText = async (url: string) => {
    const bytes = await fetchBytes(url, FETCHED_BYTES, AbortSignal.timeout(PATIENCE));
    return bytes?.toString('utf8');
  };
  const topics = settings.SES_BOUNCE_TOPICS;
  const postmarkSecret = settings.POSTMARK_BOUNCE_SECRET;
  const mailgunKey = settings.MAILGUN_SIGNING_KEY;
  const readers: Record<Provider, ReadReports | undefined> = {
    ses: topics && createSesReports(topics, getText, now),
    postmark: postmarkSecret === undefined ? undefined : createPostmarkReports(postmarkSecret),
    mailgun: mailgunKey === undefined ? undefined : createMailgunReports(mailgunKey, now),
  };
  const isKnown = (name: string): name is Provider => Object.hasOwn(readers, name);

  return {
    returnPath: createReturnPath(context),
    async receiveReports(provider, request, { caller, requestId }) {
      const read = isKnown(provider) ? readers[provider] : undefined;
      if (!read) throw new ServiceError('not_found');
      const hit = { key: `strange report ${caller}`, limit: LIMITS.strangeReportsPerMinute };
      limiter.expectLeft(hit);
      let reports;
      try {
        reports = await read(request);
      } catch (error) {
        if (isRefused(error)) await limiter.take(hit);
        throw error;
      }
      for (const report of reports) await noteBounce(report, requestId);
    },
  };
}
