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

type Message = ReadyMessage | StopMessage;

/** Whether something that came over the channel, which others may use too, is this message. */
export function isMessage<K extends Message['letterslot']>(
  received: unknown,
  kind: K,
): received is Extract<Message, { letterslot: K }> {
  return (received as Partial<Message> | null)?.letterslot === kind;
}
