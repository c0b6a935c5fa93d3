/** Whether text has ASCII characters alone, controls included. */
export function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
