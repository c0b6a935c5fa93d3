import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Owner } from './owner.ts';

/** The test file that every virus scanner finds (eicar.org), in two parts to hide it here. */
export const EICAR = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$',
  'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
].join('');

export interface ClamdStandIn {
  /** Its CLAMD_URL. */
  url: string;
  /** Octets of the files that it was sent whole. */
  sizes: number[];
  /** The most conversations at the same time. */
  peak(): number;
  /** Answers nothing from now on; false answers again. */
  freeze(frozen: boolean): void;
  close(): Promise<void>;
}

/** Octets of one file, as `StreamMaxLength` of clamd.conf. */
const MOST = 6_000_000;

/**
 * Speaks clamd(8) on loopback as strictly as clamd: one command with `z`, then chunks with their
 * length, an empty one last. Exceeding a limit ends the conversation.
 */
export async function startClamd(owner?: Owner): Promise<ClamdStandIn> {
  const sizes: number[] = [];
  const sockets = new Set<Socket>();
  let [peak, frozen] = [0, false];

  const answer = (socket: Socket, text: string) => void (frozen || socket.end(`${text}\0`));

  function serve(socket: Socket): void {
    let buffer = Buffer.alloc(0);
    let command: string | undefined;
    const content: Buffer[] = [];
    let size = 0;
    socket.on('data', (chunk: Buffer) => {
      buffer = Buffer.concat([buffer, chunk]);
      if (command === undefined) {
        const end = buffer.indexOf(0);
        if (end < 0) return;
        command = buffer.toString('latin1', 0, end);
        buffer = buffer.subarray(end + 1);
        if (command === 'zPING') return answer(socket, 'PONG');
        if (command !== 'zINSTREAM') return answer(socket, 'UNKNOWN COMMAND');
      }
      while (buffer.length >= 4) {
        const length = buffer.readUInt32BE(0);
        if (length === 0) {
          sizes.push(size);
          const isInfected = Buffer.concat(content).subarray(0, 68).toString('latin1') === EICAR;
          return answer(socket, isInfected ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK');
        }
        if (size + length > MOST) return answer(socket, 'INSTREAM size limit exceeded. ERROR');
        if (buffer.length < 4 + length) return;
        content.push(buffer.subarray(4, 4 + length));
        size += length;
        buffer = buffer.subarray(4 + length);
      }
    });
  }

  const listener = createServer((socket) => {
    sockets.add(socket);
    peak = Math.max(peak, sockets.size);
    socket.on('error', () => undefined);
    socket.on('close', () => void sockets.delete(socket));
    serve(socket);
  });
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      listener.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  owner?.after(close);
  return {
    url: `tcp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    sizes,
    peak: () => peak,
    freeze: (value) => void (frozen = value),
    close,
  };
}
