import type { Email } from 'postal-mime';
import { possibleHtml } from '../../delivery/mail/submission-parts.ts';
import type { MailFact, MailLink } from '../../delivery/mail/mail-layout.ts';
import { readSubmissionText, type SubmissionText } from '../../delivery/mail/read-facts.ts';
import { toCanonicalFields, type ReceiptClaims } from '../../domain/receipts/receipt.ts';
import { CLEANING_OF_1_0, toFacts } from '../../domain/submissions/mail-content.ts';

/** Why a part of a mail is not proven, by the name of the part. */
export const UNPROVEN_PARTS = {
  text: 'its text part is not laid out as Letterslot writes it.',
  small_print: 'the lines below its fields are about another delivery, or link to another service.',
  html: 'its HTML part shows something else or more than its text part.',
  attachments: 'it has an attachment other than a submission.json of these fields.',
} as const;

export type UnprovenPart = keyof typeof UNPROVEN_PARTS;

const LINK = /^([^:]+): (https?:\/\/\S+)$/;

/** The small print of a text part: its lines of text, and the links below them. */
function splitSmallPrint(lines: readonly string[]): { footer: string[]; links: MailLink[] } {
  const links = lines.map((line) => LINK.exec(line));
  const footer = lines.filter((_line, at) => !links[at]);
  return {
    footer,
    links: links.flatMap((link) => (link ? [{ label: link[1] ?? '', url: link[2] ?? '' }] : [])),
  };
}

/** Whether the small print names the delivery of the receipt and only links to its service. */
function fitsClaims(lines: readonly string[], { iss, jti, form_id: formId, iat }: ReceiptClaims) {
  const when = new Date(iat * 1000).toISOString().replace('T', ' ').slice(0, 16);
  const isNamed = [`Submitted on ${when} UTC `, ` (${formId}).`, `Delivery ${jti}, `].every(
    (part) => lines.some((line) => line.includes(part)),
  );
  const words = lines.flatMap((line) => line.split(/\s+/));
  const urls = words.filter((word) => word.includes('://'));
  return isNamed && urls.every((url) => url.startsWith(`${iss}/`));
}

const NAME = /^Submitted on [\d: -]+ UTC through the form [“"](.*)[”"] \(cfm_\w+\)\.$/;

/** Mail servers may change line ends and the blanks before them; nothing else may differ. */
const normalize = (html: string) => html.replace(/(?<![ \t])[ \t]*\r?\n/g, '\n').trim();

function fitsHtml(html: string, { facts, smallPrint }: SubmissionText): boolean {
  const [name = ''] = smallPrint.flatMap((line) => NAME.exec(line)?.[1] ?? []);
  const possible = possibleHtml(name, { facts, ...splitSmallPrint(smallPrint) });
  return possible.some((candidate) => normalize(candidate) === normalize(html));
}

type Attachment = Email['attachments'][number];

function fieldsIn({ content }: Attachment): Map<string, string[]> | undefined {
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, string | string[]>);
    return new Map(entries.map(([name, value]) => [name, [value].flat()]));
  } catch {
    return undefined;
  }
}

function fitsFields(attachment: Attachment, facts: readonly MailFact[]): boolean {
  const fields = attachment.filename === 'submission.json' && fieldsIn(attachment);
  if (!fields) return false;
  const shown = [toFacts(fields), toFacts(fields, CLEANING_OF_1_0)];
  return shown.map(toCanonicalFields).includes(toCanonicalFields(facts));
}

/** The parts of a mail that do not match its text part and the claims of the receipt. */
export function findUnprovenParts(mail: Email, claims: ReceiptClaims): UnprovenPart[] {
  const text = readSubmissionText(mail.text ?? '');
  if (!text) return ['text'];
  const fits: Record<Exclude<UnprovenPart, 'text'>, boolean> = {
    small_print: fitsClaims(text.smallPrint, claims),
    html: mail.html === undefined || fitsHtml(mail.html, text),
    attachments:
      mail.attachments.length <= 1 &&
      mail.attachments.every((attachment) => fitsFields(attachment, text.facts)),
  };
  return (['small_print', 'html', 'attachments'] as const).filter((part) => !fits[part]);
}
