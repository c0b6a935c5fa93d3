import { printable } from '../../platform/text/printable.ts';
import { count } from '../command.ts';
import type { StoredMail } from './mailbox.ts';

/** The mails and rows that a run has read and written. */
export interface Tally {
  mails: number;
  messages: number;
  added: number;
  known: number;
  altered: number;
  missing: number;
  sealed: number;
  /** Mails that cost too much to read. */
  unread: number;
}

export const NOTHING_READ: Tally = {
  mails: 0,
  messages: 0,
  added: 0,
  known: 0,
  altered: 0,
  missing: 0,
  sealed: 0,
  unread: 0,
};

/** Mails that could not be read, each of which is named; more are only counted. */
export const MOST_NAMED = 20;

/** Octets in which a header has its Message-ID. */
const HEAD = 65_536;

const MESSAGE_ID = /^message-id:\s*(<[!-~]{1,250}>)/im;

/** A mail by its own name and its place, as its owner finds it. */
export function nameOf({ raw, place }: StoredMail): string {
  const [head = ''] = raw.toString('latin1', 0, HEAD).split(/\r?\n\r?\n/, 1);
  const id = MESSAGE_ID.exec(head)?.[1];
  return id === undefined ? `The mail at ${place}` : `The mail ${printable(id)} (${place})`;
}

/** The results of a run. */
export function describe({ mails, messages, added, known }: Tally, out: string): string[] {
  return [
    `Read ${count(mails, 'mail')}, and found ${count(messages, 'message')} of this service.`,
    `Added ${count(added, 'row')} to ${out}${known === 0 ? '.' : `; ${known} had been added before.`}`,
  ];
}

/** The results that need the owner's attention. */
export function warn({ altered, missing, sealed, unread }: Tally): string[] {
  return [
    unread > 0 && `${count(unread, 'mail')} could not be read, and no later run tries again.`,
    altered > 0 && `${count(altered, 'new row')} marked as altered: not as this service sent it.`,
    missing > 0 && `${count(missing, 'new row')} marked as missing: without a receipt.`,
    sealed > 0 &&
      `${count(sealed, 'new row')} without fields: the mail is encrypted, and was not opened.`,
  ].filter((line) => line !== false);
}
