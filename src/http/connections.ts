import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

const isUnfinished = (answer: ServerResponse) => !answer.writableFinished;

/** Open connections and what each is owed, so that a stop waits for answers and for nothing else. */
export class Connections {
  readonly #open = new Set<Socket>();
  /** Answers of each connection that were not finished when its newest request came. */
  readonly #answers = new WeakMap<Socket, ServerResponse[]>();
  #closing = false;
  #onEmpty = (): void => undefined;

  /** Knows a connection from now on until it ends. */
  readonly add = (socket: Socket): void => {
    // A request injected in-process has something else in the place of a socket.
    if (!(socket instanceof Socket) || this.#open.has(socket)) return;
    this.#open.add(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      if (this.#open.size === 0) this.#onEmpty();
    });
  };

  /**
   * Remembers an answer that is under way. False for a request that must not be processed: one
   * behind the last that its connection is answered (RFC 9112, 9.6).
   */
  admit(socket: Socket, answer: ServerResponse): boolean {
    this.add(socket);
    const open = this.#answers.get(socket)?.filter(isUnfinished) ?? [];
    if (this.#closing && open.length > 0) return false;
    this.#answers.set(socket, [...open, answer]);
    return true;
  }

  /** The newest unfinished answer to a whole request: it may have been delivered. */
  owed(socket: Socket): ServerResponse | undefined {
    return this.#answers
      .get(socket)
      ?.findLast((answer) => isUnfinished(answer) && answer.req.complete);
  }

  /** The answer to the request whose body is being received, sent or not. */
  receiving(socket: Socket): ServerResponse | undefined {
    const newest = this.#answers.get(socket)?.at(-1);
    return newest?.req.complete === false ? newest : undefined;
  }

  /** Closes with the answers that are under way, and at once where no request is. */
  close(): void {
    this.#closing = true;
    for (const socket of this.#open) {
      const answers = this.#answers.get(socket) ?? [];
      const last = answers.findLast(isUnfinished);
      if (last) {
        last.shouldKeepAlive = false;
        // Its head may have been written with the promise to keep the connection.
        last.once('close', () => socket.destroySoon());
      } else if (socket.bytesRead === 0 || answers.at(-1)?.req.complete) socket.destroy();
    }
  }

  /** The connections that wait for their client to complete a request. */
  incomplete(): Socket[] {
    return [...this.#open].filter((socket) => !this.owed(socket));
  }

  /** Ends every connection, whatever it waits for. */
  readonly destroy = (): void => {
    for (const socket of this.#open) socket.destroy();
  };

  /** Resolves when no connection is open. */
  async ended(): Promise<void> {
    if (this.#open.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onEmpty = resolve;
    await promise;
  }
}
