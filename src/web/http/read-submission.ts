import type { FastifyRequest } from 'fastify';
import { LIMITS } from '../../contract/limits.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { TICKET_FIELD, type Fields } from '../../fields/field-names.ts';
import { isUnapproved, type Route } from '../../forms/route.ts';
import { localPagesOf } from '../../forms/settings/parse-settings.ts';
import { tooLarge, WIRE_FACTOR } from '../../submissions/posted/field-collector.ts';
import { FormReader } from '../../submissions/posted/form-body.ts';
import { OWN_TEST, takeTicket, type SiteTickets } from '../../submissions/posted/site-ticket.ts';
import type { UploadLimits } from '../../submissions/posted/form-upload.ts';
import { parseSubmission, type Submission } from '../../submissions/posted/submission.ts';
import { takeVisitor, type Visitor } from '../../submissions/posted/visitor.ts';
import { countByField, type UploadedFile } from '../../submissions/files/file-content.ts';
import type { Posted } from '../pages/posted-form.ts';
import type { HandlerContext } from './handlers/handler-context.ts';
import { readBody } from './read-body.ts';
import { readUpload } from './read-upload.ts';
import { contentTypeOf, isCoded, mayBeOwnPage, siteOf, websiteAt } from './request.ts';

const CODED = {
  message:
    'Send the body uncompressed, without a Content-Encoding and with no Transfer-Encoding but chunked.',
};

/** Bytes of a line of base64, and of what it encodes (RFC 2045, 6.8). */
const LINE = { encoded: 78, raw: 57 };

/** Bytes of a mail beside its files: text, HTML and headers. */
const REST_OF_MAIL = 65_536;

/** The bytes of files that fit into a mail of this size. */
function filesWithin(mailBytes: number, isEncrypted: boolean): number {
  // The armor of an encrypted mail has the same lines.
  const message = isEncrypted ? (mailBytes * LINE.raw) / LINE.encoded : mailBytes;
  return Math.max(0, Math.floor(((message - REST_OF_MAIL) * LINE.raw) / LINE.encoded));
}

/** The limits of an upload to this form; undefined if it takes no files. */
function uploadLimitsOf(
  { settings: { files, encryption } }: Route,
  { settings, mailServer }: HandlerContext,
): UploadLimits | undefined {
  const { MAX_SUBMISSION_BYTES: maxBytes, MAX_FILE_BYTES: maxFileBytes } = settings;
  // The operator may have lowered the limit since the form was set up.
  if (!files || maxFileBytes === 0) return undefined;
  const { max_count = LIMITS.usualFiles, max_bytes = maxFileBytes } = files;
  const room = filesWithin(mailServer.largestMessage ?? Infinity, encryption !== undefined);
  const fileBytes = Math.min(max_bytes, maxFileBytes, room);
  return { textBytes: maxBytes, fileBytes, files: max_count };
}

const isMultipart = (contentType: string) => contentType.toLowerCase().startsWith('multipart/');

/** The submission as a page can give it back. */
function postedBy(
  request: FastifyRequest,
  { formId, settings }: Route,
  { given, fields, files, redirect, site, isOwnTest }: Submission,
  tickets: SiteTickets,
): Posted {
  const kept = isOwnTest ? OWN_TEST : site;
  return {
    formId,
    settings,
    given,
    written: fields,
    files: files ? countByField(files) : new Map(),
    isMultipart: isMultipart(contentTypeOf(request.raw)),
    leadsTo: redirect instanceof URL ? redirect.href : settings.redirect,
    ticket: () =>
      kept === undefined ? undefined : { name: TICKET_FIELD, value: tickets.issue(formId, kept) },
  };
}

/** Limits visitors per inbox: elsewhere anybody could name a visitor and use up the rate. */
const visitorAt = ({ inbox }: Route, { caller, ...visitor }: Visitor): Visitor =>
  caller === undefined ? visitor : { ...visitor, caller: `${caller} of servers ${inbox.quota}` };

/** The parts of a request that say what was submitted. */
interface Sent {
  fields: Fields;
  files?: readonly UploadedFile[] | undefined;
  /** The origin of the page that sent it. */
  site: string | undefined;
}

function parse(
  { links, submissions: { siteTickets } }: HandlerContext,
  request: FastifyRequest,
  route: Route,
  { fields, files, site }: Sent,
): Submission {
  const { headers } = request;
  const { given, ticket } = fields.has(TICKET_FIELD) ? takeTicket(fields) : { given: fields };
  const isOwn = ticket !== undefined && mayBeOwnPage(request, new URL(links.base()).origin);
  const found = isOwn ? siteTickets.read(route.formId, ticket) : undefined;
  const kept = found === OWN_TEST ? undefined : found;
  if (kept !== undefined) request.website ??= websiteAt(kept);
  const parsed = parseSubmission(given, {
    files,
    websites: [kept ?? headers.origin, site, headers.referer, route.settings.website?.url],
    site: kept ?? site,
    declared: route.settings.fields,
    localPages: () => localPagesOf(links.isLocal(), route.settings),
  });
  const isOwnTest = parsed.test !== undefined && found === OWN_TEST;
  const submission: Submission = isOwnTest ? { ...parsed, isOwnTest } : parsed;
  request.posted = () => postedBy(request, route, submission, siteTickets);
  return submission;
}

/** Of a server with a key of the form. */
function parseOfServer(
  context: HandlerContext,
  request: FastifyRequest,
  route: Route,
  { fields, files, site: own }: Sent,
): Submission {
  const { given, visitor, effects } = takeVisitor(fields);
  const { site = own } = visitor;
  const parsed = parse(context, request, route, { fields: given, files, site });
  const { dryRun } = parsed;
  // Anybody can make forms for an inbox, and would get around its rates.
  const byServer = isUnapproved(route) ? {} : visitorAt(route, visitor);
  return { ...parsed, byServer, ...(dryRun && { dryRun: [...dryRun, ...effects] }) };
}

/**
 * Reads the submission to a form, and keeps it on the request for pages that return it. `isServer`:
 * a server with the form's key sends it.
 */
export async function readSubmission(
  context: HandlerContext,
  request: FastifyRequest,
  route: Route,
  isServer: boolean,
): Promise<Submission> {
  const maxBytes = context.settings.MAX_SUBMISSION_BYTES;
  const contentType = contentTypeOf(request.raw);
  const reader = FormReader.of(contentType);
  if (isCoded(request.raw)) throw new ServiceError('unsupported_media_type', undefined, CODED);
  const parseIt = isServer ? parseOfServer : parse;
  const site = siteOf(request.headers);
  const limits = uploadLimitsOf(route, context);
  if (limits && isMultipart(contentType)) {
    const upload = await readUpload(request, contentType, limits);
    return parseIt(context, request, route, { ...upload, site });
  }
  const most = maxBytes * WIRE_FACTOR;
  const body = await readBody(request, most);
  if (!body) throw tooLarge({ message: `The submission is larger than ${most} bytes.` });
  return parseIt(context, request, route, { fields: reader.read(body, maxBytes), site });
}
