import { count } from '../command.ts';

/** Milliseconds between two lines. */
const PAUSE = 200;

/** Shows how far a mailbox was read, on a terminal alone: one line that replaces the one before. */
export function createProgress(stream = process.stderr) {
  let shown = 0;
  return {
    /** `part` is from 0 to 1. */
    show(part: number, mails: number, messages: number) {
      if (!stream.isTTY || Date.now() - shown < PAUSE) return;
      shown = Date.now();
      const bar = '█'.repeat(Math.round(part * 20)).padEnd(20, '░');
      const percent = `${Math.floor(part * 100)} %`.padStart(5);
      stream.write(`\r${bar}${percent}  ${count(mails, 'mail')}, ${count(messages, 'message')}`);
    },
    end() {
      if (stream.isTTY && shown > 0) stream.write('\r\x1b[K');
    },
  };
}
