import type { Email } from 'postal-mime';
import type { MailFact } from '../../delivery/mail/mail-layout.ts';
import { readSubmissionText } from '../../delivery/mail/read-facts.ts';
import {
  provesFields,
  provesNamedFields,
  ReceiptFault,
  verifyReceipt,
  type VerifiedReceipt,
} from '../../domain/receipts/verify-receipt.ts';
import { count, EXIT, type CommandContext, type Run } from './command.ts';
import { findUnprovenParts, UNPROVEN_PARTS, type UnprovenPart } from './receipt-mail.ts';
import {
  checkIssuer,
  findReceipt,
  keysAt,
  ownKeys,
  readInput,
  readPostedFields,
} from './receipt-input.ts';

type FieldsVerdict = 'proven' | 'refuted' | 'not checked';

/** The result of comparing a mail or fields with their receipt. */
interface Verdict {
  fields: FieldsVerdict;
  /** How many fields were given. */
  count: number;
  /** The parts of the mail that do not match; this and `hasHtml` are undefined without a mail. */
  unproven?: readonly UnprovenPart[];
  hasHtml?: boolean;
}

const UNJUDGED: Verdict = { fields: 'not checked', count: 0 };

const verdictOf = (isProven: boolean, facts: readonly MailFact[] = []): Verdict => ({
  fields: isProven ? 'proven' : 'refuted',
  count: facts.length,
});

/** `readings`: the fields by their names, as each release shows them. */
const judgePosted = ({ claims }: VerifiedReceipt, readings: readonly MailFact[][]): Verdict =>
  verdictOf(
    readings.some((named) => provesNamedFields(claims, named)),
    readings[0],
  );

function judgeMail(receipt: VerifiedReceipt, mail: Email): Verdict {
  const text = readSubmissionText(mail.text ?? '');
  const verdict = text ? verdictOf(provesFields(receipt, text.facts), text.facts) : UNJUDGED;
  const unproven = findUnprovenParts(mail, receipt.claims);
  return { ...verdict, unproven, hasHtml: mail.html !== undefined };
}

const holds = ({ fields, unproven = [] }: Verdict) => fields !== 'refuted' && unproven.length === 0;

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** The verdict on the fields, as a sentence. */
const FIELDS_SENTENCES: Record<FieldsVerdict, (fields: number) => string> = {
  proven: (fields) => `Proven: its content is the ${count(fields, 'field')} given here.`,
  refuted: () => 'Refuted: the fields given here are not those of this delivery.',
  'not checked': () =>
    'Not checked: its fields. Give them with --fields, or the whole mail instead of its receipt.',
};

/** The verdict on the parts of a mail, as sentences. */
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

function describe({ claims, keyId }: VerifiedReceipt, verdict: Verdict) {
  const { iss, jti, form_id: formId, iat } = claims;
  return [
    `Proven: ${iss} signed for the delivery ${jti} of the form ${formId}, accepted at ${timeOf(iat)}.`,
    FIELDS_SENTENCES[verdict.fields](verdict.count),
    ...describeMail(verdict),
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

const printJson = (context: CommandContext, value: object) =>
  context.print(JSON.stringify(value, undefined, 2));

async function check(context: CommandContext): Promise<number> {
  const { receipt, mail } = await findReceipt(await readInput(context.positionals[0] ?? '-'));
  const place = context.option('keys');
  const keys = place === undefined ? ownKeys(context.readSettings()) : await keysAt(place);
  const verified = verifyReceipt(receipt, keys);
  checkIssuer(verified.claims.iss, place);
  const posted = context.option('fields');
  const ofMail = mail ? judgeMail(verified, mail) : UNJUDGED;
  const ofPost =
    posted === undefined
      ? ofMail
      : judgePosted(verified, await readPostedFields(await readInput(posted)));
  const verdict = { ...ofMail, ...(ofMail.fields === 'refuted' ? undefined : ofPost) };
  if (context.flag('json')) printJson(context, toJson(verified, verdict));
  else context.print(...describe(verified, verdict));
  return holds(verdict) ? EXIT.ok : EXIT.fault;
}

/** Checks a delivery receipt; exit code 1 when it, or the mail or fields given, is not proven. */
export const verifyReceiptFile: Run = async (context) => {
  try {
    return await check(context);
  } catch (error) {
    if (!(error instanceof ReceiptFault)) throw error;
    if (context.flag('json')) printJson(context, { valid: false, reason: error.message });
    else context.print(`Not proven: ${error.message}`);
    return EXIT.fault;
  }
};
