import type { Worker } from 'node:cluster';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RateCounts } from '../inboxes/rate-limit.ts';
import type { RateStore } from '../platform/stores/counter-tables.ts';
import type { KeyedHash } from '../platform/secrets/keyed-hash.ts';
import type { Listening } from './start-service.ts';

/**
 * The questions on the channel. The primary asks a worker for its `metrics` and `readiness`; a worker
 * asks the primary for `all-metrics`, the text of all workers, and to count `rates`.
 */
export type Question = 'metrics' | 'readiness' | 'all-metrics' | 'rates';

/** A message of a worker or the primary; values are JSON, of a type that depends on the question. */
type Message =
  | { letterslot: 'ready'; listening: Listening }
  | { letterslot: 'stop' }
  /** To a worker, after the last connection that it is handed. */
  | { letterslot: 'last' }
  | { letterslot: 'question'; id: number; question: Question; about?: unknown }
  /** Without a value if there is no answer. */
  | { letterslot: 'answer'; id: number; value?: unknown };

/** Whether a value from the channel, which other code may use too, is this message. */
export function isMessage<K extends Message['letterslot']>(
  received: unknown,
  kind: K,
): received is Extract<Message, { letterslot: K }> {
  return (received as Partial<Message> | null)?.letterslot === kind;
}

/** Milliseconds to wait for an answer. */
const PATIENCE = 3_000;

/** Sends a message; a receiver that has ended does not miss it. */
export const tell = (
  channel: Worker,
  message: Message,
  sent: (fault: Error | null) => void = () => undefined,
): unknown => channel.send(message, sent);

/** Answers a question of the other end; undefined without an answer. */
export type Answer = (question: Question, about: unknown) => Promise<unknown>;

/** Asks the other end; undefined when it has no answer, or none in time. */
export type Ask = (question: Question, about?: unknown) => Promise<unknown>;

export function createAsk(channel: Worker, answer: Answer): Ask {
  const open = new Map<number, (value: unknown) => void>();
  let asked = 0;
  channel.on('message', (received) => {
    if (isMessage(received, 'answer')) open.get(received.id)?.(received.value);
    if (!isMessage(received, 'question')) return;
    const { id, question, about } = received;
    void answer(question, about).then(
      (value) => tell(channel, { letterslot: 'answer', id, value }),
      () => tell(channel, { letterslot: 'answer', id }),
    );
  });
  channel.on('disconnect', () => open.forEach((resolve) => resolve(undefined)));

  return async (question, about) => {
    const id = (asked += 1);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const timer = setTimeout(resolve, PATIENCE, undefined);
    open.set(id, resolve);
    const message = { letterslot: 'question', id, question, about } as const;
    tell(channel, message, (fault) => fault && resolve(undefined));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      open.delete(id);
    }
  };
}

/** Subjects to count in the window that ends at this second. */
type Take = readonly [endsAt: number, subjects: readonly KeyedHash[]];

/** Counts what workers ask for; the answer has the counts of each take, in the same order. */
export function createRateAnswer() {
  const counts = new RateCounts();
  return (takes: unknown): number[][] =>
    (takes as readonly Take[]).map(([endsAt, subjects]) => counts.take(subjects, endsAt));
}

/**
 * Rates that the primary counts for all workers. A worker that gets no answer, because it has left
 * the primary to finish what is under way, counts alone.
 */
export function createWorkerRates(ask: Ask): RateStore {
  const countAlone = createRateAnswer();
  let takes: Take[] = [];
  let answers: Promise<number[][]> | undefined;
  let asking: Promise<unknown> | undefined;

  /** Asks about the takes of this turn, and of those until the primary has answered the question before. */
  async function askPrimary(): Promise<number[][]> {
    await nextTurn();
    await asking;
    const asked = takes;
    takes = [];
    answers = undefined;
    asking = ask('rates', asked);
    return ((await asking) as number[][] | undefined) ?? countAlone(asked);
  }

  return {
    async take(subjects, endsAt) {
      const place = takes.push([endsAt, subjects]) - 1;
      answers ??= askPrimary();
      return (await answers)[place] ?? [];
    },
    // The primary forgets a window by itself.
    removeEndedBefore: () => Promise.resolve(),
  };
}
