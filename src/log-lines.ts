import type { DestinationStream } from 'pino';

/** Writes the lines of one turn of the event loop at once, and what is left when the process exits. */
export function writeTogether(destination: DestinationStream): DestinationStream {
  let lines = '';
  const write = () => {
    if (lines === '') return;
    const whole = lines;
    lines = '';
    destination.write(whole);
  };
  process.on('exit', write);
  return {
    write(line) {
      if (lines === '') setImmediate(write);
      lines += line;
    },
  };
}
