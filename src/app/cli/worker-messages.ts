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

export interface QuestionMessage {
  letterslot: 'question';
  id: number;
  question: Question;
}

export interface AnswerMessage {
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
