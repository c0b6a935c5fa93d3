import type { Writable } from 'node:stream';

/** Characters that may wait for whoever reads the log; what comes on top of them is dropped. */
const MOST_WAITING = 1_048_576;

interface Output {
  write(lines: string): void;
}

/**
 * Standard output for log lines, which never stands in the way of the service: it waits for no
 * reader, and a reader that left or a disk that is full fails nothing. `tellDropped` hears how many
 * writes were dropped once there is room again.
 */
export function openStandardOutput(
  tellDropped: (count: number) => void,
  stream: Writable = process.stdout,
): Output {
  let dropped = 0;
  stream.on('error', () => undefined);
  return {
    write(lines) {
      // After a drop there has to be room for more than the line that tells of it.
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
