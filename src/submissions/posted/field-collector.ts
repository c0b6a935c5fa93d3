import type { ErrorVariant } from '../../contract/error-codes.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { type Fields, isOwnField } from '../../fields/field-names.ts';

/** Added fields that a submission may have beside all of its own. */
const MOST_ADDED = 10;

/** Parts of a multipart body, unused file inputs among them. */
export const MOST_PARTS = LIMITS.submissionFields + MOST_ADDED + LIMITS.fields;

/** Collects fields under the contract's limits; user keys live in a Map, so none is special. */
export class FieldCollector {
  readonly #fields = new Map<string, string[]>();
  #count = 0;
  #added = 0;

  add(name: string, value: string): void {
    if (isOwnField(name) && this.#added < MOST_ADDED) this.#added += 1;
    else this.#count += 1;
    if (this.#count > LIMITS.submissionFields) {
      throw tooLarge({ variant: 'too_many_fields' });
    }
    this.expectName(name);
    const values = this.#fields.get(name);
    if (values) values.push(value);
    else this.#fields.set(name, [value]);
  }

  /** Throws where the name of a field or a file is too long. */
  expectName(name: string): void {
    if (name.length > LIMITS.fieldNameCharacters) {
      throw tooLarge({ variant: 'long_field_name' });
    }
  }

  get fields(): Fields {
    return this.#fields;
  }
}

export function tooLarge(
  wording: { message: string } | { variant: ErrorVariant },
): ServiceError<'submission_too_large'> {
  return new ServiceError('submission_too_large', undefined, wording);
}

/** A body that does not match its Content-Type; the contract's only code is `invalid_json`. */
export function unreadable(message: string, cause?: unknown): ServiceError<'invalid_json'> {
  return new ServiceError('invalid_json', undefined, { message, cause });
}

export const tooManyTexts = (most: number): ServiceError =>
  tooLarge({ message: `The texts of the submission are larger than ${most} bytes.` });

/**
 * Most octets of a body for each UTF-8 octet of its text: three with percent-encoding. An octet of
 * any charset becomes three at most, so bodies below a third of a limit need no count.
 */
export const WIRE_FACTOR = 3;

/** Throws if texts are longer than `most` octets in UTF-8; `octets`: length of their source. */
export function expectSize(fields: Fields, octets: number, most: number): void {
  if (octets * WIRE_FACTOR <= most) return;
  let size = 0;
  for (const [name, values] of fields) {
    size += Buffer.byteLength(name);
    for (const value of values) size += Buffer.byteLength(value);
  }
  if (size > most) throw tooManyTexts(most);
}
