import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, faultOf } from '../command.ts';

/** Octets at the start of a file that show its kind. */
const START = 65_536;

/** The start of a header field (RFC 5322, 2.2). */
const FIELD = /^[!-9;-~]+[ \t]*:/;

/** Fields of which a mail has one: other texts have colons too. */
const MAIL_FIELD =
  /^(?:received|return-path|delivered-to|message-id|date|from|to|subject|mime-version|x-[\w-]+|letterslot-\w+)[ \t]*:/im;

const UNPACK = 'Unpack it, and name the file with the mails, such as one that ends in .mbox.';
const EXPORT = 'Read the account with --imap, or export its mails as an mbox file.';

const APPLE = 'Choose Mailbox → Export Mailbox in Apple Mail, and name the folder that it makes.';

interface Other {
  /** How such files begin: with one of these, or so. */
  begins: readonly string[] | RegExp;
  what: string;
  instead: string;
}

/** Files that people take for a mailbox. */
const OTHERS: readonly Other[] = [
  { begins: ['PK\x03\x04', 'PK\x05\x06'], what: 'a zip archive', instead: UNPACK },
  { begins: ['\x1f\x8b'], what: 'a gzip archive', instead: UNPACK },
  {
    begins: ['7z\xbc\xaf', 'Rar!', 'BZh', '\xfd7zXZ', '\x28\xb5\x2f\xfd'],
    what: 'an archive',
    instead: UNPACK,
  },
  { begins: /^[^]{257}ustar/, what: 'an archive', instead: UNPACK },
  { begins: ['!BDN'], what: 'a data file of Outlook (.pst or .ost)', instead: EXPORT },
  { begins: ['\xd0\xcf\x11\xe0'], what: 'a message of Outlook (.msg)', instead: EXPORT },
  { begins: ['\xcf\xad\x12\xfe'], what: 'a folder of Outlook Express (.dbx)', instead: EXPORT },
  { begins: /^\d+\s*\n[!-9;-~]+:/, what: 'a message of Apple Mail (.emlx)', instead: APPLE },
  { begins: ['%PDF'], what: 'a PDF', instead: EXPORT },
  {
    begins: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|head|\?xml)/i,
    what: 'a web page',
    instead: EXPORT,
  },
  { begins: ['SQLite format 3'], what: 'a database', instead: EXPORT },
  { begins: ['\xff\xfe', '\xfe\xff'], what: 'a text in UTF-16', instead: EXPORT },
];

const isOne = (start: string, { begins }: Other) =>
  begins instanceof RegExp ? begins.test(start) : begins.some((each) => start.startsWith(each));

function readStart(path: string): string {
  const file = openSync(path, 'r');
  try {
    const octets = Buffer.alloc(START);
    let length = 0;
    for (let read = 1; read > 0 && length < START; length += read)
      read = readSync(file, octets, length, START - length, null);
    return octets.toString('latin1', 0, length);
  } finally {
    closeSync(file);
  }
}

/** Below the line above a mail in an mbox file stands its header. */
const isMbox = (start: string) => {
  const [first = '', second = ''] = start.split('\n', 2);
  return first.startsWith('From ') && (FIELD.test(second) || /^>?From /.test(second));
};

function isMail(start: string): boolean {
  const [head = ''] = start.split(/\r?\n\r?\n/, 1);
  return FIELD.test(head) && MAIL_FIELD.test(head);
}

/** Tells a single mail from a mailbox, which may be empty. Throws CommandError for other files. */
export function kindOf(path: string): 'mail' | 'mbox' {
  const start = readStart(path).replace(/^[\r\n]+/, '');
  if (start === '' || isMbox(start)) return 'mbox';
  if (isMail(start)) return 'mail';
  const other = OTHERS.find((each) => isOne(start, each));
  if (other) throw new CommandError(`${path} is no mailbox but ${other.what}. ${other.instead}`);
  throw new CommandError(
    `${path} is no mailbox: it begins neither with “From ”, as mbox files do, nor with the header of a mail. ${EXPORT}`,
  );
}

/** Apple Mail exports a folder, whose mails are in the file `mbox`. */
const INNER = 'mbox';

/** Folders or files in a folder that may be meant. */
function mailboxesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.toLowerCase().endsWith('.mbox'));
  return names.toSorted().slice(0, 5);
}

/** The file with the mails of what `--mbox` names. Throws CommandError if there is none. */
export function findMailFile(path: string): string {
  try {
    if (statSync(path).isFile()) return path;
    if (existsSync(join(path, INNER)) && statSync(join(path, INNER)).isFile())
      return join(path, INNER);
  } catch (cause) {
    throw new CommandError(`The mailbox ${path} cannot be read (${faultOf(cause)}).`, { cause });
  }
  if (!statSync(path).isDirectory()) throw new CommandError(`The mailbox ${path} is not a file.`);
  const isMaildir = ['cur', 'new'].some((part) => existsSync(join(path, part)));
  if (isMaildir) throw new CommandError(`${path} is a Maildir, which is not read. ${EXPORT}`);
  const found = mailboxesIn(path);
  throw new CommandError(
    found.length === 0
      ? `${path} is a folder without a mailbox. ${EXPORT}`
      : `${path} is a folder: name one of its mailboxes, such as ${found.join(', ')}.`,
  );
}

/** Bits of Thunderbird's fields: deleted here, and marked as deleted at its IMAP server. */
const [DELETED, DELETED_AT_SERVER] = [0x0008, 0x0020_0000];

const hasBit = (bit: number) => (hex: string) => (parseInt(hex, 16) & bit) !== 0;

/** By the flags of mutt, Pine and Dovecot. */
const isFlagged = (flags: string) => flags.includes('D');

/** Fields in which mail programs mark mails, and a test for the mark of a deleted mail. */
const MARKS: readonly (readonly [field: RegExp, isDeleted: (value: string) => boolean])[] = [
  [/^X-Mozilla-Status:[ \t]*([\da-f]{1,8})[ \t]*$/im, hasBit(DELETED)],
  [/^X-Mozilla-Status2:[ \t]*([\da-f]{1,8})[ \t]*$/im, hasBit(DELETED_AT_SERVER)],
  [/^Status:[ \t]*([ADFNORTU]{1,8})[ \t]*$/m, isFlagged],
  [/^X-Status:[ \t]*([ADFNORTU]{1,8})[ \t]*$/m, isFlagged],
];

/** True if the mail program that wrote a mailbox calls this mail deleted. */
export function isDeleted(mail: Buffer): boolean {
  const start = mail.subarray(0, START);
  if (!start.includes('Status')) return false;
  const [head = ''] = start.toString('latin1').split(/\r?\n\r?\n/, 1);
  const lines = head.replaceAll('\r\n', '\n');
  return MARKS.some(([field, isIt]) => {
    const value = field.exec(lines)?.[1];
    return value !== undefined && isIt(value);
  });
}
