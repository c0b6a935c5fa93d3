import { isLoopback } from '../../../platform/text/host-name.ts';
import type { Reach } from './reach.ts';
import { collect } from '../../../platform/text/octets.ts';
import { CommandError, EXIT } from '../../command.ts';
import { reasonOf } from '../deployment.ts';
import { printable } from '../../../platform/text/printable.ts';

/** Bounds of one look at a page. */
const MOST = { redirects: 5, bytes: 2_097_152, milliseconds: 20_000 };

/** Pages and endpoints are asked over TLS, or on this machine. */
export const isSafeUrl = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));

/** A page as it came, after redirects. */
export interface FetchedPage {
  url: URL;
  headers: Headers;
  html: string;
}

const fault = (message: string, exitCode: number, cause?: unknown) =>
  new CommandError(message, { exitCode, cause });

const unreachable = (message: string, cause?: unknown) => fault(message, EXIT.unavailable, cause);

async function request(
  reach: Reach,
  url: URL,
  accept: string,
  signal: AbortSignal,
): Promise<Response> {
  try {
    const headers = { accept, 'user-agent': 'letterslot (form check)' };
    return await reach.fetch(url, { headers, signal });
  } catch (cause) {
    throw unreachable(`${printable(url)} cannot be reached (${reasonOf(cause)}).`, cause);
  }
}

/** The body; throws CommandError if it is larger than `MOST.bytes`, or does not arrive in time. */
async function readBody(url: URL, response: Response): Promise<Buffer> {
  let bytes: Buffer | undefined;
  try {
    bytes = await collect(response.body, MOST.bytes);
  } catch (cause) {
    throw unreachable(`${printable(url)} ended too soon (${reasonOf(cause)}).`, cause);
  }
  if (bytes) return bytes;
  throw fault(`${printable(url)} is larger than ${MOST.bytes} bytes.`, EXIT.fault);
}

const CHARSET = /\bcharset\s*=\s*["']?([\w:.-]+)/i;

/** As browsers do: by a byte order mark, the header or the beginning of the page. */
function decode(bytes: Buffer, contentType: string): string {
  const start = bytes.toString('latin1', 0, 1_024);
  const [, label = 'utf-8'] = CHARSET.exec(contentType) ?? CHARSET.exec(start) ?? [];
  try {
    return new TextDecoder(bytes[0] === 0xef ? 'utf-8' : label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;

async function readPage(url: URL, response: Response): Promise<FetchedPage> {
  const { status, headers } = response;
  if (status >= 400) {
    await response.body?.cancel();
    const isPassing = status >= 500 || status === 429;
    throw fault(`${printable(url)} answers ${status}.`, isPassing ? EXIT.unavailable : EXIT.fault);
  }
  const type = headers.get('content-type') ?? '';
  if (!HTML.test(type)) {
    await response.body?.cancel();
    throw fault(`${printable(url)} is no HTML page, but “${printable(type)}”.`, EXIT.fault);
  }
  return { url, headers, html: decode(await readBody(url, response), type) };
}

/** Follows a few redirects, and runs nothing of the page. Throws CommandError. */
export async function fetchPage(start: URL, reach: Reach): Promise<FetchedPage> {
  const signal = AbortSignal.timeout(MOST.milliseconds);
  let url = start;
  for (let followed = 0; followed <= MOST.redirects; followed += 1) {
    const response = await request(reach, url, 'text/html,application/xhtml+xml;q=0.9', signal);
    const location = response.headers.get('location');
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
    if (!isRedirect) return readPage(url, response);
    await response.body?.cancel();
    const next = URL.parse(location, url.href);
    if (!next || !isSafeUrl(next)) {
      throw fault(
        `${printable(url)} redirects to ${printable(location)}, which is not https.`,
        EXIT.fault,
      );
    }
    if (!(await reach.mayLead(url, next))) {
      const place = `${printable(url)} redirects to ${printable(location)}`;
      throw fault(
        `${place}, where a page may not lead: a private address, or no https.`,
        EXIT.fault,
      );
    }
    url = next;
  }
  throw unreachable(`${printable(start)} redirects more than ${MOST.redirects} times.`);
}

/** A script's bytes; undefined if missing or not allowed for the page. Throws CommandError. */
export async function fetchScript(url: URL, page: URL, reach: Reach): Promise<Buffer | undefined> {
  if (!(await reach.mayLead(page, url))) return undefined;
  const response = await request(reach, url, '*/*', AbortSignal.timeout(MOST.milliseconds));
  if (response.ok) return readBody(url, response);
  await response.body?.cancel();
  return undefined;
}
