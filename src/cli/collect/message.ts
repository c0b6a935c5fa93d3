import { createHash } from 'node:crypto';
import type { Email } from 'postal-mime';
import { REFERENCE_PATTERN, referenceOf } from '../../contract/names.ts';
import type { MailFact } from '../../mail/quoted-facts.ts';
import { toPlainText, toSingleLine } from '../../platform/text/clean-text.ts';
import { attachmentBytes } from '../../platform/text/octets.ts';
import type { ReceiptClaims } from '../../submissions/receipts/receipt.ts';
import { readContent, type MailContent } from '../receipts/receipt-mail.ts';

/** The proof of a row by its receipt. */
type Verdict = 'holds' | 'altered' | 'missing';

export interface MessageFile {
  name: string;
  bytes: Uint8Array;
}

/** A mail that is or claims to be of this service: a row. Plain data, which can cross threads. */
export interface Message {
  receipt: Verdict;
  /** The id of a delivery that its receipt proves; undefined of another mail. */
  deliveryId: string | undefined;
  /** A hash of all that a copy in another folder has too. */
  content: string;
  /** True if an encrypted mail was not opened: its row has no fields and no proof. */
  isSealed: boolean;
  reference: string;
  /** ISO 8601, in UTC; '' if it does not say. */
  received: string;
  /** The form that the receipt proves, or that the mail names; '' without one. */
  form: string;
  facts: readonly MailFact[];
  files: readonly MessageFile[];
}

/** The header fields of a submission's mail. */
export const OWN_FIELDS = [
  'letterslot-receipt',
  'letterslot-delivery',
  'letterslot-reference',
  'letterslot-fields',
];

/** Facts that are read in a mail that no receipt proves, and the characters of their labels. */
const [MOST_FACTS, LABEL] = [250, 400];

/** Fields of a header by their names in lower case. */
export type Header = ReadonlyMap<string, string>;

/** A parsed mail. */
export interface ParsedMail {
  mail: Email;
  header: Header;
}

function hashOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('base64url');
}

/** Header fields that a copy has too. */
const CONTENT_FIELDS = new Set(['message-id', 'date', 'from', 'subject', ...OWN_FIELDS]);

function contentOf({ headers, text = '', html = '', attachments }: Email): string {
  const fields = headers.filter(({ key }) => CONTENT_FIELDS.has(key));
  return hashOf([
    ...fields.flatMap(({ key, value }) => [key, value]),
    text,
    html,
    ...attachments.flatMap((each) => [each.filename ?? '', attachmentBytes(each)]),
  ]);
}

/** Of a year that has four digits. */
const toIso = (date: Date) => {
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  return /^\d{4}-/.test(text) ? text : '';
};

const REFERENCE = new RegExp(REFERENCE_PATTERN);

/** The reference that a header names, and nothing proves. */
function namedReference(header: Header): string {
  const reference = header.get('letterslot-reference') ?? '';
  if (REFERENCE.test(reference)) return reference;
  const id = header.get('letterslot-delivery') ?? '';
  return /^msg_[\da-f-]{36}$/.test(id) ? referenceOf(id) : '';
}

/** The form that the links of a mail name. */
const namedForm = (text: string) => /\?token=(cfm_[A-HJ-NP-Z2-9]{16})\./.exec(text)?.[1] ?? '';

/** Facts that nobody has cleaned. */
const cleanFacts = (facts: readonly MailFact[]): MailFact[] =>
  facts.slice(0, MOST_FACTS).map(({ label, value }) => ({
    label: toSingleLine(label, LABEL),
    value: toPlainText(value),
  }));

const toFiles = (files: MailContent['files']): MessageFile[] =>
  files.map((file) => ({ name: file.filename ?? '', bytes: attachmentBytes(file) }));

/** A mail that is marked: what it says is shown, and none of it is proven. */
export function toMarked({ mail, header }: ParsedMail, receipt: Verdict, formId = ''): Message {
  const { fields, files } = readContent(mail);
  return {
    receipt,
    deliveryId: undefined,
    content: contentOf(mail),
    isSealed: false,
    reference: namedReference(header),
    received: toIso(new Date(header.get('date') ?? '')),
    form: namedForm(mail.text ?? '') || formId,
    facts: cleanFacts(fields),
    files: toFiles(files),
  };
}

/** A mail whose receipt holds; without content, one that is encrypted. */
export const toProven = (
  { mail }: ParsedMail,
  { jti, iat, form_id: form }: ReceiptClaims,
  content: MailContent | undefined,
): Message => ({
  receipt: content ? 'holds' : 'missing',
  deliveryId: jti,
  content: contentOf(mail),
  isSealed: !content,
  reference: referenceOf(jti),
  received: toIso(new Date(iat * 1000)),
  form,
  facts: content?.fields ?? [],
  files: toFiles(content?.files ?? []),
});

/** A mail that says that it is of this service, and cannot be read. */
export const toUnreadable = (raw: Buffer): Message => ({
  receipt: 'altered',
  deliveryId: undefined,
  content: hashOf([raw]),
  isSealed: false,
  reference: '',
  received: '',
  form: '',
  facts: [],
  files: [],
});
