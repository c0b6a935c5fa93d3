import { fstatSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';

/** Characters that may wait for the reader of the log; lines beyond that are dropped. */
const MOST_WAITING = 1_048_576;

/** Where log lines go, each with its line end. */
export interface Output {
  write(lines: string): void;
}

/** Takes lines; false if they were dropped. */
type Take = (lines: string) => boolean;

/** A pipe or terminal, which never blocks the service: without a reader, lines are dropped. */
function takeByStream(stream: Writable): Take {
  let isFull = false;
  stream.on('error', () => undefined);
  return (lines) => {
    // After a drop there must be room for more than the line that reports it.
    const most = isFull ? MOST_WAITING / 2 : MOST_WAITING;
    isFull = stream.writableLength + lines.length > most;
    if (!isFull) stream.write(lines);
    return !isFull;
  };
}

const LINE_END = 10;

/** A file. A full disk may take part of a line; its rest comes first once there is room. */
function takeByFile(fd: number): Take {
  let rest = Buffer.alloc(0);
  return (lines) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, Buffer.from(lines)]) : Buffer.from(lines);
    let written = 0;
    try {
      while (written < bytes.length) written += writeSync(fd, bytes, written);
      rest = Buffer.alloc(0);
      return true;
    } catch {
      const isBegun = written === 0 ? rest.length > 0 : bytes[written - 1] !== LINE_END;
      rest = bytes.subarray(written, isBegun ? bytes.indexOf(LINE_END, written) + 1 : written);
      return false;
    }
  };
}

/**
 * Standard output for log lines. It never fails a request: what a full disk or a pipe without a
 * reader does not take is dropped, and `tellDropped` gets the number of such writes once there is
 * room again.
 */
export function openStandardOutput(
  tellDropped: (count: number) => void,
  stream: Writable & { fd?: number } = process.stdout,
): Output {
  const { fd } = stream;
  const take = fd !== undefined && fstatSync(fd).isFile() ? takeByFile(fd) : takeByStream(stream);
  let dropped = 0;
  return {
    write(lines) {
      if (!take(lines)) {
        dropped += 1;
        return;
      }
      if (dropped === 0) return;
      const count = dropped;
      dropped = 0;
      tellDropped(count);
    },
  };
}
