import type { Listening } from './greeting.ts';

/** What a worker tells the primary once it listens. */
export interface ReadyMessage {
  letterslot: 'ready';
  listening: Listening;
}

/** What the primary tells a worker that is to stop. */
export interface StopMessage {
  letterslot: 'stop';
}

/**
 * What is asked over the channel. The primary asks a worker for `metrics` of its own and for its
 * `readiness`; a worker asks the primary for `all-metrics`, the text of all workers.
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
  /** JSON, of a type that the question says; undefined where there is no answer. */
  value?: unknown;
}

type Message = ReadyMessage | StopMessage | QuestionMessage | AnswerMessage;

/** Whether something that came over the channel, which others may use too, is this message. */
export function isMessage<K extends Message['letterslot']>(
  received: unknown,
  kind: K,
): received is Extract<Message, { letterslot: K }> {
  return (received as Partial<Message> | null)?.letterslot === kind;
}

/** Milliseconds after which an answer is no longer waited for. */
const PATIENCE = 3_000;

/** One end of a channel between a worker and the primary. */
interface Channel {
  send(message: object, sent: () => void): unknown;
  on(event: 'message', listener: (received: unknown) => void): unknown;
}

/** Answers a question of the other end; undefined where there is nothing to say. */
export type Answer = (question: Question) => Promise<unknown>;

/** Asks the other end; undefined when it has no answer, or none in time. */
export type Ask = (question: Question) => Promise<unknown>;

/** Answers the questions of the other end, and returns a function that asks it. */
export function createAsk(channel: Channel, answer: Answer): Ask {
  const open = new Map<number, (value: unknown) => void>();
  // A message that cannot be sent has no receiver any more, and nobody waits for its answer.
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
