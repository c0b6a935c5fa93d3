import type { FastifyInstance } from 'fastify';
import { INBOX_PATH, START_PATH } from '../../contract/operations.ts';
import { chooseLanguage, wordsOf } from '../../catalogs/languages.ts';
import type { AppFacts } from './app-page.ts';
import type { AppName, Asset } from './assets.ts';

/** Where the modules of the pages are. */
const MODULES_PATH = '/modules';

/** Revalidated each time, mostly with 304, so that modules of two releases never mix. */
const MODULE_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, no-cache',
  'cross-origin-resource-policy': 'same-origin',
};

function mountPage(app: FastifyInstance, path: string, name: AppName, facts: AppFacts): void {
  // All answers share the octets, so that clients that do not read them take no memory each.
  const pages = new Map<string, Buffer>();
  app.get<{ Querystring: { lang?: unknown } }>(
    path,
    { config: { name } },
    async (request, reply) => {
      const { parseLanguage, renderAppPage, APP_HEADERS } = await import('./app-page.ts');
      const { 'accept-language': accepted } = request.headers;
      const language = parseLanguage(request.query.lang) ?? chooseLanguage(accepted);
      const page = pages.get(language) ?? Buffer.from(renderAppPage(name, language, facts));
      pages.set(language, page);
      return reply
        .removeHeader('access-control-allow-origin')
        .headers({ ...APP_HEADERS, 'content-language': wordsOf(language).tag })
        .send(page);
    },
  );
}

function mountModules(app: FastifyInstance): void {
  const config = { name: 'modules' } as const;
  let assets: ReadonlyMap<string, Asset> | undefined;
  app.get<{ Params: { '*': string } }>(`${MODULES_PATH}/*`, { config }, async (request, reply) => {
    assets ??= (await import('./assets.ts')).loadAssets();
    const asset = assets.get(request.params['*']);
    if (!asset) return reply.callNotFound();
    reply.headers({ ...MODULE_HEADERS, etag: asset.etag });
    if (request.headers['if-none-match']?.includes(asset.etag)) return reply.code(304).send();
    return reply.send(asset.body);
  });
}

/**
 * Serves the pages that run in the browser, and their modules. They are outside the contract, use only
 * the contract's operations, and are loaded with their first request.
 */
export function mountApps(app: FastifyInstance, facts: AppFacts): void {
  if (facts.startPage) mountPage(app, START_PATH, 'start', facts);
  // Mails link to it, so it is always there.
  mountPage(app, INBOX_PATH, 'inbox', facts);
  mountModules(app);
}
