import { randomBytes } from 'node:crypto';
import { MIMEType } from 'node:util';
import { ServiceError } from '../../contract/service-error.ts';
import type { Fields } from '../../fields/field-names.ts';
import { FileBytes, GatheredBytes } from './file-bytes.ts';
import {
  expectPlainHeaders,
  readFormData,
  FieldCollector,
  MOST_PARTS,
  tooLarge,
  unreadable,
} from './form-body.ts';
import { MultipartScanner } from './multipart-scanner.ts';
import type { UploadedFile } from '../files/file-content.ts';

/** The limits of one submission with files. */
export interface UploadLimits {
  /** Bytes of all that is no content of a file. */
  textBytes: number;
  /** Bytes of all files together. */
  fileBytes: number;
  files: number;
}

/** Called before bytes are kept in memory; throws if there is no room for them. */
export type KeepBytes = (kind: 'text' | 'file', bytes: number) => void;

/** A form that was posted with its files. */
export interface Upload {
  fields: Fields;
  files: UploadedFile[];
}

interface Part {
  headers: Buffer;
  /** A file's bytes, or a text's. */
  content: FileBytes | GatheredBytes;
}

/** Bytes of a part beside its headers and its content: delimiter, line breaks. */
const AROUND = 8;

/** A part with a file name; the platform's parser has the last word about it. */
const NAMES_FILE = /filename\*?[ \t]*=/i;

/** An encoding that would have to be undone (RFC 7578, 4.7, deprecates all). */
const ENCODED = /^content-transfer-encoding[ \t]*:[ \t]*(?!binary|[78]bit)/im;

/** As the platform finds it in a form without files. */
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
 * Reads multipart/form-data with files while it arrives. The scanner finds the parts and keeps the bytes of
 * files as they are; headers and texts, which are small, go to the platform's parser at the end, so that
 * names are read as in forms without files.
 */
export class FormUpload {
  readonly #limits: UploadLimits;
  readonly #keep: KeepBytes;
  readonly #scanner: MultipartScanner;
  readonly #parts: Part[] = [];
  #received = 0;
  #textBytes = 0;
  #fileBytes = 0;
  #filled = 0;

  constructor(contentType: string, limits: UploadLimits, keep: KeepBytes) {
    this.#limits = limits;
    this.#keep = keep;
    const boundary = boundaryOf(contentType);
    this.#scanner = new MultipartScanner(boundary, {
      part: (headers) => this.#begin(headers, boundary.length),
      content: (bytes) => this.#add(bytes),
    });
  }

  /** Throws ServiceError as soon as a limit is passed. */
  write(chunk: Buffer): void {
    this.#received += chunk.length;
    this.#scanner.write(chunk);
    const { textBytes, fileBytes } = this.#limits;
    if (this.#received > textBytes + fileBytes) throw this.#tooMuchText();
  }

  #begin(headers: Buffer, boundaryLength: number): void {
    if (this.#parts.length === MOST_PARTS) throw tooLarge({ variant: 'too_many_fields' });
    const text = headers.toString('latin1');
    expectPlainHeaders(text);
    const isFile = NAMES_FILE.test(text);
    if (isFile && ENCODED.test(text)) {
      throw unreadable('Send files as they are, without a Content-Transfer-Encoding.');
    }
    this.#countText(headers.length + boundaryLength + AROUND);
    this.#parts.push({ headers, content: isFile ? new FileBytes() : new GatheredBytes() });
  }

  #add(bytes: Buffer): void {
    const content = this.#parts.at(-1)?.content;
    if (!(content instanceof FileBytes)) {
      this.#countText(bytes.length);
      content?.add(bytes);
      return;
    }
    const { files, fileBytes } = this.#limits;
    if (content.size === 0) this.#filled += 1;
    if (this.#filled > files) throw new ServiceError('too_many_files', { limit: files });
    this.#fileBytes += bytes.length;
    if (this.#fileBytes > fileBytes) throw new ServiceError('file_too_large', { limit: fileBytes });
    this.#keep('file', bytes.length);
    content.add(bytes);
  }

  #countText(bytes: number): void {
    this.#textBytes += bytes;
    if (this.#textBytes > this.#limits.textBytes) throw this.#tooMuchText();
    this.#keep('text', bytes);
  }

  #tooMuchText(): ServiceError {
    const { textBytes } = this.#limits;
    return tooLarge({
      message: `Without its files, the submission is larger than ${textBytes} bytes.`,
    });
  }

  /** The form, once all of the body was written. Throws ServiceError. */
  async end(): Promise<Upload> {
    this.#scanner.end();
    const entries = Array.from(await this.#readEntries());
    const collector = new FieldCollector();
    const files: UploadedFile[] = [];
    for (const [at, { content }] of this.#parts.entries()) {
      const [field, value] = entries[at] ?? ['', ''];
      const isFile = content instanceof FileBytes;
      if (typeof value === 'string' && !isFile) collector.add(field, value);
      else if (typeof value !== 'string' && isFile) {
        collector.expectName(field);
        const [type = ''] = value.type.split(';', 1);
        const file = { field, name: value.name, type: type.trim(), ...content.end() };
        // An unused file input arrives as an empty file without a name.
        if (file.size > 0 || file.name !== '') files.push(file);
      } else throw unreadable('A part of the multipart body has malformed headers.');
    }
    const { files: most } = this.#limits;
    if (files.length > most) throw new ServiceError('too_many_files', { limit: most });
    return { fields: collector.fields, files };
  }

  /** The entries of all parts, files without their bytes. */
  #readEntries(): Promise<FormData> {
    // No content can have this boundary in it, whatever the platform takes for one.
    const boundary = randomBytes(16).toString('hex');
    const body = this.#parts.flatMap(({ headers, content }) => [
      Buffer.from(`--${boundary}\r\n`),
      headers,
      Buffer.from('\r\n\r\n'),
      ...(content instanceof FileBytes ? [] : content.end()),
      Buffer.from('\r\n'),
    ]);
    body.push(Buffer.from(`--${boundary}--\r\n`));
    return readFormData(Buffer.concat(body), `multipart/form-data; boundary=${boundary}`);
  }
}
