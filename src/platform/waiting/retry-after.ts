const SECONDS = /^\d+$/;

/** More is as much: 31 years. */
const MOST_SECONDS = 999_999_999;

/**
 * Milliseconds that a `Retry-After` header asks to wait, in seconds or until a date (RFC 9110, 10.2.3); undefined
 * where it says neither.
 */
export function parseRetryAfter(
  header: string | null | undefined,
  now: number,
): number | undefined {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Math.min(Number(text), MOST_SECONDS) * 1_000;
  const at = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
