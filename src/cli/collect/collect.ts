import { ReceiptFault } from '../../submissions/receipts/verify-receipt.ts';
import {
  CommandError,
  asFormId,
  EXIT,
  readOption,
  show,
  UsageError,
  type CommandContext,
  type Run,
} from '../command.ts';
import { readTrust, type Trust } from '../receipts/trusted-keys.ts';
import type { Mailbox, StoredMail } from './mailbox.ts';
import { createProgress } from './progress.ts';
import type { Message } from './message.ts';
import type { Found } from './read-messages.ts';
import { MailReader } from './read-thread.ts';
import { nameFiles } from './save-files.ts';
import { openMailbox } from './sources.ts';
import type { State } from './state.ts';
import { openTable } from './table.ts';
import { describe, MOST_NAMED, nameOf, NOTHING_READ, warn, type Tally } from './tally.ts';

/** Mails between two commits: as many are read again after a run that was ended. */
const AT_ONCE = 1_000;

interface Options {
  out: string;
  form: string | undefined;
  /** Days in UTC, of which both count. */
  since: string | undefined;
  until: string | undefined;
  folder: string | undefined;
}

const day = (text: string) => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  // The 31st of February is read as a day of March.
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
  if (!isDay) throw new Error('must be a day like 2026-01-31');
  return text;
};

function readOptions(context: CommandContext): Options {
  const out = context.option('out');
  if (out === undefined) throw new UsageError('Name the table to write with --out.');
  const since = readOption(context, 'since', day);
  const until = readOption(context, 'until', day);
  if (since !== undefined && until !== undefined && since > until)
    throw new UsageError('--since names a later day than --until.');
  return {
    out,
    form: readOption(context, 'form', asFormId),
    since,
    until,
    folder: context.option('files'),
  };
}

async function readKeys(context: CommandContext): Promise<Trust> {
  try {
    return await readTrust(context);
  } catch (error) {
    if (error instanceof ReceiptFault) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}

/** Each sentence is said once. */
function createNoteOnce({ note }: CommandContext) {
  const said = new Set<string>();
  return (sentence: string) => {
    if (!said.has(sentence)) note(sentence);
    said.add(sentence);
  };
}

/** A marked mail is left out if it names another form, and not if it names none. */
const isWanted = ({ form, received, receipt }: Message, { form: wanted, since, until }: Options) =>
  (wanted === undefined || form === wanted || (form === '' && receipt !== 'holds')) &&
  (received === '' ||
    ((since === undefined || received >= since) &&
      (until === undefined || received.slice(0, until.length) <= until)));

function toCells(message: Message, { columns }: State, folder: string | undefined) {
  const { reference, received, form, receipt, facts } = message;
  const cells: [string, string][] = [
    ['reference', reference],
    ['received', received],
    ['form', form],
    ...columns.toCells(facts, receipt === 'holds' ? form : undefined),
    ['attachments', nameFiles(message, folder).join('\n')],
    ['receipt', receipt],
  ];
  return new Map(cells.filter(([, text]) => text !== ''));
}

/**
 * Adds a message unless it has a row. A proven message is known by its delivery, any other by its
 * content, so that it hides none. Returns true for a new row.
 */
function addMessage(state: State, message: Message, folder: string | undefined): boolean {
  const { deliveryId, content, receipt } = message;
  const key = receipt === 'holds' && deliveryId !== undefined ? deliveryId : content;
  if (state.hasRow(key) || (deliveryId !== undefined && state.hasRow(deliveryId))) return false;
  state.addRow(key, toCells(message, state, folder));
  return true;
}

/** Mails that go to the reader as one batch, and the octets with which a batch is full. */
const [BATCH, BATCH_OCTETS] = [32, 262_144];

async function* inBatches(mails: AsyncIterable<StoredMail>) {
  let batch: StoredMail[] = [];
  let octets = 0;
  for await (const mail of mails) {
    batch.push(mail);
    octets += mail.raw.length;
    if (batch.length < BATCH && octets < BATCH_OCTETS) continue;
    yield batch;
    [batch, octets] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Batches that wait for the reader while rows of earlier ones are written. */
const AHEAD = 2;

/** Mails in their order, with what is in them. */
async function* readAhead(mails: AsyncIterable<StoredMail>, reader: MailReader) {
  const begun: { batch: StoredMail[]; found: Promise<Found[]> }[] = [];
  async function* finish(most: number) {
    for (const { batch, found } of begun.splice(0, begun.length - most)) {
      const all = await found;
      for (const [at, mail] of batch.entries()) yield { mail, ...(all[at] ?? { messages: [] }) };
    }
  }
  for await (const batch of inBatches(mails)) {
    const found = reader.read(batch);
    // An error is seen at the batch that is waited for first.
    found.catch(() => undefined);
    begun.push({ batch, found });
    if (begun.length > AHEAD) yield* finish(AHEAD);
  }
  yield* finish(0);
}

/** What one run of the command works on. */
interface Collecting {
  mailbox: Mailbox;
  state: State;
  options: Options;
  /** The terms by which mails become rows: mails are read again on other terms. */
  terms: string;
  reader: MailReader;
  note: CommandContext['note'];
}

async function collectRows({ mailbox, state, options, terms, reader, note }: Collecting) {
  const tally: Tally = { ...NOTHING_READ };
  const add = (message: Message) => {
    tally.messages += 1;
    if (!addMessage(state, message, options.folder)) return void (tally.known += 1);
    tally.added += 1;
    if (message.isSealed) tally.sealed += 1;
    else if (message.receipt !== 'holds') tally[message.receipt] += 1;
  };
  const progress = createProgress();
  let uncommitted = 0;
  const mails = mailbox.read(state.pastOf(mailbox.name, terms));
  for await (const { mail, messages, unread } of readAhead(mails, reader)) {
    // One without octets only says how far the mailbox was read.
    if (mail.raw.length > 0) {
      tally.mails += 1;
      messages.filter((message) => isWanted(message, options)).forEach(add);
    }
    state.noteRead(mailbox, mail.position);
    uncommitted += 1;
    if (unread !== undefined) {
      tally.unread += 1;
      if (tally.unread <= MOST_NAMED) note(`${nameOf(mail)} is not read: ${unread}.`);
    }
    // A later run does not meet again what could not be read.
    if (uncommitted === AT_ONCE || unread !== undefined) {
      state.commit();
      uncommitted = 0;
    }
    progress.show(mail.progress, tally.mails, tally.messages);
  }
  progress.end();
  return tally;
}

/** Writes a mailbox's messages into a table; with --strict, exits with 1 if some are marked. */
export const collectMails: Run = async (context) => {
  const options = readOptions(context);
  const trust = await readKeys(context);
  const table = await openTable(options.out, context.flag('bom'));
  try {
    const mailbox = await openMailbox(context);
    const keyIds = Array.from(trust.keys.keys()).toSorted();
    const terms = JSON.stringify([options.form, options.since, options.until, keyIds]);
    const reader = new MailReader(trust, createNoteOnce(context));
    const { state } = table;
    let tally;
    try {
      tally = await collectRows({ mailbox, state, options, terms, reader, note: context.note });
    } finally {
      await reader.close();
      await mailbox.close();
    }
    await table.finish();
    show(context, tally, () => describe(tally, options.out));
    context.note(...warn(tally));
    const isMarked = tally.altered + tally.missing + tally.sealed > 0;
    return isMarked && context.flag('strict') ? EXIT.fault : EXIT.ok;
  } finally {
    table.state.close();
  }
};
