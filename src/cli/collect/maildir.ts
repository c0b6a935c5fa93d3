import { existsSync, openSync, closeSync, fstatSync, readdirSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandError, faultOf } from '../operator/command.ts';
import { MOST_MAIL, type Mailbox, type Past, type StoredMail } from './mailbox.ts';

/** Where the mails of a folder are: those of `tmp` are not written to their end. */
const PARTS = ['new', 'cur'];

/** How often a folder is listed again because mails were renamed while it was read. */
const MOST_LISTINGS = 3;

const isMissing = (error: unknown) => faultOf(error) === 'ENOENT';

/** The beginning of a file, or all of it; undefined if it has been renamed. */
function readFile(path: string): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new CommandError(`The mail ${path} cannot be read (${faultOf(error)}).`, {
      cause: error,
    });
  }
  try {
    const octets = Buffer.alloc(Math.min(fstatSync(file).size, MOST_MAIL + 1));
    let length = 0;
    for (let read = 1; read > 0 && length < octets.length; length += read)
      read = readSync(file, octets, length, octets.length - length, null);
    return octets.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

interface Found {
  path: string;
  /** Without the flags at its end: it stays when the mail is read or moved from `new` to `cur`. */
  position: string;
}

/** A folder of mails, and those below it, which Maildir++ names with a dot: `.Archive`. */
class Maildir implements Mailbox {
  readonly name: string;
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
    this.name = `maildir:${resolve(root)}`;
  }

  #folders(): string[] {
    const below = readdirSync(this.#root, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && entry.name.startsWith('.'),
    );
    return ['', ...below.map(({ name }) => name).toSorted()];
  }

  /** In the order of their names, which begin with the time of their arrival. */
  #list(folder: string): Found[] {
    return PARTS.flatMap((part) => {
      const path = join(this.#root, folder, part);
      if (!existsSync(path)) return [];
      return readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => ({
          path: join(path, name),
          position: `${folder}/${name.replace(/:.*$/s, '')}`,
        }));
    }).toSorted((one, other) => (one.position < other.position ? -1 : 1));
  }

  /** Progress is that within the folder. */
  *#readFolder(folder: string, { has }: Past): Generator<StoredMail> {
    let missed = true;
    for (let listings = 0; missed && listings < MOST_LISTINGS; listings += 1) {
      missed = false;
      const found = this.#list(folder);
      for (const [at, { path, position }] of found.entries()) {
        if (has(position)) continue;
        const raw = readFile(path);
        if (raw) yield { place: path, raw, position, progress: (at + 1) / found.length };
        else missed = true;
      }
    }
  }

  async *read(past: Past): AsyncGenerator<StoredMail> {
    const folders = this.#folders();
    for (const [at, folder] of folders.entries()) {
      for (const mail of this.#readFolder(folder, past))
        yield { ...mail, progress: (at + mail.progress) / folders.length };
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The mails of a Maildir; nothing in it is changed or moved. */
export function openMaildir(root: string): Promise<Mailbox> {
  if (PARTS.some((part) => existsSync(join(root, part)))) return Promise.resolve(new Maildir(root));
  throw new CommandError(`${root} is not a Maildir: it has no folder named cur or new.`);
}
