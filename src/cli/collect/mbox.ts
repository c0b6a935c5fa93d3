import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { MOST_MAIL } from '../../mail/parse-mail.ts';
import type { CommandContext } from '../command.ts';
import { isDeleted, findMailFile, kindOf } from './mail-file.ts';
import type { Mailbox, Past, StoredMail } from './mailbox.ts';

/** The line above each mail. In mails, such lines have a `>` before them. */
const SEPARATOR = '\nFrom ';

/** Octets of the file that are read at once. */
const AT_ONCE = 65_536;

/** Octets by which a mail is found again. */
const MARK = 1_024;

const LF = 0x0a;

const hashOf = (octets: Buffer) => createHash('sha256').update(octets).digest('base64url');

/** Where a mail is in the file, with the line above it, and how it begins. */
interface Position {
  start: number;
  end: number;
  marked: number;
  hash: string;
}

const toText = ({ start, end, marked, hash }: Position) => `${start}-${end} ${marked} ${hash}`;

function readPosition(text: string): Position | undefined {
  const [, start, end, marked, hash] = /^(\d+)-(\d+) (\d+) ([\w-]+)$/.exec(text) ?? [];
  if (hash === undefined) return undefined;
  return { start: Number(start), end: Number(end), marked: Number(marked), hash };
}

/** Removes the `>` that a mailbox adds: some add it only before `From`, some before `>From` too. */
function unquote(octets: Buffer): Buffer[] {
  const text = octets.includes('\n>') ? octets.toString('latin1') : '';
  if (!/^>+From /m.test(text)) return [octets];
  const ofAll = text.replace(/^>(>*From )/gm, '$1');
  const readings = new Set([ofAll, text.replace(/^>From /gm, 'From '), text]);
  return Array.from(readings, (reading) => Buffer.from(reading, 'latin1'));
}

/** A mail without the line above it and the blank one below. */
function cutOut(octets: Buffer): Buffer {
  const begin = octets.toString('latin1', 0, 5) === 'From ' ? octets.indexOf(LF) + 1 : 0;
  const isBlank = /\n\r?\n$/.exec(octets.subarray(-3).toString('latin1'));
  return octets.subarray(
    begin,
    Math.max(begin, octets.length - (isBlank ? isBlank[0].length - 1 : 0)),
  );
}

/** Mails as they lie in the file, each with the line above it; a large one is cut. */
async function* split(path: string, start: number) {
  let parts: Buffer[] = [];
  let [kept, from, at] = [0, start, start];
  const keep = (octets: Buffer) => {
    const fits = octets.subarray(0, Math.max(0, MOST_MAIL + AT_ONCE - kept));
    parts.push(fits);
    kept += fits.length;
    at += octets.length;
  };
  const take = () => {
    const mail = { octets: Buffer.concat(parts), start: from, end: at };
    [parts, kept, from] = [[], 0, at];
    return mail;
  };
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, {
    start,
    highWaterMark: AT_ONCE,
  }) as AsyncIterable<Buffer>) {
    let octets = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    for (let found = octets.indexOf(SEPARATOR); found >= 0; found = octets.indexOf(SEPARATOR)) {
      keep(octets.subarray(0, found + 1));
      octets = octets.subarray(found + 1);
      yield take();
    }
    // A separator may begin at its end.
    const sure = Math.max(0, octets.length - SEPARATOR.length);
    keep(octets.subarray(0, sure));
    rest = Buffer.from(octets.subarray(sure));
  }
  keep(rest);
  if (kept > 0) yield take();
}

/** Nothing of a mail that is not read: later runs begin behind it. */
const NOTHING = Buffer.alloc(0);

/** A mail that is alone in its file. */
class MailFile implements Mailbox {
  readonly name: string;
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    this.name = `eml:${resolve(path)}`;
  }

  async *read({ has }: Past): AsyncGenerator<StoredMail> {
    const parts: Buffer[] = [];
    const stream = createReadStream(this.#path, { end: MOST_MAIL });
    for await (const chunk of stream as AsyncIterable<Buffer>) parts.push(chunk);
    const raw = Buffer.concat(parts);
    const position = hashOf(raw);
    if (!has(position)) yield { place: this.#path, raw, position, progress: 1 };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

class Mbox implements Mailbox {
  readonly isOrdered = true;
  readonly name: string;
  readonly #path: string;
  readonly #note: CommandContext['note'];

  constructor(path: string, note: CommandContext['note']) {
    this.#path = path;
    this.name = `mbox:${resolve(path)}`;
    this.#note = note;
  }

  /** The next position: behind the last mail, or its start if it grew; 0 in a rewritten file. */
  async #begin(last: string | undefined): Promise<number> {
    const position = readPosition(last ?? '');
    if (!position) return 0;
    const { start, end, marked, hash } = position;
    const file = await open(this.#path);
    try {
      const octetsAt = async (from: number, length: number) => {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
        return buffer.subarray(0, bytesRead);
      };
      if (hashOf(await octetsAt(start, marked)) !== hash) {
        this.#note(
          `${this.#path} was rewritten since the last run, and is read from its beginning.`,
        );
        return 0;
      }
      const next = (await octetsAt(end, 5)).toString('latin1');
      return next === '' || next === 'From ' ? end : start;
    } finally {
      await file.close();
    }
  }

  async *read({ last }: Past): AsyncGenerator<StoredMail> {
    const begin = await this.#begin(last);
    const { size } = statSync(this.#path);
    for await (const { octets, start, end } of split(this.#path, begin)) {
      const mail = cutOut(octets);
      const [raw = octets, ...variants] = isDeleted(mail) ? [NOTHING] : unquote(mail);
      const marked = Math.min(octets.length, MARK);
      yield {
        place: `${this.#path}, byte ${start}`,
        raw,
        variants,
        position: toText({ start, end, marked, hash: hashOf(octets.subarray(0, marked)) }),
        progress: size === 0 ? 1 : end / size,
      };
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The mails in one file; it is not changed. Throws CommandError for what is no mailbox. */
export function openMbox(path: string, { note }: Pick<CommandContext, 'note'>): Promise<Mailbox> {
  const file = findMailFile(path);
  return Promise.resolve(kindOf(file) === 'mail' ? new MailFile(file) : new Mbox(file, note));
}
