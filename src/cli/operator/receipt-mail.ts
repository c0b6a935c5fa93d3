import { hash } from 'node:crypto';
import type { Email } from 'postal-mime';
import type { MailFact, MailLink } from '../../mail/mail-layout.ts';
import { inertFileName } from '../../mail/inert-text.ts';
import { inertFacts, ORIGINAL_NAME, readOriginal } from '../../mail/original.ts';
import { readSubmissionText, type SubmissionText } from '../../mail/read-facts.ts';
import { namesSite, possibleHtml, readName } from '../../mail/submission-parts.ts';
import { FILES_MEMBER } from '../../mail/mail-facts.ts';
import {
  toCanonicalFields,
  type ReceiptClaims,
  type ReceiptedFile,
} from '../../submissions/receipts/receipt.ts';
import { provesFiles, provesNamedFields } from '../../submissions/receipts/verify-receipt.ts';
import { toFacts } from '../../submissions/posted/mail-content.ts';
import { readJsonObject, isObject } from '../../platform/text/json.ts';
import { attachmentBytes } from '../../platform/text/octets.ts';
import { SUSPICIONS } from '../../contract/enums.ts';
import { referenceOf } from '../../contract/names.ts';
import { explainMark, fill } from '../../catalogs/catalog.ts';
import { LANGUAGES, wordsOf, type Language } from '../../catalogs/languages.ts';

/** Why a part of a mail is not proven, by the name of the part. */
export const UNPROVEN_PARTS = {
  text: 'its text part is not laid out as Letterslot writes it.',
  small_print: 'the lines below its fields are about another delivery, or link to another service.',
  html: 'its HTML part shows something else or more than its text part.',
  attachments:
    'it has other attachments than the files of this delivery and a submission.json of these fields.',
} as const;

export type UnprovenPart = keyof typeof UNPROVEN_PARTS;

/** The content of a submission's mail. */
interface SubmissionContent extends SubmissionText {
  /** As they were submitted. */
  facts: MailFact[];
  /** As the text part shows them: the same, unless the mail is marked and its addresses are inert. */
  shown: readonly MailFact[];
  /** Of such a mail, the names of its files as they were submitted. */
  fileNames?: readonly string[];
}

const isSame = (facts: readonly MailFact[], others: readonly MailFact[]) =>
  facts.length === others.length &&
  facts.every(({ label, value }, at) => {
    const other = others[at];
    return label === other?.label && value === other.value;
  });

/** Reads the mail of a submission; undefined when its text part has another form. */
export function readMailText({ text, attachments }: Email): SubmissionContent | undefined {
  const read = readSubmissionText(text ?? '');
  if (!read) return undefined;
  const original = readOriginal(attachments);
  const isIts = original && isSame(inertFacts(original.facts), read.facts);
  return { ...read, shown: read.facts, ...(isIts && original) };
}

/** A line with a link, whatever its language writes between label and URL. */
const LINK = /^([^:：]+?)\s?[:：] (https?:\/\/\S+)$/;

const readLink = (line: string): MailLink[] => {
  const [, label, url] = LINK.exec(line) ?? [];
  return label !== undefined && url !== undefined ? [{ label, url }] : [];
};

/** Whether a line is what a mail in this language says of a marked submission, or nothing. */
function isMark(line: string, language: Language): boolean {
  if (line === '') return true;
  const words = wordsOf(language);
  const { reasons } = words.mails.submission;
  const named = SUSPICIONS.filter((reason) => line.includes(reasons[reason]));
  return named.length > 0 && explainMark(words, named) === line;
}

/** How the lines of the small print call the form; undefined if this is not their language. */
function readFormName(
  language: Language,
  footer: readonly string[],
  marked: string,
  deliveryId: string,
): string | undefined {
  const [name] = footer.flatMap((line) => readName(line, language) ?? []);
  if (name === undefined || !isMark(marked, language)) return undefined;
  const others = footer.filter((line) => readName(line, language) === undefined);
  const { reference, mails } = wordsOf(language);
  const named = fill(reference, { reference: referenceOf(deliveryId) });
  const own = new Set([named, mails.submission.byAgent]);
  return others.every((line) => own.has(line) || namesSite(line, language)) ? name : undefined;
}

/** The small print of a mail in the first language that fits it. */
function readSmallPrint({ smallPrint, marked }: SubmissionText, deliveryId: string) {
  const links = smallPrint.flatMap(readLink);
  const footer = smallPrint.filter((line) => !LINK.test(line));
  for (const language of LANGUAGES) {
    const name = readFormName(language, footer, marked, deliveryId);
    if (name !== undefined) return { language, name, footer, links };
  }
  return undefined;
}

type Reading = ReturnType<typeof readSmallPrint>;

