import { MailFailure, REFUSED_BY_REPLY, TOO_LARGE_FOR_SERVER } from '../../mail/mailer.ts';
import { toLongMessage, type LongMessage } from '../../mail/long-message.ts';
import type { Letter } from '../smtp/transaction.ts';

/** Port: a provider that takes whole messages by HTTPS. Throws MailFailure. */
export interface MailApi {
  /** Octets of the largest message. */
  readonly octets: number;
  /** Requests that it takes at the same time, and messages in a second if it says so. */
  readonly connections: number;
  readonly perSecond?: number | undefined;
  /** Proves the credentials, as far as this goes without a message. */
  open(signal: AbortSignal): Promise<void>;
  /** Resolves when the provider has answered 2xx. */
  send(letter: Letter, signal: AbortSignal): Promise<void>;
}

/** What the settings say of a provider. */
export interface Account {
  url: string | undefined;
  user: string | undefined;
}

/** Seconds for which a visitor waits at most, whatever the provider asks for. */
const LONGEST_WAIT = 600;

/** A request that is wrong will be wrong again: its message, or its recipient. */
const PERMANENT: ReadonlySet<number> = new Set([400, 422]);

/** The provider answered with a status that is no success. */
export class ApiRefusal extends MailFailure {
  /** Milliseconds until it takes more, if it said so. */
  readonly wait: number | undefined;

  constructor(status: number, wait?: number) {
    super('refused', status === 413 ? TOO_LARGE_FOR_SERVER : REFUSED_BY_REPLY, status);
    this.wait = wait;
  }

  /** True if it is a fault of the operator's settings. */
  get blamesCredentials(): boolean {
    return this.replyCode === 401 || this.replyCode === 403;
  }

  override get isPermanent(): boolean {
    return PERMANENT.has(this.replyCode ?? 0);
  }

  override get retryAfterSeconds(): number | undefined {
    return this.wait === undefined ? undefined : toSeconds(this.wait);
  }
}

/** Seconds from 1 to 600. */
export const toSeconds = (milliseconds: number): number =>
  Math.min(Math.max(Math.ceil(milliseconds / 1_000), 1), LONGEST_WAIT);

export const contentOf = ({ message }: Pick<Letter, 'message'>): LongMessage =>
  typeof message === 'string' ? toLongMessage([message]) : message;

/** ASCII in base64, piece by piece. */
export function encoded(
  { octets, pieces }: LongMessage,
  encoding: 'base64' | 'base64url',
): LongMessage {
  return {
    octets: encoding === 'base64' ? Math.ceil(octets / 3) * 4 : Math.ceil((octets * 4) / 3),
    *pieces() {
      let rest = '';
      for (const piece of pieces()) {
        const text = rest + piece;
        rest = text.slice(text.length - (text.length % 3));
        yield Buffer.from(text.slice(0, text.length - rest.length), 'latin1').toString(encoding);
      }
      yield Buffer.from(rest, 'latin1').toString(encoding);
    },
  };
}
