/** All octets of a stream; with more than `most`, ends the stream and returns undefined. */
export async function collect(
  stream: AsyncIterable<Uint8Array> | null,
  most: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.length;
    // Leaving the loop ends the stream.
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The bytes of an attachment as the reader of mails gives them. */
export const attachmentBytes = ({
  content,
}: {
  content: string | ArrayBuffer | Uint8Array;
}): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
