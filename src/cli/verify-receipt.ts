import type { MailFact } from '../mail/mail-layout.ts';
import {
  provesFields,
  ReceiptFault,
  verifyReceipt,
  type VerifiedReceipt,
} from '../receipts/verify-receipt.ts';
import { EXIT, type CommandContext, type Run } from './command.ts';
import { checkIssuer, keysAt, ownKeys } from './receipt-keys.ts';
import { findReceipt, readInput, readPostedFields } from './receipt-input.ts';
import { count } from './table.ts';

type FieldsVerdict = 'proven' | 'refuted' | 'not checked';

function judgeFields(receipt: VerifiedReceipt, facts: MailFact[] | undefined): FieldsVerdict {
  if (!facts) return 'not checked';
  return provesFields(receipt, facts) ? 'proven' : 'refuted';
}

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

/** What is known of the fields, for people. */
const FIELDS_SENTENCES: Record<FieldsVerdict, (fields: number) => string> = {
  proven: (fields) => `Proven: its content is the ${count(fields, 'field')} given here.`,
  refuted: () => 'Refuted: the fields given here are not those of this delivery.',
  'not checked': () =>
    'Not checked: its fields. Give them with --fields, or the whole mail instead of its receipt.',
};

function describe({ claims, keyId }: VerifiedReceipt, verdict: FieldsVerdict, fields: number) {
  const { iss, jti, form_id: formId, iat } = claims;
  return [
    `Proven: ${iss} signed for the delivery ${jti} of the form ${formId}, accepted at ${timeOf(iat)}.`,
    FIELDS_SENTENCES[verdict](fields),
    'Not proven by any receipt: who sent it, and that somebody read it.',
    `Key: ${keyId}`,
  ];
}

function toJson({ claims, keyId }: VerifiedReceipt, verdict: FieldsVerdict) {
  return {
    valid: verdict !== 'refuted',
    issuer: claims.iss,
    delivery_id: claims.jti,
    form_id: claims.form_id,
    accepted_at: timeOf(claims.iat),
    key_id: keyId,
    fields: verdict,
  };
}

const printJson = (context: CommandContext, value: object) =>
  context.print(JSON.stringify(value, undefined, 2));

async function check(context: CommandContext): Promise<number> {
  const { receipt, facts } = await findReceipt(await readInput(context.positionals[0] ?? '-'));
  const place = context.option('keys');
  const keys = place === undefined ? ownKeys(context.readSettings()) : await keysAt(place);
  const verified = verifyReceipt(receipt, keys);
  checkIssuer(verified.claims.iss, place);
  const posted = context.option('fields');
  const given = posted === undefined ? facts : await readPostedFields(await readInput(posted));
  const verdict = judgeFields(verified, given);
  if (context.flag('json')) printJson(context, toJson(verified, verdict));
  else context.print(...describe(verified, verdict, given?.length ?? 0));
  return verdict === 'refuted' ? EXIT.fault : EXIT.ok;
}

/** Checks a delivery receipt; ends with 1 when it, or what is given with it, does not hold. */
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
