import type { Attachment, Email } from 'postal-mime';
import { parseMail } from '../../mail/parse-mail.ts';
import { attachmentBytes } from '../../platform/text/octets.ts';
import { addressInField } from './address-in-field.ts';
import { BOUNCE_FIELD, tokenInAddress } from './bounce-token.ts';
import { verdictOfStatus, type Verdict } from './failure-class.ts';
import type { BounceReport } from './note-bounce.ts';

/** Bytes of a mail that are read: reports come first, what they quote last. */
export const REPORT_BYTES = 131_072;

/** Their line breaks: texts or base64 have a tenth as many. */
const MOST_LINES = 20_000;

/** Where mail servers write to whom a mail came. */
const RECIPIENT_FIELDS: ReadonlySet<string> = new Set([
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'to',
]);

/** The fields of a header by name in lower case, unfolded; the first of several counts. */
function readFields(text: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const [, name = '', value = ''] = /^([\w-]{1,60}):(.*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (name !== '' && !fields.has(key)) fields.set(key, value.trim());
  }
  return fields;
}

/** Groups of fields between empty lines (RFC 3464, 2.1). */
const readGroups = (text: string) => text.split(/\n[ \t]*\n/).map(readFields);

/** The recipient that failed, also one that is not an email address, such as X.400. */
function recipientIn(fields: ReadonlyMap<string, string>): string | undefined {
  const given = ['final-recipient', 'original-recipient'].flatMap((name) => fields.get(name) ?? []);
  const addresses = given.flatMap((field) => addressInField(field) ?? []);
  return addresses[0] ?? given[0];
}

const textOf = (attachment: Attachment): string =>
  attachmentBytes(attachment).toString('latin1').replace(/\r\n?/g, '\n');

const RANK: readonly Verdict[] = ['gone', 'full', 'message'];

/** The strongest verdict on a recipient for whom the delivery failed; `delayed` does not count. */
function readDeliveryStatus(text: string): Omit<BounceReport, 'token'> | undefined {
  const failed = readGroups(text)
    .filter((fields) => fields.get('action')?.toLowerCase() === 'failed')
    .map((fields) => ({
      verdict: verdictOfStatus(fields.get('status') ?? ''),
      recipient: recipientIn(fields),
    }));
  return failed.toSorted(
    (one, other) => RANK.indexOf(one.verdict) - RANK.indexOf(other.verdict),
  )[0];
}

/** The token that a complaint quotes in its own fields (RFC 5965, 3.2) or in those of the mail. */
function quotedToken(report: ReadonlyMap<string, string>, attachments: readonly Attachment[]) {
  const original = attachments.find(({ mimeType }) =>
    ['message/rfc822', 'text/rfc822-headers'].includes(mimeType),
  );
  const [head = ''] = original ? textOf(original).split('\n\n', 1) : [];
  const fields = readFields(head);
  return (
    tokenInAddress(report.get('original-mail-from') ?? '') ??
    tokenInAddress(fields.get('return-path') ?? '') ??
    (fields.get(BOUNCE_FIELD.toLowerCase()) || undefined)
  );
}

function recipientToken({ headers }: Email, recipient: string | undefined): string | undefined {
  const named = headers
    .filter(({ key }) => RECIPIENT_FIELDS.has(key))
    .map(({ value }) => value.slice(0, 1_000));
  for (const address of [recipient ?? '', ...named]) {
    const token = tokenInAddress(address);
    if (token !== undefined) return token;
  }
  return undefined;
}

/**
 * Reads a delivery status (RFC 3464) or a complaint (RFC 5965). Undefined for other mails, and
 * without a token, which alone proves the subject. `recipient`: the address that the mail came to,
 * if known. Rejects with `UnreadableMail`.
 */
export async function readReport(
  bytes: Buffer,
  recipient?: string,
): Promise<BounceReport | undefined> {
  const mail = await parseMail(bytes.subarray(0, REPORT_BYTES), MOST_LINES);
  const partOf = (type: string) => mail.attachments.find(({ mimeType }) => mimeType === type);
  const ownToken = recipientToken(mail, recipient);
  const feedback = partOf('message/feedback-report');
  if (feedback) {
    const fields = readFields(textOf(feedback));
    const token = ownToken ?? quotedToken(fields, mail.attachments);
    if (fields.get('feedback-type')?.toLowerCase() !== 'abuse') return undefined;
    return token === undefined ? undefined : { token, verdict: 'complaint' };
  }
  const status = partOf('message/delivery-status') ?? partOf('message/global-delivery-status');
  const found = status && ownToken !== undefined ? readDeliveryStatus(textOf(status)) : undefined;
  return found && ownToken !== undefined ? { token: ownToken, ...found } : undefined;
}
