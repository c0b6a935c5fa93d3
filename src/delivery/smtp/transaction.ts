import type { LongMessage } from '../../mail/long-message.ts';
import { MailFailure, REFUSED_BY_REPLY, TOO_LARGE_FOR_SERVER } from '../../mail/mailer.ts';
import type { Extensions } from './connect.ts';
import type { Deadline } from './deadline.ts';
import { CLOSING, classOf, DONE, GO_ON, TOO_LARGE } from './replies.ts';

interface Envelope {
  from: string;
  to: string;
}

const FINAL_DOT = '.\r\n';

/** Milliseconds more for each octet of a long message, as at 256 KiB a second; at most half a minute. */
const patienceFor = (octets: number) => Math.min((octets / 262_144) * 1000, 30_000);

/**
 * A message as DATA carries it: lines that end with CRLF, dots stuffed, and the final dot (RFC 5321,
 * 4.5.2).
 */
export function toSmtpData(message: string): string {
  // Latin-1 would cut other characters to octets, some of which end a line.
  if (Buffer.byteLength(message) !== message.length) throw new Error('a message must be ASCII');
  const mended = message.replace(/\r\n|\r|\n/g, '\r\n').replace(/^\./gm, '..');
  return mended.endsWith('\r\n') ? mended + FINAL_DOT : `${mended}\r\n${FINAL_DOT}`;
}

/** The classes of the replies to MAIL, RCPT and DATA after which the next step follows (RFC 5321, 4.3.2). */
const CLASSES = [2, 2, 3];

/** A message and its recipient. */
export interface Letter {
  envelope: Envelope;
  /** ASCII. */
  message: string | LongMessage;
  /** Its lines end with CRLF and start with no dot; undefined if that is not known of a string. */
  isReady?: true;
}

/** A message for one recipient, composed when it is its turn. */
export interface Outgoing {
  compose: () => Letter;
  deadline: Deadline;
}

/** The message to send after another on the same session, if there is one. */
export type TakeNext = () => Outgoing | undefined;

/** One mail transaction (RFC 5321, 3.3): decides what to send next from the server's replies. */
export class SmtpTransaction {
  readonly #commands: readonly string[];
  readonly #pipelining: boolean;
  /** Milliseconds that it may take in addition to what every message may. */
  readonly patience: number = 0;
  readonly #data: string | LongMessage;
  /** Replies so far that let it continue. */
  #step = 0;
  /** Replies still to come. */
  #due = 0;
  #handedOver = false;
  /** A part of a long message was sent. */
  #streaming = false;
  #refusal: MailFailure | undefined = undefined;
  #awaited = false;

  /** Throws MailFailure when the server accepts no message of this size. */
  constructor({ envelope, message, isReady }: Letter, { pipelining, size }: Extensions) {
    const { from, to } = envelope;
    let octets: number;
    if (typeof message === 'string') {
      this.#data = isReady ? message + FINAL_DOT : toSmtpData(message);
      // The final dot does not count (RFC 1870, 3).
      octets = this.#data.length - FINAL_DOT.length;
    } else {
      this.#data = message;
      octets = message.octets;
      this.patience = patienceFor(octets);
    }
    if (size !== undefined && octets > size) throw this.failure(TOO_LARGE_FOR_SERVER, TOO_LARGE);
    const declared = size === undefined ? '' : ` SIZE=${octets}`;
    this.#commands = [`MAIL FROM:<${from}>${declared}\r\n`, `RCPT TO:<${to}>\r\n`, 'DATA\r\n'];
    this.#pipelining = pipelining;
  }

  /** A part of a long message was sent, and its final dot was not: no command can be sent. */
  get isStreaming(): boolean {
    return this.#streaming;
  }

  /** The message was sent: the server may have the whole of it. */
  get handedOver(): boolean {
    return this.#handedOver;
  }

  /** The server has answered 250 to the message. */
  get taken(): boolean {
    return this.#step > CLASSES.length;
  }

  /** How the server refused it. It keeps nothing of the message, and the session stays usable. */
  get refusal(): MailFailure | undefined {
    return this.#refusal;
  }

  /** The server waits for the message, or its rest, although it refused it: no command can be sent. */
  get isAwaited(): boolean {
    return this.#awaited;
  }

  /** The server owes a reply. */
  get isDue(): boolean {
    return this.#due > 0;
  }

  /** What to send now, a long message with `finish` behind it; undefined while replies are due, and at the end. */
  advance(): string | LongMessage | undefined {
    if (this.isDue || this.taken || this.refusal) return undefined;
    const wholeEnvelope = this.#pipelining && this.#step === 0;
    this.#due = wholeEnvelope ? this.#commands.length : 1;
    if (this.#step === CLASSES.length) {
      this.#streaming = typeof this.#data !== 'string';
      this.#handedOver = !this.#streaming;
      return this.#data;
    }
    return wholeEnvelope ? this.#commands.join('') : this.#commands[this.#step];
  }

  /** The first commands. */
  begin(): string {
    const first = this.advance();
    return typeof first === 'string' ? first : '';
  }

  /** The end of a long message: from here on the server may have the whole of it. */
  finish(): string {
    this.#streaming = false;
    this.#handedOver = true;
    return FINAL_DOT;
  }

  /** Takes the next reply; false when it does not fit here, or closes the session. */
  take(code: number): boolean {
    const goesOn = this.handedOver ? code === DONE : classOf(code) === CLASSES[this.#step];
    this.#due -= 1;
    if (code === CLOSING) return false;
    // The envelope was sent as a whole: its later commands are answered, too.
    if (this.refusal) this.#awaited ||= code === GO_ON;
    else if (goesOn) this.#step += 1;
    else if (classOf(code) >= 4) {
      const tooLarge = this.#step === 0 && code === TOO_LARGE;
      this.#refusal = this.failure(tooLarge ? TOO_LARGE_FOR_SERVER : REFUSED_BY_REPLY, code);
      this.#awaited = this.#streaming;
    } else return false;
    return true;
  }

  /** The failure when it ends now for this reason; `code` where the server replied. */
  failure(reason: string, code?: number): MailFailure {
    const refused = code !== undefined && classOf(code) >= 4;
    return new MailFailure(this.handedOver && !refused ? 'doubtful' : 'refused', reason, code);
  }
}
