import { hash } from 'node:crypto';
import type { Email } from 'postal-mime';
import { FILES_MEMBER, referenceOf } from '../../contract/names.ts';
import { inertFacts, ORIGINAL_NAME, readOriginal, readSent } from '../../mail/as-submitted.ts';
import { inertFileName } from '../../mail/inert-text.ts';
import { namesBehind, type MailFact } from '../../mail/quoted-facts.ts';
import {
  toCanonicalFields,
  type ReceiptClaims,
  type ReceiptedFile,
} from '../../submissions/receipts/receipt.ts';
import {
  provesFields,
  provesFiles,
  provesShown,
} from '../../submissions/receipts/verify-receipt.ts';
import { toFacts } from '../../submissions/posted/facts.ts';
import { readJsonObject, isObject } from '../../platform/text/json.ts';
import { attachmentBytes } from '../../platform/text/octets.ts';
import { readFacts } from './read-facts.ts';

type Attachment = Email['attachments'][number];

/** The parts of a mail that differ from its receipt. */
export type Refuted = 'delivery' | 'fields' | 'files';

/** The content of a submission's mail. */
export interface MailContent {
  /** Names and values in the mail's order; labels for missing names in a mail without proof. */
  fields: readonly MailFact[];
  files: readonly Attachment[];
  refuted: readonly Refuted[];
}

/** One way to read the fields of a mail. */
interface Reading {
  /** In the order in which they were submitted. */
  fields: readonly (MailFact & { at?: number })[];
  shown: readonly MailFact[];
  /** The names of its files as they were submitted, where the mail has inert ones. */
  fileNames?: readonly string[];
}

const isSame = (facts: readonly MailFact[], others: readonly MailFact[]) =>
  toCanonicalFields(facts) === toCanonicalFields(others);

const headersOf = ({ headers }: Email, name: string) =>
  headers.filter(({ key }) => key === name).map(({ value }) => value.replace(/\s+/g, ''));

/** The receipt's header fields; each mail of this service has one. */
export const receiptsIn = (mail: Email): string[] => headersOf(mail, 'letterslot-receipt');

/** Without a claim about its fields, a mail shows names and values and needs no header field. */
const isPlain = (claims: ReceiptClaims | undefined) =>
  claims !== undefined && claims.shown_sha256 === undefined;

/** The facts of a text, first with the names behind common labels, then with the labels. */
function* readLabels(text: string): Generator<MailFact[]> {
  for (const facts of readFacts(text)) {
    yield namesBehind(facts);
    yield facts;
  }
}

function* readingsOf(mail: Email, claims: ReceiptClaims | undefined): Generator<Reading> {
  const original = readOriginal(mail.attachments);
  const [token = ''] = headersOf(mail, 'letterslot-fields');
  for (const facts of readLabels(mail.text ?? '')) {
    const isInert = original && isSame(inertFacts(original.shown), facts);
    const shown = isInert ? original.shown : facts;
    const named = isInert ? original.fields : (readSent(token, facts) ?? facts);
    const fields = isPlain(claims) ? shown : named;
    yield { fields, shown, ...(isInert && { fileNames: original.fileNames }) };
  }
}

const provesReading = (claims: ReceiptClaims, { fields, shown }: Reading) =>
  (isPlain(claims) || provesShown(claims, shown)) && provesFields(claims, fields);

/** A picture of the HTML part, such as a banner's logo: the part refers to its id. */
const isInHtml = ({ contentId, disposition, related }: Attachment) =>
  related === true || (contentId !== undefined && disposition === 'inline');

const OWN_NAME = 'submission.json';

/** The attached files, with the names under which they were submitted. */
function filesOf(mail: Email, { fileNames }: Reading): Attachment[] {
  const own = fileNames ? [OWN_NAME, ORIGINAL_NAME] : [OWN_NAME];
  const files = mail.attachments.filter(
    (attachment) => !own.includes(attachment.filename ?? '') && !isInHtml(attachment),
  );
  return files.map((file, at) => {
    const original = fileNames?.[at] ?? '';
    const isIts = original !== '' && inertFileName(original) === file.filename;
    return isIts ? { ...file, filename: original } : file;
  });
}

function toReceipted(attachment: Attachment): ReceiptedFile {
  const bytes = attachmentBytes(attachment);
  const { filename, mimeType: type } = attachment;
  return { name: filename ?? '', type, size: bytes.length, sha256: hash('sha256', bytes, 'hex') };
}

const isFileEntry = (value: unknown): value is ReceiptedFile =>
  isObject(value) && typeof value['name'] === 'string';

/** The texts or lists of texts in a submission.json, by name; undefined for other documents. */
function readValues(
  document: Readonly<Record<string, unknown>>,
): Map<string, string[]> | undefined {
  const fields = new Map<string, string[]>();
  for (const [name, value] of Object.entries(document)) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    if (!values.every((text) => typeof text === 'string')) return undefined;
    fields.set(name, values);
  }
  return fields;
}

/** An object keeps no order of names. */
const sorted = (facts: readonly MailFact[]) =>
  facts.toSorted((one, other) => (one.label < other.label ? -1 : 1));

/** True if a submission.json has these fields, and the files of the receipt. */
function fitsJson(
  attachment: Attachment,
  fields: readonly MailFact[],
  claims: ReceiptClaims,
): boolean {
  const document = readJsonObject(attachmentBytes(attachment).toString());
  const { [FILES_MEMBER]: listed = [], ...others } = document ?? {};
  const values = document && readValues(others);
  const isList = Array.isArray(listed) && listed.every(isFileEntry);
  if (!values || !isList || !provesFiles(claims, listed)) return false;
  return isSame(sorted(toFacts(values)), sorted(fields));
}

/** The header fields that name the delivery, as its receipt does. */
const namesDelivery = (mail: Email, { jti }: ReceiptClaims) =>
  headersOf(mail, 'letterslot-delivery').every((id) => id === jti) &&
  headersOf(mail, 'letterslot-reference').every((reference) => reference === referenceOf(jti));

/** A mail's submission as its receipt proves it; without claims, the first reading. */
export function readContent(mail: Email, claims?: ReceiptClaims): MailContent {
  const readings = Array.from(readingsOf(mail, claims));
  const proven = claims && readings.find((reading) => provesReading(claims, reading));
  const reading = proven ?? readings[0] ?? { fields: [], shown: [] };
  const files = filesOf(mail, reading);
  const fields = reading.fields.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
  if (!claims) return { fields, files, refuted: [] };
  const own = mail.attachments.filter(({ filename }) => filename === OWN_NAME);
  const fits = own.length <= 1 && own.every((json) => fitsJson(json, fields, claims));
  const judged: readonly [Refuted, boolean][] = [
    ['delivery', namesDelivery(mail, claims)],
    ['fields', proven !== undefined && fits],
    ['files', provesFiles(claims, files.map(toReceipted))],
  ];
  return { fields, files, refuted: judged.flatMap(([part, isIts]) => (isIts ? [] : [part])) };
}
