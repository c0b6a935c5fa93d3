import { randomBytes } from 'node:crypto';
import type { TargetConfig } from '../../contract/channels/channel.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { isPublicName, isSpelledHost } from '../../platform/text/host-name.ts';

/**
 * `https://`, a name with an inner dot, an optional port, and a path or query. Both cases are
 * listed: the flags `iu` take the Kelvin sign for a k and the long s for an s.
 */
const SPELLING =
  /^[Hh][Tt][Tt][Pp][Ss]:\/\/((?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]+)(?::\d{1,5})?(?:[/?][^\s\p{Cc}\\#]*)?$/u;

/** Ports of protocols that read a call as commands ("bad ports", Fetch standard, 2.9). */
const BLOCKED_PORTS = new Set(
  [
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111',
    '113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540',
    '548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061',
    '6000 6566 6665 6666 6667 6668 6669 6679 6697 10080',
  ].flatMap((line) => line.split(' ')),
);

/**
 * The serialised URL of a public https receiver, or undefined. Checks the raw text, because the
 * WHATWG parser turns many spellings into an IP address; addresses are checked later.
 */
export function parseWebhookUrl(raw: string, ownHost: string): string | undefined {
  if (raw.length > LIMITS.urlCharacters) return undefined;
  const [, spelled = ''] = SPELLING.exec(raw) ?? [];
  const url = URL.parse(raw);
  if (url?.protocol !== 'https:' || !isSpelledHost(spelled, url.hostname)) return undefined;
  if (BLOCKED_PORTS.has(url.port) || url.hostname === ownHost) return undefined;
  return isPublicName(url.hostname) ? url.href : undefined;
}

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** A webhook with a new signing secret. */
export const newWebhook = (url: string): TargetConfig => ({ url, secret: newSecret() });

/** Reads `delivery.webhook`; undefined without a URL. Throws `invalid_webhook_url`. */
export function parseWebhook(
  { url }: Readonly<Record<string, unknown>>,
  ownHost: string,
): TargetConfig | undefined {
  if (typeof url !== 'string') return undefined;
  const receiver = parseWebhookUrl(url, ownHost);
  if (receiver === undefined) throw new ServiceError('invalid_webhook_url');
  return newWebhook(receiver);
}
