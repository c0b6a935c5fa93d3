const SECONDS = /^\d{1,9}$/;

/**
 * Milliseconds that a `Retry-After` header asks to wait, in seconds or until a date (RFC 9110, 10.2.3); undefined
 * where it says neither.
 */
export function parseRetryAfter(
  header: string | null | undefined,
  now: number,
): number | undefined {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1_000;
  const at = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
