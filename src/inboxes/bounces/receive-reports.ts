import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { BOUNCE_PROVIDERS } from '../../contract/enums.ts';
import type { PeekableRateLimiter } from '../rate-limit.ts';
import type { NoteBounce } from './note-bounce.ts';
import { createMailgunReports } from './providers/mailgun.ts';
import { createPostmarkReports } from './providers/postmark.ts';
import { isRefused, type ProviderRequest, type ReadReports } from './providers/provider.ts';
import { createSesReports } from './providers/ses.ts';
import type { GetText } from './providers/sns.ts';

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

interface Parts {
  noteBounce: NoteBounce;
  limiter: PeekableRateLimiter;
  /** SES_BOUNCE_TOPICS. */
  topics: readonly string[] | undefined;
  /** POSTMARK_BOUNCE_SECRET. */
  postmarkSecret: string | undefined;
  /** MAILGUN_SIGNING_KEY. */
  mailgunKey: string | undefined;
  getText: GetText;
  now: () => number;
}

export function createReceiveReports(parts: Parts): ReceiveReports {
  const { noteBounce, limiter, topics, postmarkSecret, mailgunKey, getText, now } = parts;
  const readers: Record<Provider, ReadReports | undefined> = {
    ses: topics && createSesReports(topics, getText, now),
    postmark: postmarkSecret === undefined ? undefined : createPostmarkReports(postmarkSecret),
    mailgun: mailgunKey === undefined ? undefined : createMailgunReports(mailgunKey, now),
  };
  const isKnown = (name: string): name is Provider => Object.hasOwn(readers, name);

  /** The reports of a request; one that is not from the provider counts, before its body is read where it shows. */
  async function readLimited(read: ReadReports, request: ProviderRequest, caller: string) {
    const hit = { key: `strange report ${caller}`, limit: LIMITS.strangeReportsPerMinute };
    limiter.expectLeft(hit);
    try {
      return await read(request);
    } catch (error) {
      if (isRefused(error)) await limiter.take(hit);
      throw error;
    }
  }

  return async (provider, request, { caller, requestId }) => {
    const read = isKnown(provider) ? readers[provider] : undefined;
    if (!read) throw new ServiceError('not_found');
    for (const report of await readLimited(read, request, caller)) {
      await noteBounce(report, requestId);
    }
  };
}
