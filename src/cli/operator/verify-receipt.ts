import type { Email } from 'postal-mime';
import { referenceOf } from '../../contract/names.ts';
import type { MailFact } from '../../mail/quoted-facts.ts';
import { toSingleLine } from '../../platform/text/clean-text.ts';
import { printable } from '../../platform/text/printable.ts';
import {
  provesFields,
  ReceiptFault,
  verifyReceipt,
  type VerifiedReceipt,
} from '../../submissions/receipts/verify-receipt.ts';
import { count, EXIT, readInput, show, type CommandContext, type Run } from '../command.ts';
import { readContent, type MailContent, type Refuted } from '../receipts/receipt-mail.ts';
import { checkIssuer, readTrust } from '../receipts/trusted-keys.ts';
import { findReceipt, readPostedFields } from './receipt-input.ts';

type Judgement = 'proven' | 'refuted' | 'not checked';

/** The parts of the given input that a receipt proves. */
interface Verdict {
  fields: Judgement;
  /** Undefined of a delivery without files. */
  files: Judgement | undefined;
  /** The fields given. */
  given: readonly MailFact[];
  /** The mail given, and what it has. */
  mail?: { content: MailContent; hasHtml: boolean } | undefined;
}

const judge = (isProven: boolean): Judgement => (isProven ? 'proven' : 'refuted');

/** The verdict on posted fields and a mail, each of which may be missing. */
function judgeAll(
  { claims }: VerifiedReceipt,
  mail: Email | undefined,
  posted: readonly MailFact[] | undefined,
): Verdict {
  const content = mail && readContent(mail, claims);
  const isIn = (part: Refuted) => content?.refuted.includes(part) === true;
  const isFalse = isIn('fields') || (posted !== undefined && !provesFields(claims, posted));
  const hasFiles = claims.files_sha256 !== undefined || isIn('files');
  return {
    fields: content || posted ? judge(!isFalse) : 'not checked',
    files: hasFiles ? (content ? judge(!isIn('files')) : 'not checked') : undefined,
    given: posted ?? content?.fields ?? [],
    mail: content && { content, hasHtml: mail?.html !== undefined },
  };
}

const isProven = ({ fields, files, mail }: Verdict) =>
  fields !== 'refuted' && files !== 'refuted' && (mail?.content.refuted.length ?? 0) === 0;

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** Characters of a line of a field that are printed. */
const MOST_PRINTED = 10_000;

/** A field on lines of its own, which cannot steer a terminal. */
const printField = ({ label, value }: MailFact) => [
  `  ${toSingleLine(label, MOST_PRINTED)}:`,
  ...value.split('\n').map((line) => `    ${toSingleLine(line, MOST_PRINTED)}`),
];

/** Lists the proven fields: a mail's are printed, since another part may show different ones. */
function describeFields({ fields, given, mail }: Verdict): string[] {
  if (fields === 'refuted')
    return ['Refuted: the fields given here are not those of this delivery.'];
  if (fields === 'not checked') {
    return [
      'Not checked: its fields. Give them with --fields, or the whole mail instead of its receipt.',
    ];
  }
  return [
    `Proven: its content is the ${count(given.length, 'field')} given here.`,
    ...(mail ? given.flatMap(printField) : []),
    ...(mail?.hasHtml ? ['Not checked: whether the HTML part of the mail shows the same.'] : []),
  ];
}

/** The verdict on the files of the delivery; nothing if it had none. */
function describeFiles({ files, mail }: Verdict): string[] {
  const sentences: Record<Judgement, string> = {
    proven: `Proven: its ${count(mail?.content.files.length ?? 0, 'attached file')} came with this delivery, byte by byte.`,
    refuted: 'Refuted: the attached files are not those of this delivery.',
    'not checked': 'Not checked: its files. Give the whole mail instead of its receipt.',
  };
  return files ? [sentences[files]] : [];
}

/** Another delivery in the header of the mail. */
const describeDelivery = ({ mail }: Verdict): string[] =>
  mail?.content.refuted.includes('delivery')
    ? ['Refuted: the header of the mail names another delivery.']
    : [];

function describe({ claims, keyId }: VerifiedReceipt, verdict: Verdict) {
  const { iss, jti, form_id: formId, iat } = claims;
  return [
    `Proven: ${printable(iss)} signed for the delivery ${jti} of the form ${formId}, accepted at ${timeOf(iat)}.`,
    ...describeDelivery(verdict),
    ...describeFields(verdict),
    ...describeFiles(verdict),
    'Not proven by any receipt: who sent it, its subject, what else a mail says, and that somebody ' +
      'read it.',
    `Key: ${keyId}`,
  ];
}

function toJson({ claims, keyId }: VerifiedReceipt, verdict: Verdict) {
  return {
    valid: isProven(verdict),
    issuer: claims.iss,
    delivery_id: claims.jti,
    reference: referenceOf(claims.jti),
    form_id: claims.form_id,
    accepted_at: timeOf(claims.iat),
    key_id: keyId,
    fields: verdict.fields,
    ...(verdict.files && { files: verdict.files }),
  };
}

const ENCRYPTED =
  'The mail of this receipt is encrypted, and the receipt outside of it says nothing of its fields: pass the ' +
  'decrypted mail, or the receipt of the answer that the visitor got.';

async function verify(context: CommandContext): Promise<number> {
  const { receipt, mail } = await findReceipt(await readInput(context.positionals[0] ?? '-'));
  const trust = await readTrust(context);
  const verified = verifyReceipt(receipt, trust.keys);
  checkIssuer(verified.claims.iss, trust);
  const given = context.option('fields');
  const isOutside = verified.claims.salt === undefined;
  if (isOutside && (mail || given !== undefined)) throw new ReceiptFault(ENCRYPTED);
  const posted = given === undefined ? undefined : await readPostedFields(await readInput(given));
  const verdict = judgeAll(verified, mail, posted);
  show(context, toJson(verified, verdict), () => describe(verified, verdict));
  return isProven(verdict) ? EXIT.ok : EXIT.fault;
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
