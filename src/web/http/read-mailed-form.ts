import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../contract/service-error.ts';
import type { Fields } from '../../domain/submissions/fields.ts';
import { chooseFormReader } from '../../domain/submissions/form-body.ts';
import { utf8MediaType } from '../../platform/text/media-type.ts';
import { contentTypeOf, isCoded } from './body-type.ts';
import { readBody } from './read-body.ts';

/** The first value of each field. */
type MailedForm = Pick<ReadonlyMap<string, string>, 'get'>;

const EMPTY: MailedForm = new Map();

/** What pages and mail programs post. */
const FORMS: ReadonlySet<string> = new Set([
  'application/x-www-form-urlencoded',
  'multipart/form-data',
]);

function firstValues(fields: Fields): MailedForm {
  return new Map(Array.from(fields, ([name, [value = '']]) => [name, value]));
}

/**
 * The form of a page or a mail program, urlencoded or multipart (RFC 8058, 3.1). What cannot be read
 * or is larger than `limit` bytes has no fields.
 */
export async function readMailedForm(request: FastifyRequest, limit: number): Promise<MailedForm> {
  const contentType = contentTypeOf(request.raw);
  if (isCoded(request.raw) || !FORMS.has(utf8MediaType(contentType) ?? '')) return EMPTY;
  try {
    const read = chooseFormReader(contentType);
    const body = await readBody(request, limit);
    return body ? firstValues(await read(body, contentType)) : EMPTY;
  } catch (error) {
    // Only the reader's own verdicts; a client that went away is no empty form.
    if (error instanceof ServiceError && error.status < 500) return EMPTY;
    throw error;
  }
}
