import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { FieldCollector, type Fields } from './fields.ts';
import { unreadable } from './unreadable.ts';

const MAX_HEADERS = LIMITS.partHeaderBytes;

const BOUNDARY = /;[ \t]*boundary[ \t]*=[ \t]*(?:"([^"]+)"|([^\s;"]+))/i;

/**
 * Refuses part headers that parsers read differently: folded or indented lines (RFC 9112, 5.2) and
 * oversized blocks. The platform's parser is lenient about both.
 */
function checkPartHeaders(body: Buffer, contentType: string): void {
  const [, quoted, token] = BOUNDARY.exec(contentType) ?? [];
  const delimiter = `--${quoted ?? token}\r\n`;
  let at = body.indexOf(delimiter);
  while (at >= 0) {
    const start = at + delimiter.length;
    const blank = body.indexOf('\r\n\r\n', start);
    const end = blank < 0 ? body.length : blank;
    const headers = body.toString('latin1', start, Math.min(end, start + MAX_HEADERS + 1));
    if (headers.length > MAX_HEADERS || /(^|\n)[ \t]/.test(headers)) {
      throw unreadable('A part of the multipart body has malformed headers.');
    }
    // On from the end of the block, so that every byte is looked at once.
    at = body.indexOf(delimiter, end);
  }
}

/** Reads multipart/form-data with the platform's parser; a part that is a file is refused. */
export async function readMultipart(body: Buffer, contentType: string): Promise<Fields> {
  checkPartHeaders(body, contentType);
  let form: FormData;
  try {
    form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch (cause) {
    throw unreadable(
      'The body cannot be read as multipart/form-data: check its boundary and that it is complete.',
      cause,
    );
  }
  const collector = new FieldCollector();
  for (const [name, value] of form) {
    if (typeof value === 'string') collector.add(name, value);
    // A file input nobody used arrives as a nameless, empty file.
    else if (value.size > 0 || value.name !== '')
      throw new ServiceError('file_uploads_unsupported');
  }
  return collector.fields;
}
