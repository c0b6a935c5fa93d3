import type { ErrorVariant } from '../../contract/error-codes.ts';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { isAdded } from '../fields/field-names.ts';
import type { Fields } from '../fields/given-fields.ts';

/** Added fields that a submission may have beside all of its own. */
export const MOST_ADDED = 10;

/** Parts of a multipart body, unused file inputs among them. */
export const MOST_PARTS = LIMITS.submissionFields + MOST_ADDED + LIMITS.fields;

/** Collects fields under the contract's limits; user keys live in a Map, so none is special. */
export class FieldCollector {
  readonly #fields = new Map<string, string[]>();
  #count = 0;
  #added = 0;

  add(name: string, value: string): void {
    if (isAdded(name) && this.#added < MOST_ADDED) this.#added += 1;
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

/** A body that does not match its Content-Type; `invalid_json` is the contract's only code for it. */
export function unreadable(message: string, cause?: unknown): ServiceError<'invalid_json'> {
  return new ServiceError('invalid_json', undefined, { message, cause });
}
