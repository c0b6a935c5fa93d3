/** One file of a submission; it only exists in memory, until the delivery ends. */
export interface UploadedFile {
  /** Name of the form field that it was posted in. */
  field: string;
  /** As the client sent it, limited by the size of its part's headers alone; '' where it sent none. */
  name: string;
  /**
   * The media type that the client claims, in lower case without parameters; `text/plain` where it claims none
   * (RFC 7578, 4.4), '' where it is none.
   */
  type: string;
  /** Its bytes in their order, as they arrived: never put together. */
  chunks: readonly Buffer[];
  /** Bytes of all chunks. */
  size: number;
  /** SHA-256 of its bytes, in hex; taken while they arrived. */
  sha256: string;
}

/** How many files each field was sent. */
export function countByField(files: readonly UploadedFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { field } of files) counts.set(field, (counts.get(field) ?? 0) + 1);
  return counts;
}
