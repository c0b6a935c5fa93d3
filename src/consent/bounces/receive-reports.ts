import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { BOUNCE_PROVIDERS } from '../../contract/enums.ts';
import type { FileSource } from '../../inboxes/keys/find-key.ts';
import type { PeekableRateLimiter } from '../../inboxes/rate-limit.ts';
import { noteBounce } from './note-bounce.ts';
import { isRefused, type ProviderRequest, type ReportReader } from './providers/provider.ts';
import { SesReports } from './providers/ses.ts';
import { MailgunReports, PostmarkReports } from './providers/webhooks.ts';
import type { Context } from '../../platform/context.ts';

type Provider = (typeof BOUNCE_PROVIDERS)[number];

/** Mail that came back, as providers report it. */
export class Bounces {
  readonly #context: Context;
  readonly #limiter: PeekableRateLimiter;
  /** Undefined for a provider that is not set up. */
  readonly #readers: Record<Provider, ReportReader | undefined>;

  constructor(context: Context, limiter: PeekableRateLimiter, files: FileSource) {
    const { settings, now } = context;
    const topics = settings.SES_BOUNCE_TOPICS;
    const secret = settings.POSTMARK_BOUNCE_SECRET;
    const key = settings.MAILGUN_SIGNING_KEY;
    this.#context = context;
    this.#limiter = limiter;
    this.#readers = {
      ses: topics && new SesReports(topics, files, now),
      postmark: secret === undefined ? undefined : new PostmarkReports(secret),
      mailgun: key === undefined ? undefined : new MailgunReports(key, now),
    };
  }

  /**
   * Notes the reports of a provider; a report without effect is fine. Throws `not_found` for a
   * provider that is not set up, and for a request of somebody else; `rate_limited` for a client
   * that made too many of these. Requests of providers are not limited.
   */
  async receive(
    provider: string,
    request: ProviderRequest,
    { caller, requestId }: { caller: string; requestId: string },
  ): Promise<void> {
    const reader = this.#isKnown(provider) ? this.#readers[provider] : undefined;
    if (!reader) throw new ServiceError('not_found');
    const hit = { key: `strange report ${caller}`, limit: LIMITS.strangeReportsPerMinute };
    this.#limiter.expectLeft(hit);
    let reports;
    try {
      reports = await reader.read(request);
    } catch (error) {
      if (isRefused(error)) await this.#limiter.take(hit);
      throw error;
    }
    for (const report of reports) await noteBounce(this.#context, report, requestId);
  }

  #isKnown(name: string): name is Provider {
    return Object.hasOwn(this.#readers, name);
  }
}
