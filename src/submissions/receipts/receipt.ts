import { hash } from 'node:crypto';
import type { MailFact } from '../../mail/mail-layout.ts';

/** The type of what is signed (RFC 7515, 4.1.9): no other signed text can pass for a receipt's root. */
export const ROOT_TYPE = 'letterslot-receipt-root+jwt';

/** Between the parts of a receipt: the signed root, the claims, the path from them to the root, a secret salt. */
export const RECEIPT_SEPARATOR = '~';

/** A receipt as it stands outside of an encrypted mail: it proves the delivery, and says nothing of its fields. */
export const withoutSalt = (receipt: string): string =>
  receipt.split(RECEIPT_SEPARATOR, 3).join(RECEIPT_SEPARATOR);

/** The only algorithm in use (RFC 8037, 3.1). */
export const RECEIPT_ALGORITHM = 'EdDSA';

/** What a receipt says; `iss`, `jti` and `iat` are those of RFC 7519. */
export interface ReceiptClaims {
  /** The public URL of the deployment that signed. */
  iss: string;
  /** The delivery id, `msg_` and a UUID. */
  jti: string;
  /** When the submission was accepted for delivery; seconds since the epoch. */
  iat: number;
  form_id: string;
  /**
   * 16 bytes in base64url, so that nobody can find the fields by trying likely ones. Missing in the receipt of
   * an encrypted mail: there it is a fourth part, which is nowhere but in the mail and in the visitor's answer.
   */
  fields_salt?: string;
  /** SHA-256 of the salt's bytes and the canonical fields, in base64url. */
  fields_sha256: string;
  /** The same of the fields by their names, where the mail shows labels of the form. */
  names_sha256?: string;
  /** The same of the attached files, if there are any: `[name, size, SHA-256 in hex]` instead of fields. */
  files_sha256?: string;
}

/** An attached file, as a receipt proves it. */
export interface ReceiptedFile {
  /** As the mail has it; no two files of a mail have the same. */
  name: string;
  /** Bytes. */
  size: number;
  /** In hex. */
  sha256: string;
}

/** Code units, as RFC 8785 orders. */
const compare = (left: string, right: string) => Number(left > right) - Number(left < right);

/**
 * The fields as a receipt hashes them: a JSON array of label and value as the mail shows them, sorted
 * by label, then value, without white space.
 */
export function toCanonicalFields(facts: readonly MailFact[]): string {
  const pairs = facts
    .map(({ label, value }): [string, string] => [label, value])
    .toSorted((left, right) => compare(left[0], right[0]) || compare(left[1], right[1]));
  return JSON.stringify(pairs);
}

const digest = (salt: Buffer, canonical: string) =>
  hash('sha256', Buffer.concat([salt, Buffer.from(canonical)]), 'base64url');

/** The claim `fields_sha256` for these fields. */
export const digestFields = (salt: Buffer, facts: readonly MailFact[]): string =>
  digest(salt, toCanonicalFields(facts));

/** The claim `files_sha256` for these files, sorted by name. */
export function digestFiles(salt: Buffer, files: readonly ReceiptedFile[]): string {
  const listed = files.map(({ name, size, sha256 }): [string, number, string] => [
    name,
    size,
    sha256,
  ]);
  return digest(salt, JSON.stringify(listed.toSorted((one, other) => compare(one[0], other[0]))));
}
