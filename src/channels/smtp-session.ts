import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { MailFailure } from '../mail/mailer.ts';

/** Where mail goes, as SMTP_URL says. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (smtps). */
  secure: boolean;
  /** Refuse to go on without STARTTLS. */
  requireTls: boolean;
  /** Never use STARTTLS, for a relay on this machine. */
  ignoreTls: boolean;
  auth: { user: string; pass: string } | undefined;
  /** The name sent with EHLO. */
  name: string | undefined;
  tls: { rejectUnauthorized?: boolean; servername?: string };
}

export interface Envelope {
  from: string;
  to: string;
}

/** Milliseconds for each phase; the deadline of the whole exchange is the caller's signal. */
const TIMEOUTS = {
  dnsTimeout: 5_000,
  connectionTimeout: 5_000,
  greetingTimeout: 5_000,
  socketTimeout: 60_000,
};

/** What nodemailer reports; its message stays behind, because servers quote addresses in it. */
interface SmtpError extends Error {
  code?: string | undefined;
  responseCode?: number | undefined;
}

/** The server is closing the channel (RFC 5321, 4.2.3). */
const CLOSING = 421;

/** The server ended a session that was idle; the message may be tried on a fresh one. */
export class StaleSession extends Error {}

/** One connection to the mail server, greeted and logged in; carries one message at a time. */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  #sent = 0;
  usable = true;

  private constructor(connection: SMTPConnection) {
    this.#connection = connection;
    const end = () => {
      this.usable = false;
    };
    connection.on('end', end);
    connection.on('error', end);
  }

  /** Connects, secures and logs in; throws MailFailure. */
  static async open(server: SmtpServer, deadline: AbortSignal): Promise<SmtpSession> {
    const { host, port, secure, requireTls, ignoreTls, auth, name, tls } = server;
    const connection = new SMTPConnection({
      host,
      port,
      secure,
      requireTLS: requireTls,
      ignoreTLS: ignoreTls,
      name,
      tls,
      ...TIMEOUTS,
    });
    const session = new SmtpSession(connection);
    await session.#exchange(deadline, (settle) => {
      connection.once('error', settle);
      connection.connect((error) => {
        if (error || !auth) settle(error);
        else connection.login({ ...auth }, settle);
      });
    });
    return session;
  }

  /**
   * Sends one message. Throws StaleSession when it never began and a fresh session may do better,
   * else MailFailure: `doubtful` once the message was handed over and no reply came.
   */
  async deliver(envelope: Envelope, message: Buffer, deadline: AbortSignal): Promise<void> {
    let handedOver = false;
    const body = new Readable({
      read() {
        handedOver = true;
        this.push(message);
        this.push(null);
      },
    });
    const reused = this.#sent > 0;
    this.#sent += 1;
    try {
      await this.#exchange(
        deadline,
        (settle) => {
          const { from, to } = envelope;
          this.#connection.send({ from, to: [to], size: message.length }, body, settle);
        },
        () => handedOver,
      );
    } catch (error) {
      body.destroy();
      if (!(error instanceof MailFailure) || !reused || handedOver || deadline.aborted) throw error;
      if (error.replyCode !== undefined && error.replyCode !== CLOSING) throw error;
      throw new StaleSession('the idle session was closed', { cause: error });
    }
  }

  /** When the certificate of the server ends; undefined where the session is not encrypted. */
  get certificateEnds(): Date | undefined {
    const socket = this.#connection._socket;
    if (!(socket instanceof TLSSocket)) return undefined;
    return new Date(socket.getPeerCertificate().valid_to);
  }

  /** Says QUIT and lets the socket go. */
  quit(): void {
    if (this.usable) this.#connection.quit();
    this.usable = false;
  }

  /** Drops the connection at once. */
  destroy(): void {
    this.usable = false;
    this.#connection.close();
  }

  /** Runs one callback-style exchange until it settles or the deadline ends it. */
  async #exchange(
    deadline: AbortSignal,
    start: (settle: (error?: SmtpError | null) => void) => void,
    handedOver: () => boolean = () => false,
  ): Promise<void> {
    const fail = (reason: string, replyCode?: number) => {
      this.destroy();
      const doubtful = handedOver() && replyCode === undefined;
      return new MailFailure(doubtful ? 'doubtful' : 'refused', reason, replyCode);
    };
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onDeadline = () => reject(fail('ETIMEDOUT'));
    if (deadline.aborted) throw fail('ETIMEDOUT');
    deadline.addEventListener('abort', onDeadline, { once: true });
    try {
      start((error) => {
        if (error) reject(fail(error.code ?? 'ESMTP', error.responseCode));
        else resolve();
      });
      await promise;
    } finally {
      deadline.removeEventListener('abort', onDeadline);
    }
  }
}
