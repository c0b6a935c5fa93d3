import { isLoopback } from '../text/host-name.ts';
import { boolean, decodePart } from './setting-parsers.ts';

/** The mail server of SMTP_URL. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (smtps). */
  secure: boolean;
  /** Refuse to continue without STARTTLS. */
  requireTls: boolean;
  /** Never use STARTTLS, for a relay on this machine. */
  ignoreTls: boolean;
  auth: { user: string; pass: string } | undefined;
  /** The name sent with EHLO. */
  name: string | undefined;
  tls: { rejectUnauthorized?: boolean; servername?: string };
}

const flag = (text: string | undefined) => (text === undefined ? undefined : boolean(text));

function smtpOptions({ searchParams }: URL) {
  const given: Partial<Record<string, string>> = Object.fromEntries(searchParams);
  const { ignoreTLS, requireTLS, 'tls.rejectUnauthorized': reject, name, ...others } = given;
  if (Object.keys(others).length > 0) {
    throw new Error('has an option other than requireTLS, ignoreTLS, tls.rejectUnauthorized, name');
  }
  const flags = { ignoreTls: flag(ignoreTLS), requireTls: flag(requireTLS) };
  return { ...flags, rejectUnauthorized: flag(reject), name };
}

const SMTP_SHAPE =
  'must look like smtp://user:password@host:587 or smtps://host, with / # ? @ : and % in user and ' +
  'password percent-encoded (%2F %23 %3F %40 %3A %25)';

/** An unescaped / # ? in a password ends the authority early: the user would become the host. */
function smtpServer(text: string): URL {
  const url = URL.parse(text);
  const right = url?.hostname && /^smtps?:$/.test(url.protocol) && /^\/?$/.test(url.pathname);
  if (right && !text.includes('#') && !url.search.includes('@')) return url;
  throw new Error(SMTP_SHAPE);
}

/**
 * `smtp://` upgrades with STARTTLS, and must if a password would cross the network. A relay on this
 * machine may do so with any certificate, unless the query says otherwise.
 */
export function smtpUrl(text: string): SmtpServer {
  const url = smtpServer(text);
  const secure = url.protocol === 'smtps:';
  const { ignoreTls = false, requireTls, rejectUnauthorized, name } = smtpOptions(url);
  if (ignoreTls && requireTls) throw new Error('has both requireTLS and ignoreTLS');
  const server = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const user = decodePart(url.username, 'user or password');
  const local = isLoopback(server);
  const crossesNetwork = user !== '' && !secure && !local;
  const anyCertificate = local && user === '' && !secure && !requireTls;
  const looksAtIt = rejectUnauthorized ?? (anyCertificate ? false : undefined);
  return {
    host: server,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTls: requireTls ?? (crossesNetwork && !ignoreTls),
    ignoreTls,
    auth: user === '' ? undefined : { user, pass: decodePart(url.password, 'user or password') },
    name,
    tls: looksAtIt === undefined ? {} : { rejectUnauthorized: looksAtIt },
  };
}
