/** Stands for a path segment that is not valid percent-encoding: no id, and no path of ours. */
const UNREADABLE_SEGMENT = encodeURIComponent('\ufffd');

/** What the router gets for a target that is none; no request can name it, because of its space. */
export const NO_TARGET = '/ ';

/** `http://host/path`, as clients ask proxies (RFC 9112, 3.2.2). */
const ABSOLUTE = /^https?:\/\/([^/?#]+)/i;

function isReadable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}

/** A path the router can decode, so that an unreadable id takes the same walk as an unknown one. */
function readablePath(url: string): string {
  if (!url.includes('%')) return url;
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  const segments = path
    .split('/')
    .map((segment) => (isReadable(segment) ? segment : UNREADABLE_SEGMENT));
  return segments.join('/') + url.slice(path.length);
}

/** Whether text is a host with an optional port, and nothing before it. */
const isAuthority = (text: string) => !text.includes('@') && URL.canParse(`http://${text}`);

/** What of a request target is routed, a path with its query; `NO_TARGET` for one that is none (RFC 9112, 3.2). */
export function readTarget(method: string, target: string): string {
  if (target.startsWith('/')) return readablePath(target);
  // A question about the service as a whole (RFC 9110, 9.3.7).
  if (target === '*' && method === 'OPTIONS') return '/';
  const [origin = '', authority = ''] = ABSOLUTE.exec(target) ?? [];
  if (!isAuthority(authority)) return NO_TARGET;
  const path = target.slice(origin.length);
  return readablePath(path.startsWith('/') ? path : `/${path}`);
}
