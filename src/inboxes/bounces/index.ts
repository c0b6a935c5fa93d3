import type { Context } from '../../platform/context.ts';
import type { PeekableRateLimiter } from '../rate-limit.ts';
import { createNoteBounce } from './note-bounce.ts';
import type { GetText } from './providers/sns.ts';
import { createReceiveReports, type ReceiveReports } from './receive-reports.ts';
import { createReturnPath, type ReturnPath } from './return-path.ts';

/** What the operator has set up. */
interface BounceSettings {
  /** BOUNCE_ADDRESS. */
  address: string | undefined;
  /** SES_BOUNCE_TOPICS. */
  topics: readonly string[] | undefined;
  /** POSTMARK_BOUNCE_SECRET. */
  postmarkSecret: string | undefined;
  /** MAILGUN_SIGNING_KEY. */
  mailgunKey: string | undefined;
}

interface Parts extends Context {
  limiter: PeekableRateLimiter;
  settings: BounceSettings;
  /** The file at a URL, from a public address; undefined for an answer other than 200, or too large a one. */
  fetchBytes(url: string, most: number, signal: AbortSignal): Promise<Buffer | undefined>;
}

/** Bytes and milliseconds for a certificate, or the answer to a confirmation. */
const FETCHED_BYTES = 65_536;
const PATIENCE = 10_000;

/** Mail that comes back: what names a form in it, and what reports of it change. */
export function createBounces({ settings, ...parts }: Parts): {
  returnPath: ReturnPath | undefined;
  receiveReports: ReceiveReports;
} {
  const noteBounce = createNoteBounce(parts);
  const getText: GetText = async (url) => {
    const bytes = await parts.fetchBytes(url, FETCHED_BYTES, AbortSignal.timeout(PATIENCE));
    return bytes?.toString('utf8');
  };
  return {
    returnPath: createReturnPath({ ...parts, ...settings }),
    receiveReports: createReceiveReports({ ...parts, ...settings, noteBounce, getText }),
  };
}
