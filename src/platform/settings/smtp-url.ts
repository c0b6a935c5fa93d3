import { isLoopback } from '../text/host-name.ts';
import { boolean } from './setting-parsers.ts';

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

/** Takes the options of SMTP_URL out of its query; whatever remains is unknown. */
function smtpOptions(url: URL) {
  const options = new Map(url.searchParams);
  const take = (name: string) => {
    const value = options.get(name);
    options.delete(name);
    return value;
  };
  const flag = (name: string) => {
    const value = take(name);
    return value === undefined ? undefined : boolean(value);
  };
  const taken = {
    ignoreTls: flag('ignoreTLS'),
    requireTls: flag('requireTLS'),
    rejectUnauthorized: flag('tls.rejectUnauthorized'),
    name: take('name'),
  };
  if (options.size === 0) return taken;
  throw new Error('has an option other than requireTLS, ignoreTLS, tls.rejectUnauthorized, name');
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new Error('has a user or password that is not percent-encoded');
  }
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
 * `smtp://` upgrades with STARTTLS, and must where a password would cross the network. A relay on this
 * machine may do so with any certificate, unless the query says otherwise.
 */
export function smtpUrl(text: string): SmtpServer {
  const url = smtpServer(text);
  const secure = url.protocol === 'smtps:';
  const { ignoreTls = false, requireTls, rejectUnauthorized, name } = smtpOptions(url);
  if (ignoreTls && requireTls) throw new Error('has both requireTLS and ignoreTLS');
  const server = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const user = decode(url.username);
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
    auth: user === '' ? undefined : { user, pass: decode(url.password) },
    name,
    tls: looksAtIt === undefined ? {} : { rejectUnauthorized: looksAtIt },
  };
}
