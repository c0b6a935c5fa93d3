import PostalMime, { type Email } from 'postal-mime';

/** Octets of the largest mail that is read. */
export const MOST_MAIL = 67_108_864;

/** Lines of the largest mail that is read: one of that size in base64 has fewer. */
const MOST_LINES = 1_000_000;

/** Lines that could be boundaries, each of which is compared with all that were declared. */
const MOST_BOUNDARIES = 10_000;

/** Octets of the headers of a mail and of all its parts. */
const MOST_HEADER = 524_288;

/** Ends of base64 data within a mail, each of which is decoded alone. */
const MOST_ENDS = 20_000;

const LF = 0x0a;
const EQUALS = 0x3d;

/** A mail that nobody reads; the message is the reason, as the end of a sentence. */
export class UnreadableMail extends Error {}

/** True if an octet sequence is in a mail more often than that. */
function hasMore(mail: Buffer, sought: string | number, most: number): boolean {
  let found = 0;
  for (let at = mail.indexOf(sought); at >= 0 && found <= most; at = mail.indexOf(sought, at + 1))
    found += 1;
  return found > most;
}

/** Throws UnreadableMail for a mail that is costly to parse. */
function checkSize(mail: Buffer, mostLines: number): void {
  if (mail.length > MOST_MAIL) throw new UnreadableMail(`it has more than ${MOST_MAIL} octets`);
  if (hasMore(mail, LF, mostLines))
    throw new UnreadableMail(`it has more than ${mostLines} line breaks`);
  if (hasMore(mail, '\n--', MOST_BOUNDARIES))
    throw new UnreadableMail(`it has more than ${MOST_BOUNDARIES} boundaries of parts`);
}

/** Lines in one buffer: those of postal-mime are objects of some kilobytes each. */
class JoinedLines {
  #octets = Buffer.alloc(0);
  #length = 0;

  update(line: Uint8Array): void {
    const next = this.#length + line.length + 1;
    if (next > this.#octets.length) {
      const larger = Buffer.alloc(Math.max(next, this.#octets.length * 2, 4_096));
      this.#octets.copy(larger, 0, 0, this.#length);
      this.#octets = larger;
    }
    this.#octets.set(line, this.#length);
    this.#octets[next - 1] = LF;
    this.#length = next;
  }

  finalize(): Promise<ArrayBuffer> {
    const content = new ArrayBuffer(this.#length);
    this.#octets.copy(new Uint8Array(content), 0, 0, this.#length);
    return Promise.resolve(content);
  }
}

type Decoder = Pick<JoinedLines, 'update' | 'finalize'>;

/** Members of postal-mime that its types omit. */
interface Inner {
  currentNode: {
    contentDecoder: Decoder | null;
    contentTransferEncoding: { encoding: string };
  };
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
}

/** A parser whose memory is a small multiple of its mail, however the mail is cut into lines. */
function boundedParser(): PostalMime {
  const options = {
    maxNestingDepth: 10,
    maxHeadersSize: MOST_HEADER,
    forceRfc822Attachments: true,
  };
  const parser = new PostalMime(options) as PostalMime & Inner;
  const processLine = parser.processLine.bind(parser);
  const known = new WeakSet<Decoder>();
  let ends = 0;
  parser.processLine = (line, isFinal) => {
    const node = parser.currentNode;
    const { encoding } = node.contentTransferEncoding;
    // The decoder of a part that has begun.
    if (node.contentDecoder && !known.has(node.contentDecoder)) {
      if (!/base64|quoted-printable/i.test(encoding)) node.contentDecoder = new JoinedLines();
      known.add(node.contentDecoder);
    }
    if (node.contentDecoder && /base64/i.test(encoding)) {
      for (let at = line.indexOf(EQUALS); at >= 0; at = line.indexOf(EQUALS, at + 1)) ends += 1;
      if (ends > MOST_ENDS)
        throw new UnreadableMail(`it has more than ${MOST_ENDS} ends of base64 data`);
    }
    return processLine(line, isFinal);
  };
  return parser;
}

/**
 * Parses a mail; a mail within it is an attachment. All mails of strangers are parsed here. Rejects
 * with `UnreadableMail` if the mail would cost too much.
 */
export async function parseMail(mail: Buffer, mostLines = MOST_LINES): Promise<Email> {
  checkSize(mail, mostLines);
  try {
    return await boundedParser().parse(mail);
  } catch (cause) {
    if (cause instanceof UnreadableMail) throw cause;
    throw new UnreadableMail('its parts are too deep, or its headers too long', { cause });
  }
}
