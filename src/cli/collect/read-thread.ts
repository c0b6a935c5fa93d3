import { on } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { createDecrypt } from './decrypt-mail.ts';
import type { RawMail } from './mailbox.ts';
import type { Trust } from '../receipts/trusted-keys.ts';
import { MessageReader, type Found } from './read-messages.ts';

/** Mails that are read without a thread, which takes longer to start. */
const FEW = 200;

/** Mails that are read at once, while other threads check signatures. */
const AT_ONCE = 3;

type Note = (sentence: string) => void;

/** The thread's results: the content of each mail of a batch, or a sentence for the owner. */
type Answer = { found: Found[] } | { sentence: string };

const createReader = (trust: Trust, note: Note) => new MessageReader(trust, createDecrypt(note));

async function readBatch(reader: MessageReader, mails: readonly RawMail[]): Promise<Found[]> {
  const begun: Promise<Found>[] = [];
  for (const mail of mails) {
    await begun[begun.length - AT_ONCE];
    begun.push(reader.read(mail));
  }
  return Promise.all(begun);
}

/** Reads batches of mails in order: the first ones itself, those of large mailboxes in a thread. */
export class MailReader {
  readonly #trust: Trust;
  readonly #note: Note;
  readonly #own: MessageReader;
  #begun = 0;
  #thread: Worker | undefined;
  readonly #waiting: PromiseWithResolvers<Found[]>[] = [];

  constructor(trust: Trust, note: Note) {
    this.#trust = trust;
    this.#note = note;
    this.#own = createReader(trust, note);
  }

  /** The content of each of these mails. Rejects if the thread ended. */
  read(mails: readonly RawMail[]): Promise<Found[]> {
    this.#begun += mails.length;
    if (this.#begun <= FEW) return readBatch(this.#own, mails);
    this.#thread ??= this.#start();
    const answer = Promise.withResolvers<Found[]>();
    this.#waiting.push(answer);
    const copies = mails.map(({ raw, variants = [] }) =>
      [raw, ...variants].map((octets) => new Uint8Array(octets)),
    );
    this.#thread.postMessage(
      copies,
      copies.flat().map(({ buffer }) => buffer),
    );
    return answer.promise;
  }

  #start(): Worker {
    const thread = new Worker(new URL(import.meta.url), { workerData: this.#trust });
    thread.on('message', (answer: Answer) => {
      if ('sentence' in answer) this.#note(answer.sentence);
      else this.#waiting.shift()?.resolve(answer.found);
    });
    thread.on('error', (error) => {
      for (const { reject } of this.#waiting) reject(error);
    });
    return thread;
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }
}

/** The thread: answers each batch before it takes the next one. */
async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const send = (answer: Answer) => port.postMessage(answer);
  const reader = createReader(workerData as Trust, (sentence) => send({ sentence }));
  for await (const [copies] of on(port, 'message') as AsyncIterable<
    [Uint8Array<ArrayBuffer>[][]]
  >) {
    const mails = copies.map((readings) => {
      const [raw = Buffer.alloc(0), ...variants] = readings.map(({ buffer }) =>
        Buffer.from(buffer),
      );
      return { raw, variants };
    });
    send({ found: await readBatch(reader, mails) });
  }
}

if (!isMainThread && parentPort) await serve(parentPort);
