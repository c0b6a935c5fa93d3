import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { LIMITS } from '../../contract/limits.ts';
import type { Log } from '../../platform/log/log.ts';
import { Connection, LOOK_EVERY } from './connection.ts';

/** Makes the parser ignore the rest of what it has read. */
const STOP = 2;

interface Parsed extends IncomingMessage {
  upgrade: boolean;
}

/** An undocumented part of Node's sockets. */
interface ParsedSocket extends Socket {
  parser?: { onIncoming: (request: Parsed, keepAlive: boolean) => number };
}

/**
 * Asks before Node creates a request: it would accept all requests of one read at once, thousands of
 * small ones. After a refusal it parses no more. Without such a parser in Node, all are admitted.
 */
function admitRequests(socket: ParsedSocket, takes: () => boolean): void {
  const { parser } = socket;
  if (!parser) return;
  const { onIncoming } = parser;
  parser.onIncoming = (request, keepAlive) => {
    if (takes()) return onIncoming(request, keepAlive);
    // Node would close the connection at once on an upgrade that has no listener.
    request.upgrade = false;
    return STOP;
  };
}

/** Turns of the event loop without a new connection, after which none waits; each accepts one. */
const QUIET_TURNS = 2;
/** What clients that connect without end can delay a stop by. */
const MOST_TURNS = 10_000;

/** Heap for each byte of an answer that waits for its client. */
const HEAP_SHARE = 8;

/**
 * All open connections and their unfinished answers: a stop waits for these only, and clients that do
 * not read their answers or do not send their bodies are cut off.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #tell: Log['connectionCut'];
  /** Bytes of answers that may wait for all clients together. */
  readonly #mostUnsent: number;
  /** The sum of `unsent` of all connections. */
  #unsent = 0;
  /** Connections with a new answer since their unsent bytes were counted. */
  #answered: Connection[] = [];
  #added = 0;
  #closing = false;
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
    admitRequests(socket, () => this.#takes(connection));
    socket.once('close', () => this.#forget(connection));
  };

  #forget(connection: Connection): void {
    if (!this.#open.delete(connection.socket)) return;
    this.#unsent -= connection.unsent;
    if (this.#open.size === 0) this.#onEmpty();
  }

  #takes(connection: Connection): boolean {
    return connection.takes(this.#closing ? 1 : LIMITS.unfinishedAnswers);
  }

  /**
   * Tracks an unfinished answer. False for a request that must not be processed, because an earlier one
   * was the last of its connection (RFC 9112, 9.6).
   */
  admit(socket: Socket, answer: ServerResponse): boolean {
    this.add(socket);
    const connection = this.#open.get(socket);
    if (connection && !this.#takes(connection)) return false;
    connection?.owe(answer);
    return true;
  }

  /** Called when an answer is written: counts the bytes that its client leaves unread. */
  answer(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection && this.#answered.push(connection) === 1) process.nextTick(this.#weighAnswered);
  }

  readonly #weighAnswered = (): void => {
    for (const connection of this.#answered.splice(0)) this.#weigh(connection);
    if (this.#unsent > this.#mostUnsent) this.#cutLargest();
  };

  #weigh(connection: Connection): void {
    if (!this.#open.has(connection.socket)) return;
    const unsent = connection.weigh();
    this.#unsent += unsent - connection.unsent;
    connection.unsent = unsent;
  }

  #cut(connection: Connection, reason: 'slow' | 'room'): void {
    this.#tell({ reason });
    this.#forget(connection);
    connection.socket.destroy();
  }

  /** Cuts connections with the most unsent bytes until the others have room. */
  #cutLargest(): void {
    const all = [...this.#open.values()];
    for (const connection of all) this.#weigh(connection);
    for (const connection of all.toSorted((a, b) => b.unsent - a.unsent)) {
      if (this.#unsent <= this.#mostUnsent) return;
      this.#cut(connection, 'room');
    }
  }

  /**
   * Checks every connection regularly until the returned function is called: cuts those whose client
   * does not read, reports those whose client does not send its body, and closes idle ones when there
   * are too many.
   */
  watch(onStalled: (socket: Socket) => void): () => void {
    const timer = setInterval(() => {
      for (const connection of this.#open.values()) {
        this.#weigh(connection);
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

  /** Closes a connection after its newest unfinished answer; false when it has none. */
  endAfterOwed(socket: Socket): boolean {
    return this.#open.get(socket)?.endAfterOwed() ?? false;
  }

  /** The answer to the request whose body is being received, sent or not. */
  receiving(socket: Socket): ServerResponse | undefined {
    return this.#open.get(socket)?.receiving;
  }

  /** From now on, only a deadline of its own ends the request that this connection sends. */
  takesLonger(socket: Socket): void {
    this.#open.get(socket)?.takeLonger();
  }

  /** Whether it may take longer than Node's server gives it. */
  mayTakeLonger(socket: Socket): boolean {
    return this.#open.get(socket)?.mayTakeLonger ?? false;
  }

  /**
   * Resolves when every connection is accepted that the operating system holds for the listener, which
   * would reset them when it closes: many, after a time in which the process got no processor.
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
    this.#closing = true;
    for (const connection of this.#open.values()) connection.close();
  };

  /** The connections whose client has yet to complete a request. */
  incomplete(): Socket[] {
    return [...this.#open.values()].filter(({ owed }) => !owed).map(({ socket }) => socket);
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
