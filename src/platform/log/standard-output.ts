import type { Writable } from 'node:stream';

/** Characters that may wait for the reader of the log; lines beyond that are dropped. */
const MOST_WAITING = 1_048_576;

interface Output {
  write(lines: string): void;
}

/**
 * Standard output for log lines. It never blocks the service: without a reader, or on a full disk,
 * writes are dropped, and `tellDropped` gets their number once there is room again.
 */
export function openStandardOutput(
  tellDropped: (count: number) => void,
  stream: Writable = process.stdout,
): Output {
  let dropped = 0;
  stream.on('error', () => undefined);
  return {
    write(lines) {
      // After a drop there must be room for more than the line that reports it.
      const most = dropped === 0 ? MOST_WAITING : MOST_WAITING / 2;
      if (stream.writableLength + lines.length > most) {
        dropped += 1;
        return;
      }
      stream.write(lines);
      if (dropped === 0) return;
      const count = dropped;
      dropped = 0;
      tellDropped(count);
    },
  };
}
