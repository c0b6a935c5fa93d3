import type { Attachment } from 'postal-mime';
import { readJsonObject } from '../platform/text/json.ts';
import { attachmentBytes } from '../platform/text/octets.ts';
import { inertText } from './inert-text.ts';
import type { AttachedFile } from './long-message.ts';
import type { MailFact } from './mail-layout.ts';

/** The attachment of a mail with inert text. As base64 it holds no link, and its receipt proves it. */
export const ORIGINAL_NAME = 'as-submitted.json';

/** A submission whose mail shows it with inert addresses. */
interface Original {
  facts: MailFact[];
  /** Names of its files, in their order. */
  fileNames: string[];
}

export const inertFacts = (facts: readonly MailFact[]): MailFact[] =>
  facts.map(({ label, value }) => ({ label: inertText(label), value: inertText(value) }));

export function attachOriginal(
  facts: readonly MailFact[],
  files: readonly AttachedFile[] = [],
): AttachedFile {
  const fields = facts.map(({ label, value }) => [label, value]);
  const content = Buffer.from(JSON.stringify({ fields, files: files.map(({ name }) => name) }));
  return {
    name: ORIGINAL_NAME,
    type: 'application/json',
    chunks: [content],
    size: content.length,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every(isText);

/** What `attachOriginal` wrote; undefined without such an attachment. */
export function readOriginal(attachments: readonly Attachment[]): Original | undefined {
  const attached = attachments.find(({ filename }) => filename === ORIGINAL_NAME);
  const { fields, files } =
    (attached && readJsonObject(attachmentBytes(attached).toString())) ?? {};
  if (!Array.isArray(fields) || !Array.isArray(files)) return undefined;
  if (!fields.every(isPair) || !files.every(isText)) return undefined;
  return { facts: fields.map(([label, value]) => ({ label, value })), fileNames: files };
}
