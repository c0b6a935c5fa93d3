import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LIMITS } from '../../contract/limits.ts';

/** Milliseconds between two checks of a connection's progress. */
export const LOOK_EVERY = 5_000;

/** The data that the client has to transfer: the body it sends, or the answers it receives. */
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

/** One connection: its answer under way, and whether its client keeps up. */
export class Connection {
  readonly socket: Socket;
  /** The answer to the newest request that was processed. */
  #answer: ServerResponse | undefined;
  /** True if it closes with that answer: later requests are ignored (RFC 9112, 9.6). */
  #isLast = false;
  /** True if its next answer is the last. */
  #isLeaving = false;
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

  /** The answer under way. */
  get #unfinished(): ServerResponse | undefined {
    return this.#answer?.writableFinished ? undefined : this.#answer;
  }

  /**
   * True if one more request is processed. One before the previous answer closes the connection
   * after that answer, as RFC 9112, 9.3.2 allows.
   */
  admits(): boolean {
    if (this.#unfinished) this.#endAfterAnswer();
    return !this.#isLast;
  }

  /** Tracks the answer to a request; false for one that must not be processed. */
  take(answer: ServerResponse): boolean {
    if (!this.admits()) return false;
    this.#answer = answer;
    if (this.#isLeaving) this.#endAfterAnswer();
    return true;
  }

  /** True while a complete request has no full answer: its submission may be delivered. */
  get isOwing(): boolean {
    return this.#unfinished?.req.complete ?? false;
  }

  /** The answer to the request whose body is being received, sent or not. */
  get receiving(): ServerResponse | undefined {
    return this.#answer?.req.complete === false ? this.#answer : undefined;
  }

  /** From now on, only a deadline of its own ends the request that is being received. */
  takeLonger(): void {
    this.#longer = this.receiving;
  }

  /** True if it may take longer than Node's server gives it. */
  get mayTakeLonger(): boolean {
    return this.#longer !== undefined && this.#longer === this.#unfinished;
  }

  /** Closes it after the answer to a complete request; false when no answer is due. */
  endAfterOwed(): boolean {
    if (this.isOwing) this.#endAfterAnswer();
    return this.isOwing;
  }

  /** Closes it with the next answer that can still announce it. */
  leave(): void {
    this.#isLeaving = true;
    if (this.#unfinished?.headersSent === false) this.#endAfterAnswer();
  }

  /** Closes it after the answer that is under way, or at once when no request is. */
  close(): void {
    if (this.#unfinished) this.#endAfterAnswer();
    else if (this.socket.bytesRead === 0 || this.#answer?.req.complete) this.socket.destroy();
  }

  /** Called every LOOK_EVERY; returns the load that the client moves too slowly or not at all. */
  look(): Load | undefined {
    const { socket, receiving } = this;
    const isIdle = socket.bytesRead === this.#readThen && !this.#unfinished;
    this.idleLooks = isIdle ? this.idleLooks + 1 : 0;
    this.#readThen = socket.bytesRead;
    if (socket.writableLength > 0) {
      return this.#lookAt('answers', socket.bytesWritten - socket.writableLength);
    }
    // A body that is not being read waits for the service, not for the client.
    if (receiving && !receiving.writableFinished && receiving.req.readableFlowing) {
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
   * Closes after its output is sent and the client has sent its body: an earlier close resets the
   * connection and may lose the answer (RFC 9112, 9.6). Node's request timeout bounds it.
   */
  #closeLingering(close: () => void): void {
    const { socket, receiving } = this;
    if (!receiving || socket.destroyed) close();
    else if (socket.writable) {
      socket.end();
      receiving.req.resume().once('close', close);
    }
  }

  #endAfterAnswer(): void {
    const answer = this.#answer;
    if (!answer || this.#isLast) return;
    this.#isLast = true;
    answer.shouldKeepAlive = false;
    // Its head may already have announced keep-alive.
    answer.once('close', () => this.socket.destroySoon());
  }
}
