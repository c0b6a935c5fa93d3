import {
  isMessage,
  type AnswerMessage,
  type Question,
  type QuestionMessage,
} from './worker-messages.ts';

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

/** Lets both ends of a channel ask each other, beside what else they send. */
export function converse(channel: Channel, answer: Answer): Ask {
  const open = new Map<number, (value: unknown) => void>();
  // A message that cannot be sent has lost its receiver, and with it whoever waited for it.
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
