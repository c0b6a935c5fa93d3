import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '../../contract/limits.ts';

/** Milliseconds between two checks of a connection's progress. */
export const LOOK_EVERY = 5_000;

/** What the client has to transfer: the body it sends, or the answers it receives. */
export type Load = 'body' | 'answers';

/** Number of checks over which a load has to move at `leastBytesPerSecond`. */
const LOOKS: Record<Load, number> = { body: 2, answers: 4 };

interface Progress {
  /** Identifies the load, so that the next body of a connection is measured separately. */
  load: ServerResponse | 'answers';
  /** Bytes that the connection had moved at the first check. */
  from: number;
  looks: number;
}

const isUnfinished = (answer: ServerResponse) => !answer.writableFinished;

/** One connection: its unfinished answers, and whether its client keeps up. */
export class Connection {
  readonly socket: Socket;
  /** Unsent bytes when they were last counted. */
  unsent = 0;
  /** The newest answer, and those that were unfinished when its request arrived. */
  #answers: ServerResponse[] = [];
  /** The answer after which the connection closes; later requests are ignored (RFC 9112, 9.6). */
  #last: ServerResponse | undefined;
  /** Whether its next answer is the last. */
  #leaving = false;
  /** Consecutive checks that found nothing under way and nothing read since the previous check. */
  idleLooks = 0;
  #readThen = 0;
  /** The answer to an upload, which has a deadline of its own. */
  #longer: ServerResponse | undefined;
  #progress: Progress | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    const close = socket.destroySoon.bind(socket);
    socket.destroySoon = () => this.#closeLingering(close);
  }

  /** Whether one more request may be processed; not with `most` unfinished answers. */
  takes(most: number): boolean {
    if (this.#last) return false;
    const newest = this.#answers.at(-1);
    // Answers finish in order.
    if (!newest || newest.writableFinished) return true;
    const count = this.#answers.filter(isUnfinished).length;
    if (count < most && this.weigh() <= LIMITS.unsentBytesPerConnection) return true;
    this.#endAfter(newest);
    return false;
  }

  owe(answer: ServerResponse): void {
    if (this.#answers.at(-1)?.writableFinished) this.#answers = [answer];
    else this.#answers = [...this.#answers.filter(isUnfinished), answer];
    if (this.#leaving) this.#endAfter(answer);
  }

  /** The newest unfinished answer to a complete request, whose submission may have been delivered. */
  get owed(): ServerResponse | undefined {
    return this.#answers.findLast((answer) => isUnfinished(answer) && answer.req.complete);
  }

  /** The answer to the request whose body is being received, sent or not. */
  get receiving(): ServerResponse | undefined {
    const newest = this.#answers.at(-1);
    return newest?.req.complete === false ? newest : undefined;
  }

  /** The request that is being received has a deadline of its own. */
  takeLonger(): void {
    this.#longer = this.receiving;
  }

  get mayTakeLonger(): boolean {
    const { receiving } = this;
    return receiving !== undefined && receiving === this.#longer && isUnfinished(receiving);
  }

  /** Closes it after the newest answer to a complete request; false when no answer is due. */
  endAfterOwed(): boolean {
    const { owed } = this;
    if (owed) this.#endAfter(owed);
    return owed !== undefined;
  }

  /** Closes it with the next answer that can still announce it. */
  leave(): void {
    this.#leaving = true;
    const newest = this.#answers.findLast(isUnfinished);
    if (newest && !newest.headersSent) this.#endAfter(newest);
  }

  /** Closes it after the answers that are under way, or at once when no request is. */
  close(): void {
    const last = this.#answers.findLast(isUnfinished);
    if (last) this.#endAfter(last);
    else if (this.socket.bytesRead === 0 || this.#answers.at(-1)?.req.complete) {
      this.socket.destroy();
    }
  }

  /** Bytes of finished answers that the operating system has not accepted yet. */
  weigh(): number {
    let bytes = this.socket.writableLength;
    // The answer that is being sent counts the bytes of its socket too.
    for (const answer of this.#answers) if (!answer.socket) bytes += answer.writableLength;
    return bytes;
  }

  /** Called every LOOK_EVERY; returns the load that the client moves too slowly or not at all. */
  look(): Load | undefined {
    const { socket, receiving } = this;
    const isIdle = socket.bytesRead === this.#readThen && !this.#answers.some(isUnfinished);
    this.idleLooks = isIdle ? this.idleLooks + 1 : 0;
    this.#readThen = socket.bytesRead;
    if (socket.writableLength > 0) {
      return this.#lookAt('answers', socket.bytesWritten - socket.writableLength);
    }
    // A body that is not being read waits for the service, not for the client.
    if (receiving && isUnfinished(receiving) && receiving.req.readableFlowing) {
      return this.#lookAt(receiving, socket.bytesRead);
    }
    this.#progress = undefined;
    return undefined;
  }

  #lookAt(load: Progress['load'], moved: number): Load | undefined {
    if (this.#progress?.load !== load) this.#progress = { load, from: moved, looks: 0 };
    const progress = this.#progress;
    const kind = load === 'answers' ? load : 'body';
    if (progress.looks < LOOKS[kind]) {
      progress.looks += 1;
      return undefined;
    }
    this.#progress = undefined;
    const least = (LIMITS.leastBytesPerSecond * LOOKS[kind] * LOOK_EVERY) / 1_000;
    return moved - progress.from < least ? kind : undefined;
  }

  /**
   * Closes it once what was written is sent and the client has sent its body: a connection that closes before
   * that is reset, and the client may lose the answer (RFC 9112, 9.6). Node's time for a request bounds it.
   */
  #closeLingering(close: () => void): void {
    const { socket, receiving } = this;
    if (!receiving || socket.destroyed) close();
    else if (socket.writable) {
      socket.end();
      receiving.req.resume().once('close', close);
    }
  }

  #endAfter(answer: ServerResponse): void {
    if (this.#last === answer) return;
    this.#last = answer;
    answer.shouldKeepAlive = false;
    // Its head may already have announced keep-alive.
    answer.once('close', () => this.socket.destroySoon());
  }
}
