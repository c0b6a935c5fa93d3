import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { chooseLanguage, type Language } from '../../catalogs/languages.ts';
import { OPERATIONS } from '../../contract/operations.ts';
import { clientNameOf } from '../../platform/text/client-name.ts';
import { isLoopback } from '../../platform/text/host-name.ts';

/**
 * The name of a client for rate limits: its IPv4 address or IPv6 /64. The address is the socket's,
 * or the rightmost hop of X-Forwarded-For that is not a trusted proxy (TRUSTED_PROXIES).
 */
export function callerOf(request: FastifyRequest): string {
  // A connection that was reset has no address any more.
  const ip = (request as { ip?: string }).ip ?? '';
  if (isIPv4(ip)) return ip;
  const reported = ip.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const peer = request.socket.remoteAddress ?? '';
  return clientNameOf(reported) ?? clientNameOf(peer) ?? 'unknown';
}

/** The website at an origin, for the way back; without TLS it counts only on this machine. */
export function websiteAt(origin: string): { url: string } | undefined {
  const url = URL.parse(origin);
  if (!url || url.origin !== origin) return undefined;
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return safe ? { url: url.href } : undefined;
}

/** True if the Origin of a request is the service itself, as its client addresses it. */
const isOwnOrigin = ({ origin = '', host }: FastifyRequest['headers']): boolean =>
  URL.parse(origin)?.host === host && host !== undefined;

/**
 * The website whose form a visitor has sent, for the way back. Only this visitor sees it, and came
 * from there; a page of this service does not count.
 */
export const cameFrom = ({ headers }: FastifyRequest): { url: string } | undefined =>
  isOwnOrigin(headers) ? undefined : websiteAt(headers.origin ?? '');

/**
 * True if a page of the origin `own` may have sent the request. Browsers send the origin, or `null`
 * for the policy `no-referrer`; Sec-Fetch-Site tells other pages with that policy apart.
 */
export function mayBeOwnPage({ headers }: FastifyRequest, own: string): boolean {
  const { origin, 'sec-fetch-site': from = 'same-origin' } = headers;
  if (from !== 'same-origin') return false;
  return origin === 'null' || origin === own || isOwnOrigin(headers);
}

/** True if a header occurs twice: Node reads the first, but a proxy may have read another. */
export function isRepeated({ rawHeaders }: IncomingMessage, name: string): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] ?? '';
    if (header.length === name.length && header.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

/** The only Authorization header; undefined if there are several. */
export const onlyAuthorizationOf = ({ raw, headers }: FastifyRequest): string | undefined =>
  isRepeated(raw, 'authorization') ? undefined : headers.authorization;

/** The start of forms' addresses. */
export const FORMS = OPERATIONS.submitForm.path.replace('{formId}', '');

/** The Content-Type header; '' when there is none or more than one. */
export const contentTypeOf = (message: IncomingMessage): string =>
  isRepeated(message, 'content-type') ? '' : (message.headers['content-type'] ?? '');

const isNot = (coding: string, header: string | undefined) =>
  header !== undefined && !['', coding].includes(header.trim().toLowerCase());

/**
 * True if a body is compressed or otherwise encoded, which no operation reads (RFC 9110, 8.4). Node
 * decodes `chunked` and silently ignores other transfer codings (RFC 9112, 6.1).
 */
export const isCoded = ({ headers }: IncomingMessage): boolean =>
  isNot('identity', headers['content-encoding']) || isNot('chunked', headers['transfer-encoding']);

/** A request's id in the log and X-Request-Id. Half a UUID, because Node pools its randomness. */
export function newRequestId(): string {
  return `req_${randomUUID().slice(19).replace('-', '')}`;
}

/** Replaces a path segment that is not valid percent-encoding; no id and no path contains it. */
const UNREADABLE_SEGMENT = encodeURIComponent('\ufffd');

/** Stands for an invalid target in the router. Its space makes it impossible in a request. */
export const NO_TARGET = '/ ';

/** `http://host/path`, the form in which clients send targets to proxies (RFC 9112, 3.2.2). */
const ABSOLUTE = /^https?:\/\/([^/?#]+)/i;

function isReadable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}

/** A path the router can decode, so that an unreadable id is answered like an unknown one. */
function readablePath(url: string): string {
  if (!url.includes('%')) return url;
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const segments = path
    .split('/')
    .map((segment) => (isReadable(segment) ? segment : UNREADABLE_SEGMENT));
  return segments.join('/') + url.slice(path.length);
}

/** True if text is a host with an optional port, without user or password. */
const isAuthority = (text: string) => !text.includes('@') && URL.canParse(`http://${text}`);

/** A form's address may end with a slash: a redirect would lose the post's body. */
const FORM_AND_SLASH = new RegExp(String.raw`^(${FORMS}[^/?]+)/(?=$|\?)`);

const pathOf = (target: string): string => readablePath(target.replace(FORM_AND_SLASH, '$1'));

/** The path and query to route; `NO_TARGET` for an invalid target (RFC 9112, 3.2). */
export function readTarget(method: string, target: string): string {
  if (target.startsWith('/')) return pathOf(target);
  // `OPTIONS *` asks about the service as a whole (RFC 9110, 9.3.7).
  if (target === '*' && method === 'OPTIONS') return '/';
  const [origin = '', authority = ''] = ABSOLUTE.exec(target) ?? [];
  if (!isAuthority(authority)) return NO_TARGET;
  const path = target.slice(origin.length);
  return pathOf(path.startsWith('/') ? path : `/${path}`);
}

/** An Origin header with one origin in it, not `null` or a list. */
const ONE_ORIGIN = /^https?:\/\/[^\s\p{Cc}/?#@\\,]+$/iu;

/** The headers in which a browser names the page that sends a request. */
interface SiteHeaders {
  origin?: string | undefined;
  referer?: string | undefined;
}

/**
 * The origin of the page that sent a request, from Origin, else Referer. Any Origin, even `null`,
 * overrides the Referer.
 */
export function siteOf({ origin, referer }: SiteHeaders): string | undefined {
  const text = origin ?? referer ?? '';
  if (origin !== undefined && !ONE_ORIGIN.test(origin)) return undefined;
  return /^https?:\/\//i.test(text) ? URL.parse(text)?.origin : undefined;
}

/** The language in which this client reads pages. */
export function languageOf(request: FastifyRequest): Language {
  return chooseLanguage(request.headers['accept-language']);
}

/** The language of the JSON for a visitor: that of the form, else the one that the client reads. */
export const visitorLanguageOf = (request: FastifyRequest): Language =>
  request.formLanguage ?? languageOf(request);
