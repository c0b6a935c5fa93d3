import type { Attachment } from 'postal-mime';
import { readJson, readJsonObject } from '../platform/text/json.ts';
import { attachmentBytes } from '../platform/text/octets.ts';
import { inertText } from './inert-text.ts';
import type { AttachedFile } from './long-message.ts';
import type { MailFact } from './quoted-facts.ts';

/** A submitted field: its name, its value, and the index of the fact that shows it in the mail. */
export interface SentFact extends MailFact {
  at: number;
}

/**
 * The original fields in order: a number is the index of the fact with the same name and value.
 * Otherwise the index comes with the name and, if it differs, the value.
 */
export function writeSent(sent: readonly SentFact[], facts: readonly MailFact[]): string {
  const entries = sent.map(({ label, value, at }) => {
    const { label: shownLabel, value: shownValue } = facts[at] ?? {};
    if (value !== shownValue) return [at, label, value];
    return label === shownLabel ? at : [at, label];
  });
  return Buffer.from(JSON.stringify(entries)).toString('base64url');
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads the text of `writeSent`; undefined if it does not belong to these facts. */
export function readSent(token: string, facts: readonly MailFact[]): SentFact[] | undefined {
  const entries = readList(token);
  if (!entries) return undefined;
  const sent: SentFact[] = [];
  for (const entry of entries) {
    const [at, label, value, ...more]: unknown[] = Array.isArray(entry) ? entry : [entry];
    const fact = facts[Number(at)];
    if (!fact || typeof at !== 'number' || more.length > 0) return undefined;
    const field = { at, label: label ?? fact.label, value: value ?? fact.value };
    if (!isText(field.label) || !isText(field.value)) return undefined;
    sent.push({ at, label: field.label, value: field.value });
  }
  return sent;
}

function readList(token: string): unknown[] | undefined {
  try {
    const { value } = readJson(Buffer.from(token, 'base64url'));
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The attachment of a mail with inert text. Base64 hides its links; the receipt proves it. */
export const ORIGINAL_NAME = 'as-submitted.json';

/** A submission whose mail shows it with inert addresses. */
interface Original {
  /** Names and values, in the order in which they were submitted. */
  fields: readonly MailFact[];
  /** The facts of its mail before their addresses were made inert. */
  shown: readonly MailFact[];
}

export const inertFacts = (facts: readonly MailFact[]): MailFact[] =>
  facts.map(({ label, value }) => ({ label: inertText(label), value: inertText(value) }));

const toPairs = (facts: readonly MailFact[]) => facts.map(({ label, value }) => [label, value]);

export function attachOriginal(
  { fields, shown }: Original,
  files: readonly AttachedFile[] = [],
): AttachedFile {
  const document = {
    fields: toPairs(fields),
    ...(shown !== fields && { shown: toPairs(shown) }),
    files: files.map(({ name }) => name),
  };
  const content = Buffer.from(JSON.stringify(document));
  return {
    name: ORIGINAL_NAME,
    type: 'application/json',
    chunks: [content],
    size: content.length,
  };
}

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every(isText);

const toFacts = (value: unknown): MailFact[] | undefined =>
  Array.isArray(value) && value.every(isPair)
    ? value.map(([label, text]) => ({ label, value: text }))
    : undefined;

/** Reads the attachment of `attachOriginal`; undefined without such an attachment. */
export function readOriginal(
  attachments: readonly Attachment[],
): (Original & { fileNames: string[] }) | undefined {
  const attached = attachments.find(({ filename }) => filename === ORIGINAL_NAME);
  const {
    fields: pairs,
    shown: labelled,
    files,
  } = (attached && readJsonObject(attachmentBytes(attached).toString())) ?? {};
  const [fields, shown] = [toFacts(pairs), toFacts(labelled ?? pairs)];
  if (!fields || !shown || !Array.isArray(files) || !files.every(isText)) return undefined;
  return { fields, shown, fileNames: files };
}
