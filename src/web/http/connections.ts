import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { LIMITS } from '../../contract/limits.ts';
import type { Log } from '../../platform/log/log.ts';
import { Connection, LOOK_EVERY } from './connection.ts';

/** Makes the parser ignore the rest of what it has read. */
const STOP = 2;

/** An undocumented part of Node's sockets. */
interface ParsedSocket extends Socket {
  parser?: { onIncoming(request: { upgrade: boolean }, keepAlive: boolean): number };
}

/**
 * Asks before Node creates requests: one read could create thousands. A refusal stops the parser.
 * Without such a parser in Node, `take` refuses.
 */
function askBeforeRequests(socket: ParsedSocket, admits: () => boolean): void {
  const { parser } = socket;
  if (!parser) return;
  const onIncoming = parser.onIncoming.bind(parser);
  parser.onIncoming = (request, keepAlive) => {
    if (admits()) return onIncoming(request, keepAlive);
    // Node would close the connection at once on an upgrade that has no listener.
    request.upgrade = false;
    return STOP;
  };
}

/** Turns of the event loop without a new connection, after which none waits; each accepts one. */
const QUIET_TURNS = 2;
/** The turns by which clients that connect without end can delay a stop. */
const MOST_TURNS = 10_000;

/** Heap for each byte of an answer that waits for its client. */
const HEAP_SHARE = 8;

/** The part of the bound that unread answers keep once it was exceeded. */
const KEPT = 0.8;

/**
 * All open connections, with at most one answer each: a stop waits only for these. Clients that
 * stop reading or sending are disconnected.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #tell: Log['connectionCut'];
  /** Bytes of answers that may wait for all clients together. */
  readonly #mostUnsent: number;
  /** Bytes that waited when they were last counted, and of all answers since. */
  #answered = 0;
  #added = 0;
  #onEmpty = (): void => undefined;

  constructor(tell: Log['connectionCut'], heap: number = getHeapStatistics().heap_size_limit) {
    this.#tell = tell;
    this.#mostUnsent = Math.min(LIMITS.unsentBytes, Math.floor(heap / HEAP_SHARE));
  }

  /** Tracks a connection until it ends. */
  readonly add = (socket: Socket): void => {
    // A request injected in-process has no real socket.
    if (!(socket instanceof Socket) || this.#open.has(socket)) return;
    const connection = new Connection(socket);
    this.#open.set(socket, connection);
    this.#added += 1;
    askBeforeRequests(socket, () => connection.admits());
    socket.once('close', () => this.#forget(connection));
  };

  #forget({ socket }: Connection): void {
    if (this.#open.delete(socket) && this.#open.size === 0) this.#onEmpty();
  }

  /** The connection of a socket that is open. */
  of(socket: Socket): Connection | undefined {
    return this.#open.get(socket);
  }

  /** Tracks the answer to a request; false for a request that must not be processed. */
  take(socket: Socket, answer: ServerResponse): boolean {
    this.add(socket);
    return this.#open.get(socket)?.take(answer) ?? true;
  }

  /** Called when an answer of so many bytes is about to be written. */
  answer(bytes: number): void {
    const before = this.#answered;
    this.#answered += bytes;
    const isBeyond = this.#answered > this.#mostUnsent && before <= this.#mostUnsent;
    // Once it is written.
    if (isBeyond) process.nextTick(this.#makeRoom);
  }

  /** Counts what clients leave unread, and cuts those with the most until the others have room. */
  readonly #makeRoom = (): void => {
    const waiting = [...this.#open.values()].filter(({ socket }) => socket.writableLength > 0);
    this.#answered = waiting.reduce((sum, { socket }) => sum + socket.writableLength, 0);
    if (this.#answered <= this.#mostUnsent * KEPT) return;
    const largestFirst = waiting.toSorted(
      (one, other) => other.socket.writableLength - one.socket.writableLength,
    );
    for (const connection of largestFirst) {
      if (this.#answered <= this.#mostUnsent * KEPT) return;
      this.#answered -= connection.socket.writableLength;
      this.#cut(connection, 'room');
    }
  };

  #cut(connection: Connection, reason: 'slow' | 'room'): void {
    this.#tell({ reason });
    this.#forget(connection);
    connection.socket.destroy();
  }

  /**
   * Checks every connection until the returned function is called. It closes unread and surplus
   * idle ones, and reports those whose client stalls its body.
   */
  watch(onStalled: (socket: Socket) => void): () => void {
    const timer = setInterval(() => {
      for (const connection of this.#open.values()) {
        const slow = connection.look();
        if (slow === 'answers') this.#cut(connection, 'slow');
        else if (slow === 'body') onStalled(connection.socket);
      }
      this.#endIdle();
    }, LOOK_EVERY).unref();
    return () => clearInterval(timer);
  }

  /** Closes the longest idle connections beyond the allowed number. */
  #endIdle(): void {
    const idle = [...this.#open.values()].filter(({ idleLooks }) => idleLooks > 0);
    const longestLast = idle.toSorted((a, b) => a.idleLooks - b.idleLooks);
    for (const { socket } of longestLast.slice(LIMITS.idleConnections)) socket.destroy();
  }

  /**
   * Resolves when all connections in the system's queue are accepted; closing the listener would
   * reset them. A process without processor time may have many.
   */
  async acceptWaiting(): Promise<void> {
    let before = this.#added;
    for (let turns = 0, quiet = 0; quiet < QUIET_TURNS && turns < MOST_TURNS; turns += 1) {
      await turn();
      quiet = this.#added === before ? quiet + 1 : 0;
      before = this.#added;
    }
  }

  /** Closes the connections that are open now with their next answer. */
  leave(): void {
    for (const connection of this.#open.values()) connection.leave();
  }

  /** Closes connections after their unfinished answers, or at once without any. */
  readonly close = (): void => {
    for (const connection of this.#open.values()) connection.close();
  };

  /** The connections whose client has yet to complete a request. */
  incomplete(): Socket[] {
    return [...this.#open.values()].filter(({ isOwing }) => !isOwing).map(({ socket }) => socket);
  }

  /** Closes every connection at once. */
  readonly destroy = (): void => {
    for (const socket of this.#open.keys()) socket.destroy();
  };

  /** Resolves when no connection is open. */
  async ended(): Promise<void> {
    if (this.#open.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onEmpty = resolve;
    await promise;
  }
}
