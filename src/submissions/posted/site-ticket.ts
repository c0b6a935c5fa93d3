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

/** Stands for a website in the ticket of a test by this service's pages. No origin is spelled so. */
export const OWN_TEST = 'test';

/** Lets a page of this service send a submission again for the website that it came from, or test a form. */
export interface SiteTickets {
  /** A ticket for this website (its origin) or `OWN_TEST`, at this form alone. */
  issue(formId: FormId, site: string): string;
  /** The site of a ticket; undefined for one that is forged, expired or of another form. */
  read(formId: FormId, ticket: string): string | undefined;
}

/** Tickets are `<expiry in seconds>.<origin in base64url>.<keyed hash>`; nothing of them is stored. */
export function createSiteTickets({ keyring, now }: Pick<Context, 'keyring' | 'now'>): SiteTickets {
  const sign = (...parts: string[]) => keyedHash(keyring, 'site-ticket', ...parts);
  return {
    issue(formId, site) {
      const expiry = String(Math.floor(now() / 1000) + LIFETIME);
      const encoded = Buffer.from(site).toString('base64url');
      return [expiry, encoded, sign(formId, expiry, encoded)].join('.');
    },
    read(formId, ticket) {
      const [expiry = '', encoded = '', signature = '', ...rest] = ticket.split('.');
      const holds = rest.length === 0 && secretsEqual(signature, sign(formId, expiry, encoded));
      if (!holds || Number(expiry) * 1000 < now()) return undefined;
      return Buffer.from(encoded, 'base64url').toString();
    },
  };
}
