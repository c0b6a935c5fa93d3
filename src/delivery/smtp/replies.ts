/** The server said what no SMTP server says (RFC 5321, 4.2). */
export class SmtpSyntaxError extends Error {}

/** Characters of one reply, over all its lines; RFC 5321 asks for 512 a line. */
const LONGEST_REPLY = 65_536;

const LINE = /^([2-5]\d\d)([ -]|$)/;

/** Cuts what a mail server sends into replies. */
export class SmtpReplies {
  #rest = '';
  /** The code of a reply whose last line has not come yet. */
  #open: string | undefined = undefined;
  #length = 0;

  /** The codes of the replies that this chunk completes; throws SmtpSyntaxError. */
  read(chunk: Buffer): number[] {
    const codes: number[] = [];
    const lines = (this.#rest + chunk.toString('latin1')).split('\n');
    this.#rest = lines.pop() ?? '';
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
