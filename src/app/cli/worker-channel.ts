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
 * asks the primary for `all-metrics`, the text of all workers.
 */
export type Question = 'metrics' | 'readiness' | 'all-metrics';

interface QuestionMessage {
  letterslot: 'question';
  id: number;
  question: Question;
}

interface AnswerMessage {
  letterslot: 'answer';
  id: number;
  /** JSON, of a type that depends on the question; undefined without an answer. */
  value?: unknown;
}

type Message = ReadyMessage | StopMessage | QuestionMessage | AnswerMessage;

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
  send(message: object, sent: () => void): unknown;
  on(event: 'message', listener: (received: unknown) => void): unknown;
}

/** Answers a question of the other end; undefined without an answer. */
export type Answer = (question: Question) => Promise<unknown>;

/** Asks the other end; undefined when it has no answer, or none in time. */
export type Ask = (question: Question) => Promise<unknown>;

/** Answers the questions of the other end, and returns a function that asks it. */
export function createAsk(channel: Channel, answer: Answer): Ask {
  const open = new Map<number, (value: unknown) => void>();
  // A message cannot be sent when its receiver has ended; then nobody waits for an answer.
  const send = (message: QuestionMessage | AnswerMessage) => channel.send(message, () => undefined);
  let asked = 0;

  channel.on('message', (received) => {
    if (isMessage(received, 'answer')) open.get(received.id)?.(received.value);
    if (!isMessage(received, 'question')) return;
    const { id, question } = received;
    void answer(question).then(
      (value) => send({ letterslot: 'answer', id, value }),
      () => send({ letterslot: 'answer', id }),
    );
  });

  return async (question) => {
    const id = (asked += 1);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const timer = setTimeout(resolve, PATIENCE, undefined);
    open.set(id, resolve);
    send({ letterslot: 'question', id, question });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      open.delete(id);
    }
  };
}
