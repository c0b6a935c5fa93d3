import type { Context } from '../../platform/context.ts';
import { keyedHash, secretsEqual } from '../../platform/secrets/keyed-hash.ts';
import { TICKET_FIELD, type Fields } from '../../fields/field-names.ts';
import type { FormId } from '../../contract/names.ts';

/** Seconds; as long as a person may take to correct a long form. */
const LIFETIME = 2 * 3_600;

/** Takes the ticket out of the fields: it is no part of the submission, whether it holds or not. */
export function takeTicket(sent: Fields): { given: Fields; ticket?: string | undefined } {
  const tickets = sent.get(TICKET_FIELD);
  if (!tickets) return { given: sent };
  const given = new Map(sent);
  given.delete(TICKET_FIELD);
  return { given, ticket: tickets[0] };
}

/** The website in the ticket of a test by our own pages. No origin looks like this. */
export const OWN_TEST = 'test';

/**
 * Lets our pages resend a submission for its original website, or test a form. Tickets are `<expiry
 * in seconds>.<origin in base64url>.<keyed hash>` and are not stored.
 */
export class SiteTickets {
  readonly #context: Pick<Context, 'keyring' | 'now'>;

  constructor(context: Pick<Context, 'keyring' | 'now'>) {
    this.#context = context;
  }

  /** A ticket for this website (its origin) or `OWN_TEST`, at this form alone. */
  issue(formId: FormId, site: string): string {
    const expiry = String(Math.floor(this.#context.now() / 1000) + LIFETIME);
    const encoded = Buffer.from(site).toString('base64url');
    return [expiry, encoded, this.#sign(formId, expiry, encoded)].join('.');
  }

  /** The site of a ticket; undefined for one that is forged, expired or of another form. */
  read(formId: FormId, ticket: string): string | undefined {
    const [expiry = '', encoded = '', signature = '', ...rest] = ticket.split('.');
    const signed = this.#sign(formId, expiry, encoded);
    const holds = rest.length === 0 && secretsEqual(signature, signed);
    if (!holds || Number(expiry) * 1000 < this.#context.now()) return undefined;
    return Buffer.from(encoded, 'base64url').toString();
  }

  #sign(...parts: string[]): string {
    return keyedHash(this.#context.keyring, 'site-ticket', ...parts);
  }
}
