import { isAscii } from '../../platform/text/ascii.ts';
import { MailFailure, REFUSED_BY_REPLY, TOO_LARGE_FOR_SERVER } from '../mail/mailer.ts';

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
  /** It offers AUTH (RFC 4954). */
  login: boolean;
}

/** Parts of `text` that end with `end`. */
function countOf(end: '\r' | '\n', text: string): number {
  let count = 0;
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) count += 1;
  return count;
}

/** Whether all lines end with CRLF, with no other CR or LF, and none starts with a dot. */
function isReady(message: string): boolean {
  if (!message.endsWith('\r\n') || message.startsWith('.')) return false;
  let pairs = 0;
  for (let at = message.indexOf('\r\n'); at >= 0; at = message.indexOf('\r\n', at + 2)) {
    if (message[at + 2] === '.') return false;
    pairs += 1;
  }
  return countOf('\r', message) === pairs && countOf('\n', message) === pairs;
}

/**
 * A message as DATA carries it: lines that end with CRLF, dots stuffed, and the final dot (RFC 5321,
 * 4.5.2). Looks before it copies, because ours are ready.
 */
export function toSmtpData(message: string): string {
  // Latin-1 would cut other characters to octets, and some of those end a line.
  if (!isAscii(message)) throw new Error('a message must be ASCII');
  if (isReady(message)) return `${message}.\r\n`;
  const mended = message.replace(/\r\n|\r|\n/g, '\r\n').replace(/^\./gm, '..');
  return mended.endsWith('\r\n') ? `${mended}.\r\n` : `${mended}\r\n.\r\n`;
}

/** The classes of the replies to MAIL, RCPT and DATA that let them go on (RFC 5321, 4.3.2). */
const CLASSES = [2, 2, 3];

/** The only reply that means that the message was taken. */
const TAKEN = 250;

/** The reply that has the server wait for a message. */
const GO_ON = 354;

/** The server is closing the channel (RFC 5321, 4.2.3). */
export const CLOSING = 421;

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
  #refusal: MailFailure | undefined = undefined;
  #awaited = false;

  /** Throws MailFailure when the server takes no message of this size. */
  constructor({ envelope: { from, to }, message }: Letter, { pipelining, size }: Extensions) {
    this.#data = toSmtpData(message);
    const octets = this.#data.length;
    if (size !== undefined && octets > size) throw this.failure(TOO_LARGE_FOR_SERVER, TOO_LARGE);
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

  /** How the server refused it. What it had of the message is gone, and the session can go on. */
  get refusal(): MailFailure | undefined {
    return this.#refusal;
  }

  /** The server waits for the message although it refused its envelope: nothing else can be said to it. */
  get isAwaited(): boolean {
    return this.#awaited;
  }

  /** The server owes a reply. */
  get isDue(): boolean {
    return this.#due > 0;
  }

  /** What to send now; undefined while replies are due, and at the end. */
  advance(): string | undefined {
    if (this.isDue || this.taken || this.refusal) return undefined;
    const wholeEnvelope = this.#pipelining && this.#step === 0;
    this.#due = wholeEnvelope ? this.#commands.length : 1;
    if (this.#step === CLASSES.length) {
      this.#handedOver = true;
      return this.#data;
    }
    return wholeEnvelope ? this.#commands.join('') : this.#commands[this.#step];
  }

  /** Takes the next reply; false when it is none that belongs here, or closes the session. */
  take(code: number): boolean {
    const goesOn = this.handedOver ? code === TAKEN : classOf(code) === CLASSES[this.#step];
    this.#due -= 1;
    if (code === CLOSING) return false;
    // The envelope went out whole: its later commands are answered, too.
    if (this.refusal) this.#awaited ||= code === GO_ON;
    else if (goesOn) this.#step += 1;
    else if (classOf(code) >= 4) {
      const tooLarge = this.#step === 0 && code === TOO_LARGE;
      this.#refusal = this.failure(tooLarge ? TOO_LARGE_FOR_SERVER : REFUSED_BY_REPLY, code);
    } else return false;
    return true;
  }

  /** How it ends now for this reason; `code` where the server replied. */
  failure(reason: string, code?: number): MailFailure {
    const refused = code !== undefined && classOf(code) >= 4;
    return new MailFailure(this.handedOver && !refused ? 'doubtful' : 'refused', reason, code);
  }
}
