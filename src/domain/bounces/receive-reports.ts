import { ServiceError } from '../../contract/service-error.ts';
import type { BOUNCE_PROVIDERS } from '../../contract/words.ts';
import type { NoteBounce } from './note-bounce.ts';
import { createMailgunReports } from './providers/mailgun.ts';
import { createPostmarkReports } from './providers/postmark.ts';
import type { ProviderRequest, ReadReports } from './providers/provider.ts';
import { createSesReports } from './providers/ses.ts';
import type { GetText } from './providers/sns.ts';

type Provider = (typeof BOUNCE_PROVIDERS)[number];

/**
 * Notes what a provider reports. Throws `not_found` for a provider that is not set up, and for a request
 * that is not from it; a report that changes nothing is fine.
 */
export type ReceiveReports = (
  provider: string,
  request: ProviderRequest,
  requestId: string,
) => Promise<void>;

interface Parts {
  noteBounce: NoteBounce;
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
  const { noteBounce, topics, postmarkSecret, mailgunKey, getText, now } = parts;
  const readers: Record<Provider, ReadReports | undefined> = {
    ses: topics && createSesReports(topics, getText, now),
    postmark: postmarkSecret === undefined ? undefined : createPostmarkReports(postmarkSecret),
    mailgun: mailgunKey === undefined ? undefined : createMailgunReports(mailgunKey, now),
  };
  const isKnown = (name: string): name is Provider => Object.hasOwn(readers, name);

  return async (provider, request, requestId) => {
    const read = isKnown(provider) ? readers[provider] : undefined;
    if (!read) throw new ServiceError('not_found');
    for (const report of await read(request)) await noteBounce(report, requestId);
  };
}
