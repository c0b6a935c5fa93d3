import type { Listening } from './greeting.ts';

/** A worker sends this to the primary once it listens. */
export interface ReadyMessage {
  letterslot: 'ready';
  listening: Listening;
}

/** The primary sends this to a worker that is to stop. */
export interface StopMessage {
  letterslot: 'stop';
}

/**
 * The questions on the channel. The primary asks a worker for its `metrics` and `readiness`; a worker
 * asks the primary for `all-metrics`, the text of all workers, and to count `rates`.
 */
export type Question = 'metrics' | 'readiness' | 'all-metrics' | 'rates';

/** The primary sends this after the last connection that it hands to a worker. */
export interface LastMessage {
  letterslot: 'last';
}

interface QuestionMessage {
  letterslot: 'question';
  id: number;
  question: Question;
  /** JSON, of a type that depends on the question. */
  about?: unknown;
}

interface AnswerMessage {
  letterslot: 'answer';
  id: number;
  /** JSON, of a type that depends on the question; undefined without an answer. */
  value?: unknown;
}

type Message = ReadyMessage | StopMessage | LastMessage | QuestionMessage | AnswerMessage;

/** Whether a value from the channel, which other code may use too, is this message. */
export function isMessage<K extends Message['letterslot']>(
  received: unknown,
  kind: K,
): received is Extract<Message, { letterslot: K }> {
  return (received as Partial<Message> | null)?.letterslot === kind;
}

/** Milliseconds to wait for an answer. */
const PATIENCE = 3_000;

/** One end of a channel between a worker and the primary. */
interface Channel {
  send(message: object, sent: (fault: Error | null) => void): unknown;
  on(event: 'message', listener: (received: unknown) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
}

/** Answers a question of the other end; undefined without an answer. */
export type Answer = (question: Question, about: unknown) => Promise<unknown>;

/** Asks the other end; undefined when it has no answer, or none in time. */
export type Ask = (question: Question, about?: unknown) => Promise<unknown>;

/** Answers the questions of the other end, and returns a function that asks it. */
export function createAsk(channel: Channel, answer: Answer): Ask {
  const open = new Map<number, (value: unknown) => void>();
  let asked = 0;
  // An answer cannot be sent when its receiver has ended; then nobody waits for it.
  const reply = (answered: AnswerMessage) => channel.send(answered, () => undefined);

  channel.on('message', (received) => {
    if (isMessage(received, 'answer')) open.get(received.id)?.(received.value);
    if (!isMessage(received, 'question')) return;
    const { id, question, about } = received;
    void answer(question, about).then(
      (value) => reply({ letterslot: 'answer', id, value }),
      () => reply({ letterslot: 'answer', id }),
    );
  });
  channel.on('disconnect', () => open.forEach((resolve) => resolve(undefined)));

  return async (question, about) => {
    const id = (asked += 1);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const timer = setTimeout(resolve, PATIENCE, undefined);
    open.set(id, resolve);
    const message: QuestionMessage = { letterslot: 'question', id, question, about };
    channel.send(message, (fault) => fault && resolve(undefined));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      open.delete(id);
    }
  };
}