/** Whether the small print is about the form of the receipt. */
function isAbout(formId: string, reading: Reading): boolean {
  const withToken = reading?.links.filter(({ url }) => url.includes('?token=')) ?? [];
  return withToken.length > 0 && withToken.every(({ url }) => url.includes(`?token=${formId}.`));
}

/** Whether the lines only link to the service of the receipt. */
function linksTo(issuer: string, lines: readonly string[]): boolean {
  const words = lines.flatMap((line) => line.split(/\s+/));
  return words.filter((word) => word.includes('://')).every((url) => url.startsWith(`${issuer}/`));
}

/** Mail servers may change line ends and the blanks before them; nothing else may differ. */
const normalize = (html: string) =>
  html
    .replaceAll('\r\n', '\n')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .trim();

function fitsHtml(html: string, content: SubmissionContent, reading: Reading): boolean {
  if (!reading) return false;
  const { language, name, footer, links } = reading;
  const shown = normalize(html);
  const { marked, shown: facts } = content;
  const candidates = possibleHtml(language, name, { marked, facts, footer, links });
  return candidates.some((candidate) => normalize(candidate) === shown);
}

type Attachment = Email['attachments'][number];

function toReceipted(attachment: Attachment): ReceiptedFile {
  const bytes = attachmentBytes(attachment);
  const name = attachment.filename ?? '';
  return { name, size: bytes.length, sha256: hash('sha256', bytes, 'hex') };
}

const isFileEntry = (value: unknown): value is ReceiptedFile =>
  isObject(value) && typeof value['name'] === 'string';

/** The fields of a submission.json, and what it says of files; undefined for other content. */
function readJson(attachment: Attachment) {
  const document = readJsonObject(attachmentBytes(attachment).toString());
  const { [FILES_MEMBER]: listed = [], ...others } = document ?? {};
  const fields = new Map<string, string[]>();
  for (const [name, value] of Object.entries(others)) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    if (!values.every((text) => typeof text === 'string')) return undefined;
    fields.set(name, values);
  }
  const isList = Array.isArray(listed) && listed.every(isFileEntry);
  return document && isList ? { fields, listed } : undefined;
}

const OWN_NAME = 'submission.json';

/** Whether an attachment is these facts, or the fields of the receipt if the mail has labels for them. */
function fitsFields(
  attachment: Attachment,
  facts: readonly MailFact[],
  claims: ReceiptClaims,
): boolean {
  const { fields, listed } = readJson(attachment) ?? {};
  if (!fields || !listed || !provesFiles(claims, listed)) return false;
  if (claims.names_sha256 !== undefined) return provesNamedFields(claims, toFacts(fields));
  return toCanonicalFields(toFacts(fields)) === toCanonicalFields(facts);
}

/** The attached files of the delivery, as they were submitted; what else is attached counts as one. */
export function filesOf(mail: Email, content?: SubmissionContent): Attachment[] {
  const isInert = mail.attachments.some(({ filename }) => filename === ORIGINAL_NAME);
  const { fileNames } = (isInert && (content ?? readMailText(mail))) || {};
  const own = fileNames ? [OWN_NAME, ORIGINAL_NAME] : [OWN_NAME];
  const files = mail.attachments.filter(({ filename }) => !own.includes(filename ?? ''));
  return files.map((file, at) => {
    const original = fileNames?.[at] ?? '';
    const isIts = original !== '' && inertFileName(original) === file.filename;
    return isIts ? { ...file, filename: original } : file;
  });
}

/** Whether the attachments are the files of the delivery, and nothing else but its fields. */
function fitAttachments(mail: Email, content: SubmissionContent, claims: ReceiptClaims): boolean {
  const named = (name: string) => mail.attachments.filter(({ filename }) => filename === name);
  const own = named(OWN_NAME);
  return (
    own.length <= 1 &&
    named(ORIGINAL_NAME).length <= 1 &&
    own.every((attachment) => fitsFields(attachment, content.facts, claims)) &&
    provesFiles(claims, filesOf(mail, content).map(toReceipted))
  );
}

/** The parts of a mail that do not match its text part and the claims of the receipt. */
export function findUnprovenParts(
  mail: Email,
  claims: ReceiptClaims,
  text = readMailText(mail),
): UnprovenPart[] {
  if (!text) return ['text'];
  const reading = readSmallPrint(text, claims.jti);
  if (!reading && text.marked !== '') return ['text'];
  const unproven: UnprovenPart[] = [];
  const isOwn = isAbout(claims.form_id, reading) && linksTo(claims.iss, text.smallPrint);
  if (!isOwn) unproven.push('small_print');
  if (mail.html !== undefined && !fitsHtml(mail.html, text, reading)) unproven.push('html');
  if (!fitAttachments(mail, text, claims)) unproven.push('attachments');
  return unproven;
}
