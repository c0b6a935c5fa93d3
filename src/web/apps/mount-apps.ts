import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { DOCS_PATH, INBOX_PATH, START_PATH } from '../../contract/operations.ts';
import { chooseLanguage, wordsOf } from '../../catalogs/languages.ts';
import { once } from '../../platform/waiting/once.ts';
import { allowLogo } from '../pages/operator.ts';
import type { AppFacts } from './app-page.ts';
import { bodiesOf, CODINGS, encodeBody, type AppName, type Bodies, type Pages } from './assets.ts';
import { loadPages } from './bundled.ts';
import type { DocsFacts } from './docs-page.ts';

const PATHS = { start: START_PATH, inbox: INBOX_PATH } as const;

/** Their names change with what is in them. */
const ASSET_HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Accept-Encoding',
};

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Replaces the script of another version during a rollout: reloads the page, but not endlessly. */
const RELOAD = `const key = 'letterslot-reloaded';
if (Date.now() - Number(sessionStorage.getItem(key)) > 10_000) {
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
}
`;

/** The best coding for an Accept-Encoding header (RFC 9110, 12.5.3). */
export function chooseCoding(header = ''): keyof Bodies {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const takes = negotiator.encodings([...CODINGS]);
  return CODINGS.find((coding) => takes.includes(coding)) ?? 'identity';
}

/** Sends a body in the best coding that the client takes. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, bodies: Bodies) {
  const coding = chooseCoding(request.headers['accept-encoding']);
  if (coding === 'identity') return reply.send(bodies.identity);
  return reply.header('content-encoding', coding).send(bodies[coding]);
}

type Load = () => Promise<Pages>;

function mountPage(app: FastifyInstance, name: AppName, facts: AppFacts, load: Load): void {
  // All answers share the octets, so that clients that do not read them take no memory each.
  const pages = new Map<string, Bodies>();
  const [path, options] = [PATHS[name], { config: { name } }];
  app.get<{ Querystring: { lang?: unknown } }>(path, options, async (request, reply) => {
    const { parseLanguage, renderAppPage, APP_HEADERS } = await import('./app-page.ts');
    const { 'accept-language': accepted } = request.headers;
    const language = parseLanguage(request.query.lang) ?? chooseLanguage(accepted);
    const page =
      pages.get(language) ??
      (await encodeBody(renderAppPage(name, language, facts, await load(), app.operator)));
    pages.set(language, page);
    reply
      .removeHeader('access-control-allow-origin')
      .headers({ ...APP_HEADERS, 'content-language': wordsOf(language).tag })
      .header(
        'content-security-policy',
        allowLogo(APP_HEADERS['content-security-policy'], app.operator),
      );
    return sendBody(request, reply, page);
  });
}

/** The page of the operations, in English as the OpenAPI document is. */
function mountDocs(app: FastifyInstance, facts: DocsFacts): void {
  const load = once(async () => {
    const { renderDocsPage, docsHeaders } = await import('./docs-page.ts');
    const page = await encodeBody(renderDocsPage(facts, app.operator));
    return { page, headers: docsHeaders(app.operator) };
  });
  app.get(DOCS_PATH, { config: { name: 'docs' } }, async (request, reply) => {
    const { page, headers } = await load();
    reply.removeHeader('access-control-allow-origin').headers(headers);
    return sendBody(request, reply, page);
  });
}

function mountAssets(app: FastifyInstance, load: Load): void {
  const loadAssets = once(async () => {
    const { style, apps } = await load();
    const assets = [style, ...Object.values(apps).map(({ script }) => script)];
    return assets.map((asset) => ({ name: asset.name, bodies: bodiesOf(asset) }));
  });
  const options = { config: { name: 'assets' } } as const;
  app.get<{ Params: { name: string } }>('/assets/:name', options, async (request, reply) => {
    const { name } = request.params;
    const [, base, extension = ''] = /^(\w+)\.[\da-f]{16}\.(js|css)$/.exec(name) ?? [];
    const own = (await loadAssets()).find(
      (asset) => asset.name.startsWith(`${base}.`) && asset.name.endsWith(`.${extension}`),
    );
    if (!own) return reply.callNotFound();
    reply.headers({ ...ASSET_HEADERS, 'content-type': TYPES[extension] });
    if (own.name === name) return sendBody(request, reply, own.bodies);
    reply.header('cache-control', 'no-store');
    return extension === 'js' ? reply.send(RELOAD) : sendBody(request, reply, own.bodies);
  });
}

/**
 * Serves the pages that run in the browser, loaded at the first request. They are outside the
 * contract and use only its operations.
 */
export function mountApps(app: FastifyInstance, facts: AppFacts, docs: DocsFacts): void {
  const load = loadPages;
  if (facts.startPage) mountPage(app, 'start', facts, load);
  // Mails link to it, so it is always there.
  mountPage(app, 'inbox', facts, load);
  mountDocs(app, docs);
  mountAssets(app, load);
}
