/** Whether text has only ASCII characters, controls included. */
export function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
