/** Seconds, or a date as HTTP writes it. */
const SECONDS = /^\d{1,9}$/;

/** Milliseconds that a `Retry-After` asks to wait (RFC 9110, 10.2.3); undefined where it says nothing. */
function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * 1_000;
  const at = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** The statuses whose answer says when to come back. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** The wait that an answer asks for; undefined where it asks for none. */
export const waitOf = (
  { status, retryAfter }: { status: number; retryAfter?: string | undefined },
  now: number,
): number | undefined => (BUSY.has(status) ? parseRetryAfter(retryAfter, now) : undefined);
