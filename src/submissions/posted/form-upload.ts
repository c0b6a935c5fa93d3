import { MIMEType } from 'node:util';
import { ServiceError } from '../../contract/service-error.ts';
import type { Fields } from '../../fields/field-names.ts';
import type { UploadedFile } from '../files/file-content.ts';
import { type Charset, Charsets, findCharset, isSame } from './charsets.ts';
import {
  expectSize,
  FieldCollector,
  MOST_PARTS,
  tooLarge,
  unreadable,
  WIRE_FACTOR,
} from './field-collector.ts';
import { FileBytes, GatheredBytes } from './file-bytes.ts';
import { MultipartScanner } from './multipart-scanner.ts';
import { isPlain, undoEncoding } from './part-encodings.ts';
import { parsePartHeaders, type PartHeaders } from './part-headers.ts';

/** The limits of one submission with files. */
export interface UploadLimits {
  /** Bytes of its decoded texts in UTF-8. */
  textBytes: number;
  /** Bytes of all files together. */
  fileBytes: number;
  files: number;
}

/** Called before bytes are kept in memory; throws if there is no room for them. */
type KeepBytes = (kind: 'text' | 'file', bytes: number) => void;

/** A form that was posted with its files. */
export interface Upload {
  fields: Fields;
  files: UploadedFile[];
}

interface Part {
  block: Buffer;
  /** As its ASCII says, until the charset of the form is known. */
  headers: PartHeaders;
  /** A file's bytes, or a text's. */
  content: FileBytes | GatheredBytes;
}

/** Bytes of a part beside its headers and its content: delimiter, line breaks. */
const AROUND = 8;

/** The field in which browsers name the charset of a form (HTML, "_charset_"). */
export const CHARSET_FIELD = '_charset_';

function boundaryOf(contentType: string): string {
  let boundary: string | null = null;
  try {
    boundary = new MIMEType(contentType).params.get('boundary');
  } catch {
    // Answered below.
  }
  if (boundary !== null && /^[ -~]{1,70}$/.test(boundary)) return boundary;
  throw unreadable('The Content-Type has no usable boundary.');
}

/**
 * Reads multipart/form-data while it arrives. It keeps the bytes of files, and decodes headers and
 * texts at the end, when the form's charset is known.
 */
export class FormUpload {
  readonly #limits: UploadLimits | undefined;
  readonly #keep: KeepBytes;
  readonly #scanner: MultipartScanner;
  readonly #parts: Part[] = [];
  #received = 0;
  #textBytes = 0;
  #fileBytes = 0;
  #filled = 0;

  /** Without limits, if the caller bounds the body, files throw `file_uploads_unsupported`. */
  constructor(contentType: string, limits?: UploadLimits, keep: KeepBytes = () => undefined) {
    this.#limits = limits;
    this.#keep = keep;
    const boundary = boundaryOf(contentType);
    this.#scanner = new MultipartScanner(boundary, {
      part: (block) => this.#begin(block, boundary.length),
      content: (bytes) => this.#add(bytes),
    });
  }

  /** Throws ServiceError as soon as a limit is passed. */
  write(chunk: Buffer): void {
    this.#received += chunk.length;
    this.#scanner.write(chunk);
    const { textBytes, fileBytes } = this.#limits ?? { textBytes: Infinity, fileBytes: 0 };
    if (this.#received > textBytes * WIRE_FACTOR + fileBytes) throw this.#tooMuchText();
  }

  #begin(block: Buffer, boundaryLength: number): void {
    if (this.#parts.length === MOST_PARTS) throw tooLarge({ variant: 'too_many_fields' });
    const headers = parsePartHeaders(block.toString('latin1'));
    const isFile = headers.fileName !== undefined;
    if (isFile && !isPlain(headers.encoding)) {
      throw unreadable('Send files as they are, without a Content-Transfer-Encoding.');
    }
    this.#countText(block.length + boundaryLength + AROUND);
    this.#parts.push({ block, headers, content: isFile ? new FileBytes() : new GatheredBytes() });
  }

  #add(bytes: Buffer): void {
    const content = this.#parts.at(-1)?.content;
    if (!(content instanceof FileBytes)) {
      this.#countText(bytes.length);
      content?.add(bytes);
      return;
    }
    if (!this.#limits) throw new ServiceError('file_uploads_unsupported');
    const { files, fileBytes } = this.#limits;
    if (content.size === 0) this.#filled += 1;
    if (this.#filled > files) throw new ServiceError('too_many_files', { limit: files });
    this.#fileBytes += bytes.length;
    if (this.#fileBytes > fileBytes) throw new ServiceError('file_too_large', { limit: fileBytes });
    this.#keep('file', bytes.length);
    content.add(bytes);
  }

  #countText(bytes: number): void {
    if (!this.#limits) return;
    this.#textBytes += bytes;
    if (this.#textBytes > this.#limits.textBytes * WIRE_FACTOR) throw this.#tooMuchText();
    this.#keep('text', bytes);
  }

  #tooMuchText(): ServiceError {
    const most = (this.#limits?.textBytes ?? 0) * WIRE_FACTOR;
    return tooLarge({ message: `Without its files, the submission is larger than ${most} bytes.` });
  }

  /** The form, once all of the body was written. Throws ServiceError. */
  end(request?: Charset): Upload {
    this.#scanner.end();
    const texts = this.#parts.map(({ headers, content }) =>
      content instanceof FileBytes
        ? undefined
        : undoEncoding(join(content.end()), headers.encoding),
    );
    const named = this.#parts.findIndex(
      ({ headers }, at) => headers.name === CHARSET_FIELD && texts[at] !== undefined,
    );
    const charsets = new Charsets({
      request,
      field: findCharset(texts[named]?.toString('latin1')),
    });
    const collector = new FieldCollector();
    const files: UploadedFile[] = [];
    for (const [at, { block, headers, content }] of this.#parts.entries()) {
      const { name: field, fileName = '', type, charset } = decoded(block, headers, charsets);
      const text = texts[at];
      if (content instanceof FileBytes) {
        collector.expectName(field);
        const file = { field, name: fileName, type, ...content.end() };
        // An unused file input arrives as an empty file without a name.
        if (file.size > 0 || file.name !== '') files.push(file);
      } else if (text) {
        collector.add(field, charsets.decode(text, charset));
      }
    }
    this.#expectFiles(files.length);
    if (this.#limits) expectSize(collector.fields, this.#textBytes, this.#limits.textBytes);
    return { fields: collector.fields, files };
  }

  #expectFiles(count: number): void {
    if (!this.#limits && count > 0) throw new ServiceError('file_uploads_unsupported');
    const { files } = this.#limits ?? { files: 0 };
    if (count > files) throw new ServiceError('too_many_files', { limit: files });
  }
}

const join = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);

/** Headers with their names as text. */
function decoded(block: Buffer, headers: PartHeaders, charsets: Charsets): PartHeaders {
  if (isSame(block)) return headers;
  return parsePartHeaders(charsets.decodeName(block, headers.charset));
}
