/** The octets of a mail; of one that is larger than any that is read, one octet more than that. */
export interface RawMail {
  raw: Buffer;
  /** The same octets read in other ways, if the mailbox does not say which of them is the mail. */
  variants?: readonly Buffer[];
}

/** A mail as a mailbox has it. */
export interface StoredMail extends RawMail {
  /** Where it is, in words for messages. */
  place: string;
  /** The mailbox's own name for it; later runs get it back in `Past`. */
  position: string;
  /** How much of the mailbox has been read with this mail, from 0 to 1. */
  progress: number;
}

/** The part of a mailbox that earlier runs have read. */
export interface Past {
  /** The position of the last mail that was read. */
  last: string | undefined;
  /** True if the mail at this position was read. */
  has(position: string): boolean;
}

/** Mails at one place; none is changed. Its methods throw CommandError if it cannot be read. */
export interface Mailbox {
  /** The same in every run, so that its past is found again. */
  name: string;
  /** Its mails stay in one order, so that `last` says which were read, and `has` is not needed. */
  isOrdered?: true;
  /** Mails that are not in the past; a mail that is read again makes no second row. */
  read(past: Past): AsyncIterable<StoredMail>;
  close(): Promise<void>;
}

/** Decrypts a whole mail into the mail that was encrypted; undefined without its key. */
export type OpenMail = (raw: Buffer) => Promise<Buffer | undefined>;
