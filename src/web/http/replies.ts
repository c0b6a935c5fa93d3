import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, wordsOf, type Language } from '../../catalogs/languages.ts';
import { LASTING_VARIANTS, type ErrorCode } from '../../contract/error-codes.ts';
import type { Operation } from '../../contract/operation.ts';
import type { OperationId } from '../../contract/operations.ts';
import type { ServiceError } from '../../contract/service-error.ts';
import type { OtherRequest } from '../../platform/log/events.ts';
import { prefersHtml } from '../../platform/text/http-headers.ts';
import { challengePage } from '../pages/challenge-page.ts';
import { errorPage, explainError } from '../pages/error-page.ts';
import { faultPage } from '../pages/fault-page.ts';
import { allowLogo, type Operator } from '../pages/operator.ts';
import { PAGE_HEADERS, renderPage, type Page, type Website } from '../pages/page.ts';
import type { Posted, PostedPage } from '../pages/posted-form.ts';
import { sendAgainPage } from '../pages/send-again-page.ts';
import { cameFrom, FORMS, languageOf, visitorLanguageOf } from './request.ts';

/** Pages that give back what was sent, by the code of the error. */
const POSTED_PAGES: Partial<Record<ErrorCode, PostedPage>> = {
  challenge_required: challengePage,
  submission_invalid: faultPage,
  delivery_failed: sendAgainPage,
  webhook_delivery_failed: sendAgainPage,
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation a route answers; absent on routes outside the contract. */
    operation?: Operation;
    /** Who reads the pages of a route outside the contract, if it has any. */
    pages?: Operation['pages'];
    /** Its name in the log and the metrics. */
    name?: OperationId | OtherRequest;
  }
  interface FastifyInstance {
    /** Who runs the service, as its pages say. */
    operator: Operator;
    /** The page that describes the error codes. */
    errorsUrl?: () => string;
  }
  interface FastifyRequest {
    /** The website of the form that the request is for, as its owner has set it. */
    website: Website | undefined;
    /** The language that the form of a submission is set to. */
    formLanguage: Language | undefined;
    /** The submission that it carries, once it is known. */
    posted: (() => Posted) | undefined;
  }
}

/** Sent with every answer of the contract. CORS is open, without credentials but for forms. */
export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Location, Retry-After, X-Request-Id',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

/** An origin as browsers send it, `null` too: one word. */
const ORIGIN = /^[!-+.-~-]+$/;

/** The headers that decide between page and JSON, and the language. */
export const PAGE_VARY = 'Accept, Accept-Language';

/** The same for the address of a form, whose answers name the origin of their page. */
export const FORM_VARY = `${PAGE_VARY}, Origin`;

/**
 * Sets the common headers. The page that sent a form may read its answer, with credentials too: no
 * cookie is ever read.
 */
export function beginReply(
  { id, url, headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
) {
  reply.headers(COMMON_HEADERS).header('x-request-id', id);
  if (!url.startsWith(FORMS)) {
    if (routeOptions.config?.operation?.pages) reply.header('vary', PAGE_VARY);
    return;
  }
  reply.header('vary', FORM_VARY);
  if (headers.origin === undefined || !ORIGIN.test(headers.origin)) return;
  reply.header('access-control-allow-origin', headers.origin);
  reply.header('access-control-allow-credentials', 'true');
}

/** Who reads the pages of a route; undefined if it has none. */
const readerOf = ({ routeOptions: { config } }: FastifyRequest): Operation['pages'] =>
  config.operation?.pages ?? config.pages;

/** True if this request gets pages: its operation has them and its client prefers them. */
export const wantsPage = (request: FastifyRequest): boolean =>
  readerOf(request) !== undefined && prefersHtml(request.headers.accept);

/** The website that a visitor's page names and leads back to. */
export const websiteOf = (request: FastifyRequest): Website | undefined =>
  request.website ?? cameFrom(request);

/** Sends a page, with the name of who runs the service. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  const { operator } = reply.server;
  const { policy = PAGE_HEADERS['content-security-policy'] } = page;
  return reply
    .code(status)
    .headers({
      ...PAGE_HEADERS,
      'content-security-policy': allowLogo(policy, operator),
      'content-language': wordsOf(page.language).tag,
    })
    .send(renderPage(page, operator));
}

/**
 * What an envelope says to the visitor who sent a form. Its `message` is for developers, but in
 * English alone. Client packages of other services show `errors`, or else the code.
 */
function inVisitorsWords(request: FastifyRequest, error: ServiceError): object | undefined {
  if (request.routeOptions.config.name !== 'submitForm') return undefined;
  const language = visitorLanguageOf(request);
  const message = explainError(language, 'visitor', error);
  return {
    visitor_message: message,
    ...(language !== DEFAULT_LANGUAGE && { message }),
    ...(!('errors' in error.details) && { errors: [{ message }] }),
    ...(language !== DEFAULT_LANGUAGE && error.explainIn?.(language)),
  };
}

/** Where the code of an error is described; a listener for the operator alone has no such page. */
function docsOf({ server }: FastifyRequest, { code }: ServiceError): { docs?: string } {
  return server.errorsUrl ? { docs: `${server.errorsUrl()}#${code}` } : {};
}

/** Seconds; longer than `/form.js` sends a message again by itself. */
const LASTING_WAIT = 3_600;

/** The details of an error. Visitors wait long for what sending again does not change. */
function detailsOf({ routeOptions }: FastifyRequest, { details, variant }: ServiceError): object {
  const isLasting = variant !== undefined && LASTING_VARIANTS.has(variant);
  if (!isLasting || routeOptions.config.name !== 'submitForm') return details;
  return { retry_after_seconds: LASTING_WAIT, ...details };
}

/** The one place where an error becomes an answer: the contract's envelope, or a page. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ServiceError,
): FastifyReply {
  // A success may be cached, an error may not.
  reply.header('cache-control', COMMON_HEADERS['cache-control']);
  const details = detailsOf(request, error);
  if ('retry_after_seconds' in details) {
    reply.header('retry-after', String(details.retry_after_seconds));
  }
  const reader = readerOf(request);
  if (reader && wantsPage(request)) {
    const language = languageOf(request);
    const website = reader === 'visitor' ? websiteOf(request) : undefined;
    const posted = request.posted?.();
    const givesBack = posted && POSTED_PAGES[error.code]?.(language, { posted, error, website });
    const page = givesBack ?? errorPage(language, reader, error, website);
    return sendPage(reply, error.status, page);
  }
  return reply.code(error.status).send({
    ...error.toEnvelope(),
    ...details,
    ...docsOf(request, error),
    ...inVisitorsWords(request, error),
  });
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends a JSON text in pieces, each made when the client has read the previous ones. A fault before
 * the first is answered normally; a later one ends the connection.
 */
export async function sendPieces(
  reply: FastifyReply,
  pieces: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const first = await pieces.next();
  async function* all() {
    if (!first.done) yield first.value;
    yield* pieces;
  }
  return reply.type(JSON_TYPE).send(Readable.from(all(), { objectMode: false }));
}
