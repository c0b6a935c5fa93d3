import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { INBOX_PATH, MCP_PATH, OPERATIONS } from '../../contract/operations.ts';
import { ServiceError } from '../../contract/service-error.ts';
import type { Links } from '../../platform/links.ts';
import type { Logo } from '../../platform/settings/setting-parsers.ts';
import { prefersHtml } from '../../platform/text/http-headers.ts';
import type { Submissions } from '../../submissions/index.ts';
import { doorPage, formPage, unsentPage, type Ways } from '../pages/error-page.ts';
import { LOGO_PATH } from '../pages/operator.ts';
import { ICON_ICO } from '../pages/look.ts';
import type { Call } from './call.ts';
import { PAGE_VARY, sendError, sendPage } from './replies.ts';
import { FORMS, languageOf } from './request.ts';

const DAY = 'public, max-age=86400';

/** Nothing for a search engine: forms, pages of mailed links, and what is for programs. */
const ROBOTS = `User-agent: *
Disallow: ${FORMS}
Disallow: /v1/
Disallow: ${OPERATIONS.showThanks.path}
Disallow: ${INBOX_PATH}
Disallow: ${MCP_PATH}
`;

/** Pages for browsers, where programs get the contract's answer. */
export interface Doors {
  /** The address of a form, opened with GET. */
  showForm(call: Call): Promise<FastifyReply>;
  /** GET / of a browser. */
  openHome(request: FastifyRequest, reply: FastifyReply): FastifyReply;
  /** A path that nothing answers. */
  sendNothing: typeof sendError;
}

export function createDoors(
  links: Links,
  startPage: boolean,
  submissions: Pick<Submissions, 'find'>,
  operator: string,
): Doors {
  const ways = (): Ways => ({
    operator,
    start: startPage ? links.start() : undefined,
    llmsText: links.base() + OPERATIONS.getLlmsText.path,
    openApi: links.openApi(),
    docs: links.docs(),
  });
  return {
    async showForm({ request, reply, caller, params, query }) {
      const language = languageOf(request);
      try {
        const { formId } = await submissions.find(params.formId, caller);
        const facts = { endpoint: links.endpoint(formId), code: links.code(formId) };
        const page = Object.keys(query).length > 0 ? unsentPage : formPage;
        return sendPage(reply, 200, page(language, facts));
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'route_not_found') throw error;
        return sendPage(reply, error.status, doorPage(language, 'noForm', ways()));
      }
    },
    openHome(request, reply) {
      if (startPage) return reply.code(303).header('location', links.start()).send();
      return sendPage(reply, 200, doorPage(languageOf(request), 'home', ways()));
    },
    sendNothing(request, reply, error) {
      if (!reply.hasHeader('vary')) reply.header('vary', PAGE_VARY);
      if (!prefersHtml(request.headers.accept)) return sendError(request, reply, error);
      return sendPage(reply, error.status, doorPage(languageOf(request), 'nothing', ways()));
    },
  };
}

/** True if this request only looks, and prefers a page. */
export const looksForPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && prefersHtml(headers.accept);

/** An image may be a page of its own with scripts: SVG. */
const ALONE = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The files that browsers and crawlers request everywhere, and the logo. Outside the contract. */
export function mountFiles(app: FastifyInstance, logo: Logo | undefined): void {
  const serve = (path: string, type: string, body: string | Buffer, policy?: string) =>
    app.get(path, { config: { name: 'door' } }, (_request, reply) => {
      if (policy) reply.header('content-security-policy', policy);
      return reply.headers({ 'content-type': type, 'cache-control': DAY }).send(body);
    });
  if (logo && 'content' in logo) serve(LOGO_PATH, logo.type, logo.content, ALONE);
  serve('/favicon.ico', 'image/vnd.microsoft.icon', ICON_ICO);
  serve('/robots.txt', 'text/plain; charset=utf-8', ROBOTS);
}
