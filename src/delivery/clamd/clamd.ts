import { connect, type NetConnectOpts } from 'node:net';
import type { FileScanner } from '../../submissions/ports.ts';
import { PatientTurns, type Claim } from '../../platform/waiting/turns.ts';
import { writePieces } from '../write-pieces.ts';

/** Milliseconds for one conversation, from the connection to the verdict. */
const DEADLINE = 15_000;

/** Concurrent conversations, as many as clamd has threads by default; others wait. */
const MOST_ASKED = 10;

/** Characters of an answer that are read. */
const MOST_ANSWER = 4_096;

/** Errors of a connection that clamd closed while it was written to. */
const CLOSED = new Set(['EPIPE', 'ECONNRESET']);

/** A conversation without a verdict. `code` never has what clamd wrote. */
class NoScan extends Error {
  readonly code: string;

  constructor(code: string, cause?: unknown) {
    super(`ClamAV gave no verdict: ${code}`, { cause });
    this.code = code;
  }
}

/** Where CLAMD_URL leads. */
function placeOf(url: string): NetConnectOpts {
  const { protocol, hostname, port, pathname } = new URL(url);
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) };
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/** The answer to one command (clamd(8), commands that begin with `z`); throws NoScan. */
async function converse(url: string, pieces: Iterable<Buffer>, deadline: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(placeOf(url));
  const fail = (code: string, cause?: unknown) => reject(new NoScan(code, cause));
  const timer = setTimeout(() => fail('ETIMEDOUT'), deadline);
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
    const end = answer.indexOf('\0');
    if (end >= 0) resolve(answer.slice(0, end));
    else if (answer.length > MOST_ANSWER) fail('ANSWER_TOO_LARGE');
  });
  // Node drops an answer that it has not read when a write fails, so the reason may be lost.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    const { code = 'ESOCKET' } = error;
    fail(CLOSED.has(code) ? 'CUT_SHORT' : code, error);
  });
  socket.on('close', () => fail('CUT_SHORT'));
  try {
    // An answer may come before the end, and ends it.
    const isOpen = () => !socket.destroyed && !socket.writableEnded;
    writePieces(socket, pieces, isOpen).catch(() => fail('EWRITE'));
    return await promise;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

function* toStream(chunks: Iterable<Buffer>): Generator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for (const chunk of chunks) {
    // A chunk of no octets is the end.
    if (chunk.length === 0) continue;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length);
    yield length;
    yield chunk;
  }
  yield Buffer.alloc(4);
}

/** Resolves if clamd answers; throws NoScan. */
export async function pingClamd(url: string, deadline = DEADLINE): Promise<void> {
  const answer = await converse(url, [Buffer.from('zPING\0')], deadline);
  if (answer !== 'PONG') throw new NoScan('NOT_CLAMD');
}

/** True if clamd finds one file infected; throws NoScan without a verdict. */
export async function scanOnce(
  url: string,
  chunks: Iterable<Buffer>,
  deadline = DEADLINE,
): Promise<boolean> {
  const answer = await converse(url, toStream(chunks), deadline);
  if (answer === 'stream: OK') return false;
  if (/^stream: .+ FOUND$/.test(answer)) return true;
  throw new NoScan(answer.startsWith('INSTREAM size limit') ? 'SIZE_LIMIT' : 'NO_VERDICT');
}

/** Scans files with clamd, a few at a time. A file that waits too long gets no verdict. */
export class Clamd implements FileScanner {
  readonly #url: string;
  readonly #deadline: number;
  readonly #turns: PatientTurns;

  constructor(url: string, deadline = DEADLINE) {
    this.#url = url;
    this.#deadline = deadline;
    this.#turns = new PatientTurns({
      most: MOST_ASKED,
      patience: deadline,
      overloaded: () => new NoScan('OVERLOADED'),
    });
  }

  isInfected({ chunks }: { chunks: Iterable<Buffer> }, claim: Claim): Promise<boolean> {
    return this.#turns.run(claim, () => scanOnce(this.#url, chunks, this.#deadline));
  }
}
