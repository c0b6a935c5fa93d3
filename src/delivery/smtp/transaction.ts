import type { LongMessage } from '../../mail/long-message.ts';
import { MailFailure, REFUSED_BY_REPLY, TOO_LARGE_FOR_SERVER } from '../../mail/mailer.ts';

/** The reason of a failure: the replies do not fit the commands, so one of them is missing. */
export const OUT_OF_ORDER = 'EORDER';

/** The server did what it was asked (RFC 5321, 4.2.3). */
export const DONE = 250;

/** The server waits for a message. */
const GO_ON = 354;

/** The server is closing the connection. */
export const CLOSING = 421;

/** The server takes no message of this size (RFC 1870, 6.1). */
const TOO_LARGE = 552;

/** The first digit of a code, which says whether a command went well (RFC 5321, 4.2.1). */
const classOf = (code: number) => Math.floor(code / 100);

/** The server sent something that is not an SMTP reply (RFC 5321, 4.2). */
export class SmtpSyntaxError extends Error {}

/** Most characters of one reply in all its lines; RFC 5321 asks for 512 a line. */
const LONGEST_REPLY = 65_536;

const LINE = /^[2-5]\d\d(?:[ -]|$)/;

/** Splits the output of a mail server into replies. */
export class SmtpReplies {
  #rest = '';
  /** The code of a reply whose last line has not arrived yet. */
  #open: string | undefined = undefined;
  #length = 0;
  /** The last line so far, with its code. */
  last = '';

  /** The codes of the replies that this chunk completes; throws SmtpSyntaxError. */
  read(chunk: Buffer): number[] {
    const codes: number[] = [];
    const piece = chunk.toString('latin1');
    // A line that arrives in many pieces is put together once, when it ends.
    const text = piece.includes('\n') ? this.#rest + piece : '';
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const code = this.#readLine(text.slice(start, text[end - 1] === '\r' ? end - 1 : end));
      if (code !== undefined) codes.push(code);
      start = end + 1;
    }
    this.#rest = text === '' ? this.#rest + piece : text.slice(start);
    if (this.#length + this.#rest.length > LONGEST_REPLY) {
      throw new SmtpSyntaxError('the reply has no end');
    }
    return codes;
  }

  #readLine(line: string): number | undefined {
    const code = line.slice(0, 3);
    if (!LINE.test(line) || (this.#open !== undefined && this.#open !== code)) {
      throw new SmtpSyntaxError('not a reply');
    }
    this.last = line;
    this.#open = line[3] === '-' ? code : undefined;
    this.#length = this.#open === undefined ? 0 : this.#length + line.length;
    return this.#open === undefined ? Number(code) : undefined;
  }
}

/** Milliseconds after which a timer is late: this process stood still and may miss answers. */
const STANDSTILL = 1_000;

/** Ends a wait. Like an AbortSignal with one listener at a time, but it costs only its timer. */
export class Deadline {
  /** By the monotonic clock. */
  readonly began = performance.now();
  #timer: NodeJS.Timeout;
  #at: number;
  #listener: (() => void) | undefined = undefined;
  passed = false;
  /** It passed late, so it proves nothing of who did not answer. */
  isLate = false;

  /** Passes after `milliseconds`, unless it is cleared before that. */
  constructor(milliseconds: number) {
    this.#at = this.began + milliseconds;
    this.#timer = setTimeout(() => this.pass(), milliseconds);
  }

  /** Sets the one listener, which replaces the one before; undefined removes it. */
  notify(listener: (() => void) | undefined): void {
    this.#listener = listener;
  }

  /** Lets it pass this many milliseconds later. */
  extend(milliseconds: number): void {
    if (this.passed) return;
    this.clear();
    this.#at += milliseconds;
    this.#timer = setTimeout(() => this.pass(), this.#at - performance.now());
  }

  /** Passes now. */
  pass(): void {
    this.clear();
    this.passed = true;
    this.isLate = performance.now() > this.#at + STANDSTILL;
    this.#listener?.();
  }

