import { connect, type Socket } from 'node:net';

/** Milliseconds without a byte after which a request counts as unanswered. */
const PATIENCE = 15_000;

interface Answer {
  status: number;
  /** Where the answer ends in the text. */
  end: number;
  closes: boolean;
}

/** The end of a chunked body that begins at `start`; undefined while it is incomplete. */
function endOfChunks(text: string, start: number): number | undefined {
  for (let at = start; ;) {
    const line = text.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(text.slice(at, line), 16);
    at = line + 2 + size + 2;
    if (at > text.length) return undefined;
    if (size === 0) return at;
  }
}

/** The whole answer at the beginning of the text, if it is complete. */
function answerIn(text: string): Answer | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = text.slice(0, headEnd).toLowerCase();
  const start = headEnd + 4;
  const [, length] = /\r\ncontent-length: *(\d+)/.exec(head) ?? [];
  const chunked = head.includes('\r\ntransfer-encoding: chunked');
  const end = chunked ? endOfChunks(text, start) : start + Number(length ?? 0);
  if (end === undefined || text.length < end) return undefined;
  const closes = head.includes('\r\nconnection: close');
  return { status: Number(head.slice(9, 12)), end, closes };
}

/** A keep-alive HTTP/1.1 connection for one request at a time; opened and reopened on demand. */
export class HttpConnection {
  readonly #host: string;
  readonly #port: number;
  #socket: Socket | undefined;
  #received = '';
  #settle: ((status: number) => void) | undefined;

  constructor({ hostname, port }: URL) {
    this.#host = hostname;
    this.#port = Number(port || 80);
  }

  /** Sends a whole request; resolves with the status of the answer, 0 if none came. */
  exchange(request: string): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#settle = resolve;
    this.#socket ??= this.#open();
    this.#socket.write(request);
    return promise;
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    const socket = connect(this.#port, this.#host);
    socket.setNoDelay(true).setEncoding('latin1').setTimeout(PATIENCE);
    socket.on('data', (chunk: string) => this.#receive(socket, chunk));
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#lose(socket));
    this.#received = '';
    return socket;
  }

  #receive(socket: Socket, chunk: string): void {
    this.#received += chunk;
    const answer = answerIn(this.#received);
    if (!answer) return;
    this.#received = this.#received.slice(answer.end);
    if (answer.closes) {
      this.#socket = undefined;
      socket.destroy();
    }
    this.#finish(answer.status);
  }

  #lose(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.#finish(0);
  }

  #finish(status: number): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(status);
  }
}
