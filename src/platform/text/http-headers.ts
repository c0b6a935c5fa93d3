const MEDIA_TYPE = /^[ \t]*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)[ \t]*(;.*)?$/s;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^";]*)"?/gi;
const UTF_8 = /^utf-?8$/i;

/** A Content-Type (RFC 9110), read. */
interface MediaType {
  /** In lower case. */
  essence: string;
  /** Every charset that it names, as it was sent. */
  charsets: readonly string[];
}

/** The essence and the charsets of a Content-Type; undefined if it is none. */
export function readMediaType(contentType: string | undefined): MediaType | undefined {
  const [, essence, parameters = ''] = MEDIA_TYPE.exec(contentType ?? '') ?? [];
  if (essence === undefined) return undefined;
  const charsets = Array.from(parameters.matchAll(CHARSET), ([, name = '']) => name.trim());
  return { essence: essence.toLowerCase(), charsets };
}

/** The essence of a Content-Type; undefined when its text is not UTF-8. */
export function utf8MediaType(contentType: string | undefined): string | undefined {
  const { essence, charsets = [] } = readMediaType(contentType) ?? {};
  return charsets.every((name) => UTF_8.test(name)) ? essence : undefined;
}

/** The weight and position of a media type in an Accept header (RFC 9110, 12.5.1); 0 if absent. */
function weightOf(accept: string, type: string): { weight: number; at: number } {
  const ranges = accept.toLowerCase();
  for (const [at, range] of ranges.includes(type) ? ranges.split(',').entries() : []) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    if (Number(quality) > 0) return { weight: Number(quality), at };
  }
  return { weight: 0, at: Infinity };
}

// Most requests need no reading.
const names = (accept: string | undefined, type: string): boolean =>
  accept === type || (accept !== undefined && weightOf(accept, type).weight > 0);

/** True if an Accept header names application/json; a wildcard does not count. */
export const asksForJson = (accept: string | undefined): boolean =>
  names(accept, 'application/json');

/** True if an Accept header names text/html and not application/json (contract, "Submit"). */
export const prefersHtml = (accept: string | undefined): boolean =>
  names(accept, 'text/html') && !asksForJson(accept);

/** True if an Accept header asks for text/html before application/json. */
export function asksForHtml(accept = ''): boolean {
  const html = weightOf(accept, 'text/html');
  const json = weightOf(accept, 'application/json');
  return html.weight === json.weight ? html.at < json.at : html.weight > json.weight;
}

/**
 * True if a script in a browser sent a request; servers send no `Sec-Fetch-Site` (Fetch Metadata).
 */
export const isPageScript = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers['sec-fetch-mode'] === 'cors' && headers['sec-fetch-site'] !== undefined;

const SECONDS = /^\d+$/;

/** More is as much: 31 years. */
const MOST_SECONDS = 999_999_999;

/**
 * Milliseconds that a `Retry-After` header asks to wait, in seconds or until a date (RFC 9110,
 * 10.2.3); undefined if it says neither.
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

const BEARER = /^bearer(?: (.*))?$/i;

/** The credential of an `Authorization: Bearer` header (RFC 6750), or undefined. */
export function readBearer(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1]?.trim() || undefined;
}
