/** Bare line ends, and dots at the start of a line, which end a message or vanish (RFC 5321, 4.5.2). */
const TO_MEND = /\r(?!\n)|(?<!\r)\n|(?:^|\n)\./;

const NOT_ASCII = /[^\0-\x7f]/;

/** A message as DATA carries it: lines that end with CRLF, dots stuffed, and the final dot. */
export function toSmtpData(message: string): string {
  // Latin-1 would cut other characters to octets, and some of those end a line.
  if (NOT_ASCII.test(message)) throw new Error('a message must be ASCII');
  const mended = TO_MEND.test(message)
    ? message.replace(/\r\n|\r|\n/g, '\r\n').replace(/^\./gm, '..')
    : message;
  return mended.endsWith('\r\n') ? `${mended}.\r\n` : `${mended}\r\n.\r\n`;
}
