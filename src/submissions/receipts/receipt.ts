import { hash } from 'node:crypto';
import type { MailFact } from '../../mail/quoted-facts.ts';

/** The signed type (RFC 7515, 4.1.9): no other signed text can pass for a receipt's root. */
export const ROOT_TYPE = 'letterslot-receipt-root+jwt';

/** Separates a receipt's parts: signed root, claims, path from claims to root, secret salt. */
export const RECEIPT_SEPARATOR = '~';

/** A receipt outside an encrypted mail: it proves the delivery and reveals no fields. */
export const withoutSalt = (receipt: string): string =>
  receipt.split(RECEIPT_SEPARATOR, 3).join(RECEIPT_SEPARATOR);

/** The only algorithm in use (RFC 8037, 3.1). */
export const RECEIPT_ALGORITHM = 'EdDSA';

/** Of what a receipt says and how it hashes. A reader refuses every other. */
export const RECEIPT_VERSION = 1;

/** A receipt's claims in signed order; RFC 7519 defines `iss`, `jti` and `iat`. */
export interface ReceiptClaims {
  v: typeof RECEIPT_VERSION;
  /** The public URL of the deployment that signed. */
  iss: string;
  /** The delivery id, `msg_` and a UUID. */
  jti: string;
  /** When the submission was accepted for delivery; seconds since the epoch. */
  iat: number;
  form_id: string;
  /**
   * 16 bytes in base64url, so that nobody can guess the fields. For an encrypted mail it is a
   * fourth part, only in the mail and the visitor's answer.
   */
  salt?: string | undefined;
  /** SHA-256 of the salt's bytes and the fields as they were submitted, in base64url. */
  fields_sha256: string;
  /** The same of the mail's content, if it shows more than names and values: labels, file names. */
  shown_sha256?: string;
  /** The same of the files, if there are any: `[name, size, type, SHA-256 in hex]`. */
  files_sha256?: string;
}

/** An attached file, as a receipt proves it. */
export interface ReceiptedFile {
  /** As the mail has it; no two files of a mail have the same. */
  name: string;
  /** Bytes. */
  size: number;
  /** The media type of its part, in lower case and without parameters. */
  type: string;
  /** In hex. */
  sha256: string;
}

/** Mail servers may trim line ends. Each match begins at the first blank: linear time. */
const BLANKS_AT_END = /(?<![ \t])[ \t]+(?=\n)/g;

/** Looks at the ends of lines alone, as most texts have no blank there. */
function withoutBlanks(text: string): string {
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
    const last = text[end - 1];
    if (last === ' ' || last === '\t') return text.replace(BLANKS_AT_END, '');
  }
  return text;
}

/**
 * Fields as a receipt hashes them: a JSON array of names and values in order, without white space
 * between them or blanks at line ends.
 */
export const toCanonicalFields = (fields: readonly MailFact[]): string =>
  JSON.stringify(fields.map(({ label, value }) => [label, withoutBlanks(value)]));

function digest(salt: Buffer, canonical: string): string {
  const octets = Buffer.allocUnsafe(salt.length + Buffer.byteLength(canonical));
  salt.copy(octets);
  octets.write(canonical, salt.length);
  return hash('sha256', octets, 'base64url');
}

/** The claim `fields_sha256` for these fields, and `shown_sha256` for what a mail shows. */
export const digestFields = (salt: Buffer, fields: readonly MailFact[]): string =>
  digest(salt, toCanonicalFields(fields));

/** By code units: mail parts may be reordered on their way, and file names are distinct. */
const byName = ({ name: one }: ReceiptedFile, { name: other }: ReceiptedFile) =>
  Number(one > other) - Number(one < other);

/** The claim `files_sha256` for these files. */
export function digestFiles(salt: Buffer, files: readonly ReceiptedFile[]): string {
  const listed = files
    .toSorted(byName)
    .map(({ name, size, type, sha256 }) => [name, size, type, sha256]);
  return digest(salt, JSON.stringify(listed));
}

/** A hash with a character for each octet: Node makes such strings in half the time of buffers. */
export type NodeHash = string;

/** First octets of what is hashed, so that no leaf passes for a node (RFC 9162, 2.1.1). */
export const LEAF = '\x00';
const NODE = '\x01';

/** First octet of a step: on which side its sibling is. */
const [LEFT, RIGHT] = ['\x00', '\x01'];

/** Octets of a step: the side, and the hash of the sibling. */
const STEP = 33;

/** The hash of a leaf that begins with `LEAF`. */
export const hashMarked = (leaf: Buffer): NodeHash => hash('sha256', leaf, 'binary');

/** The hash of a leaf with these octets. */
export const hashLeaf = (entry: Buffer): NodeHash =>
  hashMarked(Buffer.concat([Buffer.from(LEAF), entry]));

const hashNode = (left: NodeHash, right: NodeHash): NodeHash =>
  hash('sha256', Buffer.from(NODE + left + right, 'latin1'), 'binary');

/** The nodes above these; the last one moves up as it is where it has no sibling. */
function climb(level: readonly NodeHash[]): NodeHash[] {
  const above: NodeHash[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left = '', right] = [level[at], level[at + 1]];
    above.push(right === undefined ? left : hashNode(left, right));
  }
  return above;
}

const encode = (octets: string) => Buffer.from(octets, 'latin1').toString('base64url');

/**
 * The root over at least one leaf, and each leaf's path: its steps upward in base64url. A 33-octet
 * step is 44 characters, so that paths share the text of common steps.
 */
export function growTree(leaves: readonly NodeHash[]) {
  const levels: (readonly NodeHash[])[] = [];
  let top = leaves;
  for (; top.length > 1; top = climb(top)) levels.push(top);
  let paths = [''];
  for (const level of levels.toReversed()) {
    paths = level.map((_node, at) => {
      const [sibling, rest = ''] = [level[at ^ 1], paths[at >> 1]];
      if (sibling === undefined) return rest;
      return encode((at % 2 === 0 ? RIGHT : LEFT) + sibling) + rest;
    });
  }
  return { root: encode(top[0] ?? ''), paths };
}

/** The root that a path leads to from its leaf, in base64url; undefined when it is no path. */
export function foldPath(leaf: NodeHash, path: Buffer): string | undefined {
  let node = leaf;
  for (let at = 0; at < path.length; at += STEP) {
    const step = path.toString('latin1', at, at + STEP);
    const sibling = step.slice(1);
    if (step.length !== STEP) return undefined;
    if (step.startsWith(LEFT)) node = hashNode(sibling, node);
    else if (step.startsWith(RIGHT)) node = hashNode(node, sibling);
    else return undefined;
  }
  return encode(node);
}
