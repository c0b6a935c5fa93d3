import { isAscii } from '../../platform/text/ascii.ts';

/** Parts of `text` that end with `end`. */
function countOf(end: '\r' | '\n', text: string): number {
  let count = 0;
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) count += 1;
  return count;
}

/** Whether all lines end with CRLF, with no other CR or LF, and none starts with a dot. */
function isReady(message: string): boolean {
  if (!message.endsWith('\r\n') || message.startsWith('.')) return false;
  let pairs = 0;
  for (let at = message.indexOf('\r\n'); at >= 0; at = message.indexOf('\r\n', at + 2)) {
    if (message[at + 2] === '.') return false;
    pairs += 1;
  }
  return countOf('\r', message) === pairs && countOf('\n', message) === pairs;
}

/**
 * A message as DATA carries it: lines that end with CRLF, dots stuffed, and the final dot (RFC 5321,
 * 4.5.2). Looks before it copies, because ours are ready.
 */
export function toSmtpData(message: string): string {
  // Latin-1 would cut other characters to octets, and some of those end a line.
  if (!isAscii(message)) throw new Error('a message must be ASCII');
  if (isReady(message)) return `${message}.\r\n`;
  const mended = message.replace(/\r\n|\r|\n/g, '\r\n').replace(/^\./gm, '..');
  return mended.endsWith('\r\n') ? `${mended}.\r\n` : `${mended}\r\n.\r\n`;
}