  /** Stops the timer. */
  clear(): void {
    clearTimeout(this.#timer);
  }
}

/** The extensions that the server offers in its reply to EHLO. */
export interface Extensions {
  /** It takes several commands at once (RFC 2920). */
  pipelining: boolean;
  /** Octets of a message that it takes; undefined if it does not say (RFC 1870). */
  size: number | undefined;
  /** It offers AUTH (RFC 4954). */
  login: boolean;
}

/** A message and its recipient. */
export interface Letter {
  envelope: { from: string; to: string };
  /** ASCII lines that end with CRLF and start with no dot (RFC 5321, 4.5.2): `composeMessage`. */
  message: string | LongMessage;
}

const FINAL_DOT = '.\r\n';

/** Milliseconds for each octet of a long message at 256 KiB a second; at most half a minute. */
export const patienceFor = (octets: number) => Math.min((octets / 262_144) * 1000, 30_000);

/** Classes of successful replies to MAIL, RCPT and DATA (RFC 5321, 4.3.2). */
const CLASSES = [2, 2, 3];

/** One mail transaction (RFC 5321, 3.3): decides what to send next from the server's replies. */
export class SmtpTransaction {
  /** MAIL, RCPT and DATA. */
  readonly #envelope: string;
  readonly #pipelining: boolean;
  readonly #message: string | LongMessage;
  /** Replies so far that let it continue. */
  #step = 0;
  /** Replies that the server owes. */
  due = 0;
  /** Milliseconds that it may take in addition to what every message may. */
  readonly patience: number = 0;
  /** True once the whole message was sent: the server may have it. */
  handedOver = false;
  /** A part of a long message was sent, and its final dot was not: no command can be sent. */
  isStreaming = false;
  /** How the server refused it. It keeps nothing of the message, and the session stays usable. */
  refusal: MailFailure | undefined = undefined;
  /** True if the server refused the message but still reads it: no command can be sent. */
  isAwaited = false;

  /** Throws MailFailure when the server accepts no message of this size. */
  constructor({ envelope: { from, to }, message }: Letter, { pipelining, size }: Extensions) {
    const isLong = typeof message !== 'string';
    // The final dot does not count (RFC 1870, 3).
    const octets = isLong ? message.octets : message.length;
    if (size !== undefined && octets > size) throw this.failure(TOO_LARGE_FOR_SERVER, TOO_LARGE);
    if (isLong) this.patience = patienceFor(octets);
    const declared = size === undefined ? '' : ` SIZE=${octets}`;
    this.#envelope = `MAIL FROM:<${from}>${declared}\r\nRCPT TO:<${to}>\r\nDATA\r\n`;
    this.#message = message;
    this.#pipelining = pipelining;
  }

  /** The server has answered 250 to the message. */
  get taken(): boolean {
    return this.#step > CLASSES.length;
  }

  /**
   * The server refuses the sender for now, before it knows of a recipient. It may mean the session:
   * Postfix does so on each that was open when a milter went away, also after that is back.
   */
  get mayBlameSession(): boolean {
    return this.#step === 0 && classOf(this.refusal?.replyCode ?? 0) === 4;
  }

  /** The next thing to send, and `finish` after a long message; undefined while replies are due. */
  advance(): string | LongMessage | undefined {
    if (this.due > 0 || this.taken || this.refusal) return undefined;
    if (this.#pipelining && this.#step === 0) return this.begin();
    this.due = 1;
    if (this.#step < CLASSES.length) return this.#envelope.split(/(?<=\n)/)[this.#step];
    this.isStreaming = typeof this.#message !== 'string';
    this.handedOver = !this.isStreaming;
    return typeof this.#message === 'string' ? this.#message + FINAL_DOT : this.#message;
  }

  /** The whole envelope, for a server that takes several commands at once. */
  begin(): string {
    this.due = CLASSES.length;
    return this.#envelope;
  }

  /** The end of a long message. After it, the server may have the whole message. */
  finish(): string {
    this.isStreaming = false;
    this.handedOver = true;
    return FINAL_DOT;
  }

  /** Takes the next reply; false when it does not fit here, or closes the session. */
  take(code: number): boolean {
    const goesOn = this.handedOver ? code === DONE : classOf(code) === CLASSES[this.#step];
    this.due -= 1;
    if (code === CLOSING) return false;
    // The envelope was sent as a whole: its later commands are answered, too.
    if (this.refusal) this.isAwaited ||= code === GO_ON;
    else if (goesOn) this.#step += 1;
    else if (classOf(code) >= 4) {
      const tooLarge = this.#step === 0 && code === TOO_LARGE;
      this.refusal = this.failure(tooLarge ? TOO_LARGE_FOR_SERVER : REFUSED_BY_REPLY, code);
      this.isAwaited = this.isStreaming;
    } else return false;
    return true;
  }

  /** The failure when it ends now for this reason; `code` where the server replied. */
  failure(reason: string, code?: number): MailFailure {
    const refused = code !== undefined && classOf(code) >= 4;
    return new MailFailure(this.handedOver && !refused ? 'doubtful' : 'refused', reason, code);
  }
}
