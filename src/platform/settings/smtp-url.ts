import { isLoopback, withoutBrackets } from '../text/host-name.ts';
import { boolean, decodePart } from './setting-parsers.ts';

/** The port of servers that begin with TLS (RFC 8314, 3.3). */
export const IMPLICIT_TLS_PORT = 465;

/** Access tokens (OAuth 2). */
export interface TokenSource {
  /** A token that has not ended. */
  current(): Promise<string>;
  /** It was refused; the next one is another. */
  discard(token: string): void;
  /** The server accepted the newest token, or refused it with this code. */
  judged(replyCode?: number): void;
}

/** A mail server as the settings name it. */
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
  /** Access tokens in place of the password (OAuth 2). */
  tokens?: TokenSource | undefined;
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

interface SmtpAddress extends ReturnType<typeof smtpOptions> {
  host: string;
  port: number | undefined;
  secure: boolean;
  user: string;
  pass: string;
}

/**
 * A session upgrades with STARTTLS, and must if a password would cross the network. A relay on this
 * machine may do so with any certificate, unless the options say otherwise.
 */
function toServer({ host, port, secure, user, pass, name, ...options }: SmtpAddress): SmtpServer {
  const { ignoreTls = false, requireTls, rejectUnauthorized } = options;
  const local = isLoopback(host);
  const crossesNetwork = user !== '' && !secure && !local;
  const anyCertificate = local && user === '' && !secure && !requireTls;
  const looksAtIt = rejectUnauthorized ?? (anyCertificate ? false : undefined);
  return {
    host,
    port: port ?? (secure ? IMPLICIT_TLS_PORT : 587),
    secure,
    requireTls: requireTls ?? (crossesNetwork && !ignoreTls),
    ignoreTls,
    auth: user === '' ? undefined : { user, pass },
    name,
    tls: looksAtIt === undefined ? {} : { rejectUnauthorized: looksAtIt },
  };
}

/** Parses SMTP_URL; throws an Error whose message completes "SMTP_URL …". */
export function smtpUrl(text: string): SmtpServer {
  const url = smtpServer(text);
  const options = smtpOptions(url);
  if (options.ignoreTls && options.requireTls) throw new Error('has both requireTLS and ignoreTLS');
  return toServer({
    ...options,
    host: withoutBrackets(url.hostname),
    port: Number(url.port) || undefined,
    secure: url.protocol === 'smtps:',
    user: decodePart(url.username, 'user or password'),
    pass: decodePart(url.password, 'user or password'),
  });
}

/** The settings that say the same as SMTP_URL, one part each. */
export interface SmtpSettings {
  SMTP_HOST?: string | undefined;
  SMTP_PORT?: number | undefined;
  SMTP_USER?: string | undefined;
  SMTP_PASSWORD?: string | undefined;
  SMTP_TLS?: 'starttls' | 'implicit' | 'off' | undefined;
}

/** The mail server of SMTP_HOST and its companions; undefined without it. */
export function smtpServerOf(settings: SmtpSettings): SmtpServer | undefined {
  const { SMTP_HOST: host, SMTP_PORT: port, SMTP_TLS: tls } = settings;
  if (!host) return undefined;
  return toServer({
    host,
    port,
    secure: tls === 'implicit' || (tls === undefined && port === IMPLICIT_TLS_PORT),
    user: settings.SMTP_USER ?? '',
    pass: settings.SMTP_PASSWORD ?? '',
    requireTls: tls === 'starttls' || undefined,
    ignoreTls: tls === 'off',
    rejectUnauthorized: undefined,
    name: undefined,
  });
}
