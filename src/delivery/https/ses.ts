import { once } from 'node:events';
import { Readable } from 'node:stream';
import { GetAccountCommand, SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { MailFailure } from '../../mail/mailer.ts';
import type { Letter } from '../smtp/transaction.ts';
import type { AwsAccount } from './aws.ts';
import { succeeded, type ApiClient } from './client.ts';
import { ApiRefusal, contentOf, type MailApi } from './mail-api.ts';

/** Octets that are sent at once. */
const PIECE = 65_536;

/** The parts of a request of the SDK, signed. */
interface SignedRequest {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: Uint8Array;
}

/** In pieces, so that it is known whether all of it was sent. */
function* slicesOf(octets: Buffer): Generator<string> {
  for (let at = 0; at < octets.length; at += PIECE) yield octets.toString('latin1', at, at + PIECE);
}

/** Sends what the SDK has signed, once, so that each outcome is told as of any provider. */
class Handler {
  readonly #client: ApiClient;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  async handle(request: SignedRequest, { signal }: { signal: AbortSignal }) {
    const { protocol, hostname, port, path, method, headers, body } = request;
    const octets = body && Buffer.copyBytesFrom(body);
    const { status, json = {} } = succeeded(
      await this.#client.call(
        {
          url: `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`,
          headers,
          ...(octets && { body: { octets: octets.length, pieces: () => slicesOf(octets) } }),
          submits: method !== 'GET',
        },
        signal,
      ),
    );
    const answered = Readable.from([JSON.stringify(json)]);
    return { response: { statusCode: status, headers: {}, body: answered } };
  }
}

/** Amazon SES v2, `SendEmail` with `Raw`, at the rate of the account. */
export class SesApi implements MailApi {
  readonly octets = 29_000_000;
  readonly connections = 10;
  perSecond: number | undefined = undefined;
  readonly #client: SESv2Client;
  #opened: Promise<void> | undefined = undefined;

  constructor(client: ApiClient, { region, endpoint, credentials }: AwsAccount) {
    this.#client = new SESv2Client({
      region,
      maxAttempts: 1,
      requestHandler: new Handler(client) as never,
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials && { credentials }),
    });
  }

  async open(signal: AbortSignal): Promise<void> {
    this.#opened ??= this.#open(signal);
    try {
      await this.#opened;
    } catch (error) {
      this.#opened = undefined;
      throw error;
    }
  }

  async send(letter: Letter, signal: AbortSignal): Promise<void> {
    await this.open(signal);
    const { octets, pieces } = contentOf(letter);
    const data = Buffer.alloc(octets);
    let at = 0;
    for (const piece of pieces()) at += data.write(piece, at, 'latin1');
    const command = new SendEmailCommand({
      Destination: { ToAddresses: [letter.envelope.to] },
      Content: { Raw: { Data: data } },
    });
    await this.#client.send(command, { signal } as object).catch(rethrow);
  }

  /** Finds the credentials, for which the SDK takes no signal, and the rate of the account. */
  async #open(signal: AbortSignal): Promise<void> {
    const found = Promise.resolve(this.#client.config.credentials()).catch(() => {
      throw new ApiRefusal(401);
    });
    await Promise.race([found, once(signal, 'abort')]);
    if (signal.aborted) throw new MailFailure('refused', 'ETIMEDOUT');
    try {
      const answer = await this.#client.send(new GetAccountCommand({}), { signal } as object);
      this.perSecond = answer.SendQuota?.MaxSendRate;
    } catch (error) {
      // A key that may only send is no fault.
      if (!(error instanceof ApiRefusal && error.replyCode === 403)) rethrow(error);
    }
  }
}

function rethrow(error: unknown): never {
  if (error instanceof MailFailure) throw error;
  throw new MailFailure('refused', error instanceof Error ? error.name : 'unknown');
}
