import type { FetchMessageObject, ListResponse, MessageStructureObject } from 'imapflow';
import { MOST_MAIL } from '../../mail/parse-mail.ts';
import { printable } from '../../platform/text/printable.ts';
import { CommandError } from '../command.ts';
import type { ImapAccount } from './imap-account.ts';
import type { ImapConnection } from './imap-connection.ts';
import { OWN_FIELDS } from './message.ts';
import type { Mailbox, Past, StoredMail } from './mailbox.ts';

/** Mails whose headers are asked for at once. */
const LOOKED_AT = 400;

/** Mails that are read at once, and their octets; a larger one is read alone. */
const [READ, READ_OCTETS] = [50, 8_388_608];

const DAY = 86_400_000;

/** The fields that mails of this service have; other mails can have one of them attached. */
const LOOK = {
  size: true,
  bodyStructure: true,
  headers: OWN_FIELDS,
};

const BY_UID = { uid: true };

/** Folders in which nothing is new: what was thrown away, and what is being written. */
const LEFT_OUT = new Set<string | undefined>(['\\Trash', '\\Drafts']);

const isReadable = ({ flags, specialUse }: ListResponse) =>
  !flags.has('\\Noselect') && !flags.has('\\NonExistent') && !LEFT_OUT.has(specialUse);

/** The folders to read. One with all mails, as at Gmail, is enough, along with junk. */
function chooseFolders(folders: readonly ListResponse[]): readonly ListResponse[] {
  const readable = folders.filter(isReadable);
  if (!readable.some(({ specialUse }) => specialUse === '\\All')) return readable;
  return readable.filter(({ specialUse }) => specialUse === '\\All' || specialUse === '\\Junk');
}

/** The one name that servers compare without regard to case. */
const isInbox = (name: string) => name.toUpperCase() === 'INBOX';

/** The folder of this name, with the server's delimiter or slashes. */
function findFolder(folders: readonly ListResponse[], name: string): ListResponse {
  const isIt = ({ path, delimiter }: ListResponse) =>
    path === name || path.replaceAll(delimiter || '/', '/') === name;
  const found = folders.find(isIt) ?? folders.find(({ path }) => isInbox(path) && isInbox(name));
  if (found) return found;
  const names = folders.slice(0, 30).map(({ path }) => printable(path));
  throw new CommandError(`There is no folder ${printable(name)}. There are: ${names.join(', ')}.`);
}

const attachesMail = ({ type, childNodes = [] }: MessageStructureObject): boolean =>
  type === 'message/rfc822' || type === 'message/global' || childNodes.some(attachesMail);

/** True if a mail is of this service, or has one attached: a forwarded one, for example. */
const isCandidate = ({ headers, bodyStructure }: FetchMessageObject) =>
  (headers?.toString().trim() ?? '') !== '' || (bodyStructure && attachesMail(bodyStructure));

const placeOf = (path: string, uid: number) => `${printable(path)}, UID ${uid}`;

/** Mails in groups that are read at once. */
function* inGroups(mails: readonly FetchMessageObject[]): Generator<number[]> {
  let group: number[] = [];
  let octets = 0;
  for (const { uid, size = 0 } of mails) {
    if (group.length === READ || (group.length > 0 && octets + size > READ_OCTETS)) {
      yield group;
      [group, octets] = [[], 0];
    }
    group.push(uid);
    octets += size;
  }
  if (group.length > 0) yield group;
}

interface Options {
  connection: ImapConnection;
  /** Only mails that arrived on this day or later. */
  since: Date | undefined;
}

/** A folder, and its place among those that are read. */
interface Folder {
  path: string;
  /** How much of the mailbox is read before it, and with it. */
  from: number;
  to: number;
}

/** Stands for mails of others: a later run begins behind them. Its position is the last one's. */
const NOTHING = Buffer.alloc(0);

class ImapMailbox implements Mailbox {
  readonly name: string;
  readonly #folders: readonly string[];
  readonly #options: Options;

  constructor(name: string, folders: readonly string[], options: Options) {
    this.name = name;
    this.#folders = folders;
    this.#options = options;
  }

  async *read(past: Past): AsyncGenerator<StoredMail> {
    const { length } = this.#folders;
    for (const [at, path] of this.#folders.entries()) {
      yield* this.#readFolder({ path, from: at / length, to: (at + 1) / length }, past);
    }
  }

  close(): Promise<void> {
    return this.#options.connection.close();
  }

  async *#readFolder({ path, from, to }: Folder, past: Past): AsyncGenerator<StoredMail> {
    const { connection } = this.#options;
    const { uidValidity } = await connection.ask((client) =>
      client.mailboxOpen(path, { readOnly: true }),
    );
    const positionOf = (uid: number) => `${path};UIDVALIDITY=${uidValidity};UID=${uid}`;
    const uids = await this.#search();
    // They are read in this order: one that was read has all before it read.
    const begin = uids.findLastIndex((uid) => past.has(positionOf(uid))) + 1;
    for (let at = begin; at < uids.length; at += LOOKED_AT) {
      const batch = uids.slice(at, at + LOOKED_AT);
      const progress = from + ((to - from) * Math.min(at + LOOKED_AT, uids.length)) / uids.length;
      for await (const { uid, source } of this.#readBatch(batch)) {
        yield { place: placeOf(path, uid), raw: source, position: positionOf(uid), progress };
      }
      const last = batch.at(-1) ?? 0;
      yield { place: placeOf(path, last), raw: NOTHING, position: positionOf(last), progress };
    }
  }

  /** The UIDs of the mails of the open folder that are not deleted, in ascending order. */
  async #search(): Promise<number[]> {
    const { connection, since } = this.#options;
    // Servers compare days of their own time zone, and clocks differ.
    const query = {
      deleted: false,
      ...(since && { since: new Date(since.getTime() - 2 * DAY) }),
    };
    const uids = await connection.ask((client) => client.search(query, BY_UID));
    if (!uids) throw new CommandError('The mail server refuses to search for mails.');
    return uids.toSorted((one, other) => one - other);
  }

  /** The mails among these that are of this service or have one attached. */
  async *#readBatch(uids: readonly number[]) {
    const { connection } = this.#options;
    const looked = await connection.ask((client) => client.fetchAll(uids.join(','), LOOK, BY_UID));
    const candidates = looked.filter(isCandidate).toSorted((one, other) => one.uid - other.uid);
    for (const group of inGroups(candidates)) {
      const mails = await connection.ask((client) =>
        client.fetchAll(group.join(','), { source: { maxLength: MOST_MAIL + 1 } }, BY_UID),
      );
      // One without a source was deleted in the meantime.
      for (const { uid, source } of mails.toSorted((one, other) => one.uid - other.uid)) {
        if (source) yield { uid, source };
      }
    }
  }
}

/** The mails of an account, in one folder or in all of them. Nothing there is changed. */
export async function openImapMailbox(
  { host, port, secure, user, folder }: ImapAccount,
  options: Options,
): Promise<Mailbox> {
  const folders = await options.connection.ask((client) => client.list());
  const chosen = folder === undefined ? chooseFolders(folders) : [findFolder(folders, folder)];
  const name = `imap${secure ? 's' : ''}://${encodeURIComponent(user)}@${host}:${port}`;
  return new ImapMailbox(
    name,
    chosen.map(({ path }) => path),
    options,
  );
}
