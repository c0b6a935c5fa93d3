import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { LIMITS } from '../../contract/limits.ts';
import type { Log } from '../../platform/log/log.ts';
import { Connection, LOOK_EVERY } from './connection.ts';

/** Tells the parser to leave the rest of what it has read. */
const STOP = 2;

interface Parsed extends IncomingMessage {
  upgrade: boolean;
}

/** What Node has at its sockets without documenting it. */
interface ParsedSocket extends Socket {
  parser?: { onIncoming: (request: Parsed, keepAlive: boolean) => number };
}

/**
 * Asks before Node makes a request and its answer out of a head. Node takes all requests of one read,
 * thousands of small ones, at once and keeps them; behind a refused one it looks at nothing more.
 * Where another Node has no such parser, all of them come through.
 */
function admitRequests(socket: ParsedSocket, takes: () => boolean): void {
  const { parser } = socket;
  if (!parser) return;
  const { onIncoming } = parser;
  parser.onIncoming = (request, keepAlive) => {
    if (takes()) return onIncoming(request, keepAlive);
    // Node would end a connection at once for an upgrade that nobody answers.
    request.upgrade = false;
    return STOP;
  };
}

/** Heap for each byte of an answer that waits for its client. */
const HEAP_SHARE = 8;

/**
 * Open connections and what each is owed: a stop waits for answers and for nothing else, and clients
 * that do not take their answers, or do not send their bodies, are left behind.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #tell: Log['connectionCut'];
  /** Bytes of answers that may wait for all clients together. */
  readonly #mostUnsent: number;
  /** The sum of what the connections had unsent when they were weighed. */
  #unsent = 0;
  /** Connections that got an answer and were not weighed since. */
  #answered: Connection[] = [];
  #closing = false;
  #onEmpty = (): void => undefined;

  constructor(tell: Log['connectionCut'], heap: number = getHeapStatistics().heap_size_limit) {
    this.#tell = tell;
    this.#mostUnsent = Math.min(LIMITS.unsentBytes, Math.floor(heap / HEAP_SHARE));
  }

  /** Knows a connection from now on until it ends. */
  readonly add = (socket: Socket): void => {
    // A request injected in-process has something else in the place of a socket.
    if (!(socket instanceof Socket) || this.#open.has(socket)) return;
    const connection = new Connection(socket);
    this.#open.set(socket, connection);
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
   * Remembers an answer that is under way. False for a request that must not be processed: one
   * behind the last that its connection is answered (RFC 9112, 9.6).
   */
  admit(socket: Socket, answer: ServerResponse): boolean {
    this.add(socket);
    const connection = this.#open.get(socket);
    if (connection && !this.#takes(connection)) return false;
    connection?.owe(answer);
    return true;
  }

  /** Called as an answer is written: weighs what its client leaves of it. */
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
   * Looks at every connection again and again until the returned function is called: cuts those whose
   * client does not read, hands over those whose client does not send its body, and ends idle ones
   * where there are too many.
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

  /** Ends the longest idle connections beyond those that may wait. */
  #endIdle(): void {
    const idle = [...this.#open.values()].filter(({ idleLooks }) => idleLooks > 0);
    const longestLast = idle.toSorted((a, b) => a.idleLooks - b.idleLooks);
    for (const { socket } of longestLast.slice(LIMITS.idleConnections)) socket.destroy();
  }

  /** Ends a connection after the newest answer it is owed; false where it is owed none. */
  endAfterOwed(socket: Socket): boolean {
    return this.#open.get(socket)?.endAfterOwed() ?? false;
  }

  /** The answer to the request whose body is being received, sent or not. */
  receiving(socket: Socket): ServerResponse | undefined {
    return this.#open.get(socket)?.receiving;
  }

  /** Has the connections that are open now end with their next answer. */
  leave(): void {
    for (const connection of this.#open.values()) connection.leave();
  }

  /** Closes with the answers that are under way, and at once where no request is. */
  readonly close = (): void => {
    this.#closing = true;
    for (const connection of this.#open.values()) connection.close();
  };

  /** The connections that wait for their client to complete a request. */
  incomplete(): Socket[] {
    return [...this.#open.values()].filter(({ owed }) => !owed).map(({ socket }) => socket);
  }

  /** Ends every connection, whatever it waits for. */
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
