import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MailFailure } from '../../mail/mailer.ts';
import type { SmtpServer } from '../../platform/settings/smtp-url.ts';
import { isLoopback } from '../../platform/text/host-name.ts';
import { CLOSING, Deadline, type Extensions } from './transaction.ts';

/** A mail server on this machine without TLS and login, like the preview mailbox. */
export const plainServer = (port: number): SmtpServer => ({
  host: '127.0.0.1',
  port,
  secure: false,
  requireTls: false,
  ignoreTls: true,
  auth: undefined,
  name: undefined,
  tls: {},
});

/** Loaded with the first session; as CommonJS, which does not load nodemailer's HTTP client. */
function loadConnection(): typeof SMTPConnection {
  const require = createRequire(import.meta.url);
  return require('nodemailer/lib/smtp-connection') as typeof SMTPConnection;
}

/** Milliseconds to find the server and connect to it. */
const CONNECTING = 5_000;

/** The caller's deadline is earlier: greetings may take five minutes (RFC 5321, 4.5.3.2.1). */
const NEVER = 600_000;
const TIMEOUTS = { dnsTimeout: CONNECTING, connectionTimeout: NEVER, greetingTimeout: NEVER };

/** The reason of a failure: the server took the connection and said nothing. */
export const NO_GREETING = 'EGREETING';

/** How it ends when server, network or DNS say nothing; EHOSTUNREACH takes a few seconds. */
const SILENCE: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  NO_GREETING,
  'ETIMEOUT',
  'EHOSTUNREACH',
]);

/** True if no session was opened because nothing answered; not after a refusal or a hang-up. */
export const isSilence = (error: unknown): error is MailFailure =>
  error instanceof MailFailure && error.replyCode === undefined && SILENCE.has(error.reason);

/** An error of nodemailer. Its message is not passed on, because servers quote addresses in it. */
interface ConnectionError extends Error {
  code?: string | undefined;
  /** The code of Node or OpenSSL, where nodemailer put its own in `code`. */
  originalCode?: string | undefined;
  responseCode?: number | undefined;
}

/** `lines` of the reply are joined by line feeds. */
function readExtensions(lines: string): Extensions {
  const [, size] = /^250[ -]SIZE (\d{1,15})\s*$/im.exec(lines) ?? [];
  return {
    pipelining: /^250[ -]PIPELINING\s*$/im.test(lines),
    // Zero means that there is a limit, but not which.
    size: Number(size) || undefined,
    login: /^250[ -]AUTH[ =]/im.test(lines),
  };
}

/** A connection that is ready for a transaction. */
export interface Connected {
  socket: Socket;
  extensions: Extensions;
  /** Milliseconds until the server had greeted, listed its extensions and, if used, started TLS. */
  greetedAfter: number;
}

/** Connects, starts TLS and logs in, by nodemailer. Throws MailFailure. */
export async function connectSmtp(server: SmtpServer, deadline: Deadline): Promise<Connected> {
  const { requireTls, ignoreTls, auth, ...rest } = server;
  const Connection = loadConnection();
  const connection = new Connection({
    ...rest,
    requireTLS: requireTls,
    ignoreTLS: ignoreTls,
    // Nothing crosses a network: a relay whose STARTTLS fails is used as one that has none.
    opportunisticTLS: isLoopback(server.host) && !auth && !requireTls,
    ...TIMEOUTS,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Connected>();
  const began = performance.now();
  let greetedAfter = 0;
  let extensions = readExtensions('');
  const fail = (reason: string, code?: number) => {
    // Only a server that replied gets QUIT; its answer is not awaited.
    const { _socket: socket } = connection;
    if (code !== undefined && code !== CLOSING && socket && socket.writable)
      socket.write('QUIT\r\n');
    connection.close();
    const failure = new MailFailure('refused', reason, code);
    if (code !== undefined) failure.reply = String(connection.lastServerResponse);
    reject(failure);
  };
  const settle = (error?: ConnectionError | null) => {
    const { _socket: socket } = connection;
    if (error) fail(error.originalCode ?? error.code ?? 'ESMTP', error.responseCode);
    else if (socket) resolve({ socket, extensions, greetedAfter });
    else fail('ECONNECTION');
  };
  // Never removed: nodemailer also reports errors of open sessions here, and all need a handler.
  connection.on('error', settle);
  const isConnected = () => connection._socket && !connection._socket.connecting;
  const connecting = new Deadline(CONNECTING);
  connecting.notify(() => connecting.isLate || isConnected() || fail('ETIMEDOUT'));
  deadline.notify(() =>
    fail(isConnected() && !connection.lastServerResponse ? NO_GREETING : 'ETIMEDOUT'),
  );
  connection.connect((error) => {
    greetedAfter = performance.now() - began;
    extensions = readExtensions(connection.lastServerResponse || '');
    if (error || !auth) settle(error);
    else connection.login({ ...auth }, settle);
  });
  return promise.finally(() => {
    connecting.clear();
    deadline.notify(undefined);
  });
}

/** The server refuses the credentials (RFC 4954, 6). */
const LOGIN_REFUSED = 535;

/** A name of our own, so that nodemailer takes no other way that the server offers. */
const METHOD = 'TOKEN';

interface Dialogue {
  sendCommand(command: string): Promise<{ status?: number }>;
}

/** The same server with a login by this token (Google and Microsoft, "XOAUTH2"). */
function withToken(server: SmtpServer, token: string) {
  const user = server.auth?.user ?? '';
  const response = Buffer.from(`user=${user}\x01auth=Bearer ${token}\x01\x01`).toString('base64');
  const login = async ({ sendCommand }: Dialogue) => {
    let { status } = await sendCommand(`AUTH XOAUTH2 ${response}`);
    // Some say in a challenge why they will refuse; an empty line asks for the refusal.
    if (status === 334) ({ status } = await sendCommand(''));
    if (status !== 235) throw new Error('login refused');
  };
  return {
    ...server,
    auth: { user, pass: token, method: METHOD },
    customAuth: { [METHOD]: login },
  };
}

/** Connects and logs in by an access token; by one more if the server refuses the first. */
export async function connectWithToken(
  { tokens, ...server }: SmtpServer,
  deadline: Deadline,
): Promise<Connected> {
  for (let tries = 1; ; tries += 1) {
    const token = (await tokens?.current()) ?? '';
    try {
      const connected = await connectSmtp(withToken(server, token), deadline);
      tokens?.judged();
      return connected;
    } catch (error) {
      if (!(error instanceof MailFailure) || error.replyCode !== LOGIN_REFUSED) throw error;
      tokens?.discard(token);
      if (tries < 2) continue;
      tokens?.judged(LOGIN_REFUSED);
      throw error;
    }
  }
}
