import type { Email } from 'postal-mime';
import { ServiceError } from '../../contract/service-error.ts';
import type { MailFact } from '../../mail/quoted-facts.ts';
import { parseMail, UnreadableMail } from '../../mail/parse-mail.ts';
import { FormReader } from '../../submissions/posted/form-body.ts';
import { parseSubmission } from '../../submissions/posted/submission.ts';
import { toFacts } from '../../submissions/posted/facts.ts';
import { readJsonObject } from '../../platform/text/json.ts';
import { CommandError } from '../command.ts';
import { receiptsIn } from '../receipts/receipt-mail.ts';

export interface ReceiptInput {
  receipt: string;
  mail?: Email;
}

const withoutSpaces = (text: string) => text.replace(/\s+/g, '');

function readAnswer(text: string): ReceiptInput {
  const answer = readJsonObject(text);
  if (!answer) {
    throw new CommandError(
      'This looks like JSON but is incomplete or damaged: pass the whole answer.',
    );
  }
  const { receipt } = answer;
  if (typeof receipt === 'string') return { receipt };
  throw new CommandError(
    'The answer has no "receipt": nothing was delivered, or it answers another kind of request.',
  );
}

async function parseInput(bytes: Buffer): Promise<Email> {
  try {
    return await parseMail(bytes);
  } catch (cause) {
    if (!(cause instanceof UnreadableMail)) throw cause;
    throw new CommandError(`The mail cannot be read: ${cause.message}.`, { cause });
  }
}

async function readMail(bytes: Buffer): Promise<ReceiptInput> {
  const mail = await parseInput(bytes);
  const [receipt, another] = receiptsIn(mail);
  if (receipt === undefined || another !== undefined) {
    throw new CommandError(
      'There is no receipt: pass a receipt, the JSON answer that has it, or the whole mail with its ' +
        'header field Letterslot-Receipt.',
    );
  }
  return { receipt, mail };
}

/** Finds the receipt in a bare receipt, a JSON answer or a mail; throws CommandError. */
export async function findReceipt(bytes: Buffer): Promise<ReceiptInput> {
  const text = bytes.toString('utf8').trim();
  if (text.startsWith('{')) return readAnswer(text);
  if (/^[\w.~\-\s]+$/.test(text)) return { receipt: withoutSpaces(text) };
  return readMail(bytes);
}

/** Posted fields (JSON or urlencoded) as a mail shows them by their names. */
export async function readPostedFields(bytes: Buffer): Promise<MailFact[]> {
  const isJson = bytes.toString('utf8').trimStart().startsWith('{');
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  try {
    const fields = new FormReader(type).read(bytes);
    const { fields: shown } = parseSubmission(fields);
    return toFacts(shown);
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    throw new CommandError(`The fields cannot be read: ${cause.message}`, { cause });
  }
}
