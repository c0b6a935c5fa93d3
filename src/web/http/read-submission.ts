import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../contract/service-error.ts';
import { TICKET_FIELD } from '../../domain/fields/field-names.ts';
import type { Links } from '../../domain/routes/links.ts';
import type { Route } from '../../domain/routes/route.ts';
import { siteOf } from '../../domain/settings/origin.ts';
import { localPagesOf } from '../../domain/settings/parse-settings.ts';
import type { Fields } from '../../domain/fields/given-fields.ts';
import { tooLarge } from '../../domain/submissions/fields.ts';
import { chooseFormReader } from '../../domain/submissions/form-body.ts';
import { takeTicket, type SiteTickets } from '../../domain/submissions/site-ticket.ts';
import { parseSubmission, type Submission } from '../../domain/submissions/submission.ts';
import type { Posted } from '../pages/posted-form.ts';
import { readBody } from './read-body.ts';
import { contentTypeOf, isCoded, mayBeOwnPage, websiteAt } from './request.ts';

const CODED = {
  message:
    'Send the body uncompressed, without a Content-Encoding and with no Transfer-Encoding but chunked.',
};

async function readFields(request: FastifyRequest, maxBytes: number): Promise<Fields> {
  const contentType = contentTypeOf(request.raw);
  const readForm = chooseFormReader(contentType);
  if (isCoded(request.raw)) throw new ServiceError('unsupported_media_type', undefined, CODED);
  const body = await readBody(request, maxBytes);
  if (!body) throw tooLarge({ message: `The submission is larger than ${maxBytes} bytes.` });
  return readForm(body, contentType);
}

/** The submission as a page can give it back. */
function postedBy(
  request: FastifyRequest,
  { formId, settings }: Route,
  { given, fields, redirect, site }: Submission,
  tickets: SiteTickets,
): Posted {
  return {
    formId,
    settings,
    given,
    written: fields,
    isMultipart: contentTypeOf(request.raw).toLowerCase().startsWith('multipart/'),
    leadsTo: redirect instanceof URL ? redirect.href : settings.redirect,
    ticket: () =>
      site === undefined ? undefined : { name: TICKET_FIELD, value: tickets.issue(formId, site) },
  };
}

/** Reads the submission to a form, and puts what pages need to give it back on the request. */
type ReadSubmission = (request: FastifyRequest, route: Route) => Promise<Submission>;

export interface ReadingParts {
  links: Links;
  siteTickets: SiteTickets;
  /** MAX_SUBMISSION_BYTES. */
  maxBytes: number;
}

export function createReadSubmission({
  links,
  siteTickets,
  maxBytes,
}: ReadingParts): ReadSubmission {
  return async (request, route) => {
    const { given, ticket } = takeTicket(await readFields(request, maxBytes));
    const isOwn = ticket !== undefined && mayBeOwnPage(request, new URL(links.base()).origin);
    const kept = isOwn ? siteTickets.read(route.formId, ticket) : undefined;
    if (kept !== undefined) request.website ??= websiteAt(kept);
    const submission = parseSubmission(given, {
      origin: kept ?? request.headers.origin,
      site: kept ?? siteOf(request.headers),
      allowsLocal: (origin) => localPagesOf(links.isLocal(), route.settings)(origin),
    });
    request.posted = postedBy(request, route, submission, siteTickets);
    return submission;
  };
}
