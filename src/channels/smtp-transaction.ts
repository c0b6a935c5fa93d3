import { MailFailure } from '../mail/mailer.ts';
import { toSmtpData } from './smtp-data.ts';

interface Envelope {
  from: string;
  to: string;
}

/** What the server said of itself in its reply to EHLO. */
export interface Extensions {
  /** It takes several commands at once (RFC 2920). */
  pipelining: boolean;
  /** Octets of a message that it takes; undefined where it does not say (RFC 1870). */
  size: number | undefined;
}

/** The classes of the replies to MAIL, RCPT and DATA that let them go on (RFC 5321, 4.3.2). */
const CLASSES = [2, 2, 3];

/** The only reply that means that the message was taken. */
const TAKEN = 250;

/** The reply of a server that takes no message of this size (RFC 1870, 6.1). */
const TOO_LARGE = 552;

const classOf = (code: number) => Math.floor(code / 100);

/** A message and where it goes; `message` is ASCII. */
export interface Letter {
  envelope: Envelope;
  message: string;
}

/** One mail transaction (RFC 5321, 3.3): what to send next, by what the server has replied. */
export class SmtpTransaction {
  readonly #commands: readonly string[];
  readonly #pipelining: boolean;
  readonly #data: string;
  /** Replies that let it go on, so far. */
  #step = 0;
  /** Replies that must still come to what was sent. */
  #due = 0;
  #handedOver = false;

  /** Throws MailFailure when the server takes no message of this size. */
  constructor({ envelope: { from, to }, message }: Letter, { pipelining, size }: Extensions) {
    this.#data = toSmtpData(message);
    const octets = this.#data.length;
    if (size !== undefined && octets > size) throw this.failure('EMESSAGE', TOO_LARGE);
    const declared = size === undefined ? '' : ` SIZE=${octets}`;
    this.#commands = [`MAIL FROM:<${from}>${declared}\r\n`, `RCPT TO:<${to}>\r\n`, 'DATA\r\n'];
    this.#pipelining = pipelining;
  }

  /** The message was sent: the server may have the whole of it. */
  get handedOver(): boolean {
    return this.#handedOver;
  }

  /** The server has answered 250 to the message. */
  get taken(): boolean {
    return this.#step > CLASSES.length;
  }

  /** The server owes a reply. */
  get isDue(): boolean {
    return this.#due > 0;
  }

  /** What to send now; undefined while replies are due, and at the end. */
  advance(): string | undefined {
    if (this.isDue || this.taken) return undefined;
    const wholeEnvelope = this.#pipelining && this.#step === 0;
    this.#due = wholeEnvelope ? this.#commands.length : 1;
    if (this.#step === CLASSES.length) {
      this.#handedOver = true;
      return this.#data;
    }
    return wholeEnvelope ? this.#commands.join('') : this.#commands[this.#step];
  }

  /** Takes the next reply; false when it ends the transaction. */
  accepts(code: number): boolean {
    const goesOn = this.handedOver ? code === TAKEN : classOf(code) === CLASSES[this.#step];
    if (goesOn) this.#step += 1;
    this.#due -= 1;
    return goesOn;
  }

  /** How it ends now for this reason; `code` where the server replied. */
  failure(reason: string, code?: number): MailFailure {
    const refused = code !== undefined && classOf(code) >= 4;
    return new MailFailure(this.handedOver && !refused ? 'doubtful' : 'refused', reason, code);
  }
}
