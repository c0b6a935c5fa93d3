import { existsSync } from 'node:fs';
import type { Email } from 'postal-mime';
import { OPERATIONS } from '../../contract/operations.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { MailFact } from '../../mail/mail-layout.ts';
import { parseMail, UnreadableMail } from '../../mail/parse-mail.ts';
import {
  readKeySet,
  ReceiptFault,
  type TrustedKeys,
} from '../../submissions/receipts/verify-receipt.ts';
import { chooseFormReader } from '../../submissions/posted/form-body.ts';
import { parseSubmission } from '../../submissions/posted/submission.ts';
import { toFacts } from '../../submissions/posted/mail-content.ts';
import { collect } from '../../platform/text/octets.ts';
import { readJsonObject } from '../../platform/text/json.ts';
import { printable } from '../../platform/text/printable.ts';
import { createKeyring } from '../../platform/secrets/keyring.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { keyFileFor, readKeys } from '../../platform/stores/open-store.ts';
import { CommandError, EXIT, readInput } from './command.ts';

/** The header field of a mail with its receipt, in the lower case of parsers. */
const HEADER = 'letterslot-receipt';

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

/** What the header fields for the receipt have: a mail of this service has one. */
export const receiptsIn = ({ headers }: Email): string[] =>
  headers.filter(({ key }) => key === HEADER).map(({ value }) => withoutSpaces(value));

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
    const fields = chooseFormReader(type)(bytes, type);
    const { fields: shown } = parseSubmission(fields);
    return toFacts(shown);
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
    throw new CommandError(`The fields cannot be read: ${cause.message}`, { cause });
  }
}

const PATIENCE = 10_000;
const MOST_KEY_SET = 65_536;

const isUrl = (place: string) => /^https?:\/\//.test(place);

/** The URL at which the deployment of this public URL publishes its keys. */
const keySetOf = (issuer: string) =>
  new URL(issuer.replace(/\/$/, '') + OPERATIONS.getReceiptKeys.path).href;

async function fetchKeySet(url: string): Promise<string> {
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(url, { signal, redirect: 'error' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const set = await collect(response.body, MOST_KEY_SET);
    if (!set) throw new Error('it is too large');
    return set.toString();
  } catch (cause) {
    const reason = cause instanceof Error ? printable(cause.message) : 'unknown';
    const message = `The key set ${printable(url)} cannot be fetched (${reason}).`;
    throw new CommandError(message, { exitCode: EXIT.unavailable, cause });
  }
}

/** The key of the deployment on this machine, from its settings and key file. */
export function ownKeys(settings: Settings): TrustedKeys {
  const keyFile = keyFileFor(settings);
  if (keyFile !== undefined && !existsSync(keyFile)) {
    throw new CommandError(
      'There is no key on this machine to check with: add --keys with the URL of the service that ' +
        `you trust, ending in ${OPERATIONS.getReceiptKeys.path}, or with a file that has its content.`,
    );
  }
  const { sealing, index } = readKeys(settings, false);
  const { x, kid } = createKeyring(sealing, index).signing.publicJwk;
  return new Map([[kid, x]]);
}

/** The keys at a URL or in a file; throws ReceiptFault when there are none. */
export async function keysAt(place: string): Promise<TrustedKeys> {
  return readKeySet(isUrl(place) ? await fetchKeySet(place) : (await readInput(place)).toString());
}

/** Keys from a URL prove only receipts of the service at that URL. */
export function checkIssuer(issuer: string, place: string | undefined): void {
  if (place === undefined || !isUrl(place) || keySetOf(issuer) === new URL(place).href) return;
  throw new ReceiptFault('The receipt is from another service than the one in --keys.');
}
