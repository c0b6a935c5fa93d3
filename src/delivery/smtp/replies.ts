/** The reason of a failure: the replies do not fit the commands, so one of them is missing. */
export const OUT_OF_ORDER = 'EORDER';

/** The server did what it was asked (RFC 5321, 4.2.3). */
export const DONE = 250;

/** The server waits for a message. */
export const GO_ON = 354;

/** The server is closing the connection. */
export const CLOSING = 421;

/** The server takes no message of this size (RFC 1870, 6.1). */
export const TOO_LARGE = 552;

/** The first digit of a code, which says whether a command went well (RFC 5321, 4.2.1). */
export const classOf = (code: number) => Math.floor(code / 100);

/** What the server sent is no SMTP reply (RFC 5321, 4.2). */
export class SmtpSyntaxError extends Error {}

/** Most characters of one reply in all its lines; RFC 5321 asks for 512 a line. */
const LONGEST_REPLY = 65_536;

const LINE = /^([2-5]\d\d)([ -]|$)/;

/** Splits the output of a mail server into replies. */
export class SmtpReplies {
  #rest = '';
  /** The code of a reply whose last line has not arrived yet. */
  #open: string | undefined = undefined;
  #length = 0;

  /** The codes of the replies that this chunk completes; throws SmtpSyntaxError. */
  read(chunk: Buffer): number[] {
    const codes: number[] = [];
    const lines = chunk.toString('latin1').split('\n');
    const rest = lines.pop() ?? '';
    // A line that arrives in many pieces is put together once, when it ends.
    if (lines.length > 0) [lines[0], this.#rest] = [this.#rest + lines[0], ''];
    this.#rest += rest;
    for (const line of lines) {
      const code = this.#readLine(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (code !== undefined) codes.push(code);
    }
    if (this.#length + this.#rest.length > LONGEST_REPLY) {
      throw new SmtpSyntaxError('the reply has no end');
    }
    return codes;
  }

  #readLine(line: string): number | undefined {
    const [, code, separator] = LINE.exec(line) ?? [];
    if (code === undefined || (this.#open !== undefined && this.#open !== code)) {
      throw new SmtpSyntaxError('not a reply');
    }
    this.#open = separator === '-' ? code : undefined;
    this.#length = this.#open === undefined ? 0 : this.#length + line.length;
    return this.#open === undefined ? Number(code) : undefined;
  }
}
