/** The bytes of an attachment as the reader of mails gives them. */
export const attachmentBytes = ({
  content,
}: {
  content: string | ArrayBuffer | Uint8Array;
}): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
