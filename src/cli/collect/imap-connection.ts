import type { ImapFlow, ImapFlowError } from 'imapflow';
import { isLoopback } from '../../platform/text/host-name.ts';
import { within } from '../../platform/waiting/within.ts';
import { printable } from '../../platform/text/printable.ts';
import { loadOptional } from '../../platform/optional-package.ts';
import { CommandError, EXIT, faultOf } from '../command.ts';
import type { ImapAccount, ImapSecret } from './imap-account.ts';

/** Octets of one answer without its mail, and of one line: a search may find a million mails. */
const MOST_BESIDES = 16_777_216;

/** Milliseconds in which a server has to greet, and may be silent. */
const [GREETING, SILENCE] = [30_000, 120_000];

/** Milliseconds for one answer, however much arrives in between. */
const PATIENCE = 600_000;

/** Milliseconds to say goodbye. */
const GOODBYE = 2_000;

/** Why a server refuses now what it may allow later (RFC 5530). */
const TEMPORARY = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG']);

const UNTRUSTED =
  'no authority that this machine trusts has signed its certificate; put the path of a PEM file with its ' +
  'authority into NODE_EXTRA_CA_CERTS';

const TLS_FAULTS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: check the clock of this machine',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'this port does not begin with TLS: write imap://',
};

/** A failure in words; texts of the server cannot steer a terminal. */
function toFault({ host, port, secure, user }: ImapAccount, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CommandError) return error;
  const { code = '', authenticationFailed, tlsFailed, ...fault } = error as ImapFlowError;
  const { responseStatus, serverResponseCode = '', response, responseText = response } = fault;
  const said = typeof responseText === 'string' ? `“${printable(responseText)}”` : faultOf(error);
  const server = `${host}:${port}`;
  const refuse = (message: string) => new CommandError(message, { cause: error });
  const wrong = TLS_FAULTS[code];
  if (wrong !== undefined) return refuse(`${server} cannot be trusted: ${wrong} (${code}).`);
  if (tlsFailed && !secure && code === '') {
    return refuse(`${server} offers no STARTTLS, which a password needs: write imaps://.`);
  }
  if (authenticationFailed && !TEMPORARY.has(serverResponseCode)) {
    return refuse(
      `${server} refuses the login of ${user}: ${said}. Many providers want a password made for one ` +
        'program, an app password.',
    );
  }
  if (responseStatus && !TEMPORARY.has(serverResponseCode)) {
    return refuse(`${server} refuses to show the mails: ${said}.`);
  }
  return new CommandError(
    `${server} cannot be reached, or the connection was lost (${said}). The next run goes on where this one ended.`,
    { exitCode: EXIT.unavailable, cause: error },
  );
}

/** A session with a mail server. Throws CommandError for what goes wrong. */
export class ImapConnection {
  readonly #account: ImapAccount;
  readonly #client: ImapFlow;

  private constructor(account: ImapAccount, client: ImapFlow) {
    this.#account = account;
    this.#client = client;
  }

  /** Opens a session; a mail has at most `mostOctets`. */
  static async open(account: ImapAccount, secret: ImapSecret, mostOctets: number) {
    const { ImapFlow: Client } = await loadOptional(
      () => import('imapflow'),
      'imapflow@2',
      (install) =>
        new CommandError(`--imap needs imapflow, which is not installed: run ${install}.`),
    );
    const { host, port, secure, user } = account;
    const client = new Client({
      host,
      port,
      secure,
      // A password crosses no network in the clear.
      ...(!secure && !isLoopback(host) && { doSTARTTLS: true }),
      auth: { user, ...secret },
      clientInfo: { name: 'Letterslot' },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: GREETING,
      greetingTimeout: GREETING,
      socketTimeout: SILENCE,
      maxLineLength: MOST_BESIDES,
      maxLiteralSize: mostOctets,
      maxResponseSize: mostOctets + MOST_BESIDES,
    });
    // The call that is under way throws it too; without a listener it would end the process.
    client.on('error', () => undefined);
    const connection = new ImapConnection(account, client);
    await connection.ask(() => client.connect());
    return connection;
  }

  /** Asks the server one thing. */
  async ask<Result>(question: (client: ImapFlow) => Promise<Result>): Promise<Result> {
    try {
      return await within(PATIENCE, question(this.#client), () => {
        this.#client.close();
        throw Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });
      });
    } catch (error) {
      throw toFault(this.#account, error);
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    await within(GOODBYE, client.logout(), () => undefined).catch(() => undefined);
    client.close();
  }
}
