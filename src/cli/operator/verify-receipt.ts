import type { Email } from 'postal-mime';
import type { MailFact } from '../../mail/mail-layout.ts';
import type { ReceiptClaims } from '../../submissions/receipts/receipt.ts';
import {
  provesFields,
  provesNamedFields,
  ReceiptFault,
  verifyReceipt,
  type VerifiedReceipt,
} from '../../submissions/receipts/verify-receipt.ts';
import { count, EXIT, readInput, show, type CommandContext, type Run } from './command.ts';
import {
  filesOf,
  findUnprovenParts,
  readMailText,
  UNPROVEN_PARTS,
  type UnprovenPart,
} from './receipt-mail.ts';
import { checkIssuer, findReceipt, keysAt, ownKeys, readPostedFields } from './receipt-input.ts';

type FieldsVerdict = 'proven' | 'refuted' | 'not checked';

interface Verdict {
  fields: FieldsVerdict;
  facts: readonly MailFact[];
  /** The parts of the mail that do not match; this and the next are undefined without a mail. */
  unproven?: readonly UnprovenPart[];
  hasHtml?: boolean;
  /** How many attachments of the mail are files of the delivery. */
  files?: number;
}

const UNJUDGED: Verdict = { fields: 'not checked', facts: [] };

const verdictOf = (isProven: boolean, facts: readonly MailFact[]): Verdict => ({
  fields: isProven ? 'proven' : 'refuted',
  facts,
});

/** The verdict on a mail, with a receipt that says what its fields have to be. */
export function judgeMail(receipt: VerifiedReceipt, mail: Email): Verdict {
  const content = readMailText(mail);
  const verdict = content
    ? verdictOf(provesFields(receipt, content.facts), content.facts)
    : UNJUDGED;
  const unproven = findUnprovenParts(mail, receipt.claims, content);
  return {
    ...verdict,
    unproven,
    hasHtml: mail.html !== undefined,
    files: filesOf(mail, content).length,
  };
}

export const holds = ({ fields, unproven = [] }: Verdict) =>
  fields !== 'refuted' && unproven.length === 0;

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

const FIELDS_SENTENCES: Record<FieldsVerdict, (fields: number) => string> = {
  proven: (fields) => `Proven: its content is the ${count(fields, 'field')} given here.`,
  refuted: () => 'Refuted: the fields given here are not those of this delivery.',
  'not checked': () =>
    'Not checked: its fields. Give them with --fields, or the whole mail instead of its receipt.',
};

function describeMail({ fields, unproven = [], hasHtml }: Verdict): string[] {
  if (unproven.length > 0) return unproven.map((part) => `Not proven: ${UNPROVEN_PARTS[part]}`);
  // That an HTML part matches a refuted text part proves nothing.
  if (fields === 'refuted' || hasHtml === undefined) return [];
  return [
    hasHtml
      ? 'Proven: the HTML part of the mail shows the same as its text part.'
      : 'Not checked: an HTML part. This mail has none.',
  ];
}

/** The verdict on the files of the delivery; nothing if it had none, or a sentence above says it. */
function describeFiles(
  { files_sha256: claimed }: ReceiptClaims,
  { files, unproven = [] }: Verdict,
): string[] {
  if (claimed === undefined || unproven.includes('attachments')) return [];
  return files === undefined
    ? ['Not checked: its files. Give the whole mail instead of its receipt.']
    : [`Proven: its ${count(files, 'attached file')} came with this delivery, byte by byte.`];
}

function describe({ claims, keyId }: VerifiedReceipt, verdict: Verdict) {
  const { iss, jti, form_id: formId, iat } = claims;
  return [
    `Proven: ${iss} signed for the delivery ${jti} of the form ${formId}, accepted at ${timeOf(iat)}.`,
    FIELDS_SENTENCES[verdict.fields](verdict.facts.length),
    ...describeMail(verdict),
    ...describeFiles(claims, verdict),
    'Not proven by any receipt: who sent it, its subject, the lines below its fields, and that ' +
      'somebody read it.',
    `Key: ${keyId}`,
  ];
}

function toJson({ claims, keyId }: VerifiedReceipt, verdict: Verdict) {
  return {
    valid: holds(verdict),
    issuer: claims.iss,
    delivery_id: claims.jti,
    form_id: claims.form_id,
    accepted_at: timeOf(claims.iat),
    key_id: keyId,
    fields: verdict.fields,
    ...(verdict.unproven && { unproven_parts: verdict.unproven }),
  };
}

const ENCRYPTED =
  'The mail of this receipt is encrypted, and the receipt outside of it says nothing of its fields: pass the ' +
  'decrypted mail, or the receipt of the answer that the visitor got.';

async function verify(context: CommandContext): Promise<number> {
  const { receipt, mail } = await findReceipt(await readInput(context.positionals[0] ?? '-'));
  const place = context.option('keys');
  const keys = place === undefined ? ownKeys(context.readSettings()) : await keysAt(place);
  const verified = verifyReceipt(receipt, keys);
  checkIssuer(verified.claims.iss, place);
  const posted = context.option('fields');
  const isOutside = verified.claims.fields_salt === undefined;
  if (isOutside && (mail || posted !== undefined)) throw new ReceiptFault(ENCRYPTED);
  let verdict = mail ? judgeMail(verified, mail) : UNJUDGED;
  if (posted !== undefined && verdict.fields !== 'refuted') {
    const named = await readPostedFields(await readInput(posted));
    const isProven = provesNamedFields(verified.claims, named);
    verdict = { ...verdict, ...verdictOf(isProven, named) };
  }
  show(context, toJson(verified, verdict), () => describe(verified, verdict));
  return holds(verdict) ? EXIT.ok : EXIT.fault;
}

/** Checks a delivery receipt; exit code 1 when it, or the mail or fields given, is not proven. */
export const verifyReceiptFile: Run = async (context) => {
  try {
    return await verify(context);
  } catch (error) {
    if (!(error instanceof ReceiptFault)) throw error;
    show(context, { valid: false, reason: error.message }, () => [`Not proven: ${error.message}`]);
    return EXIT.fault;
  }
};
