import type { FastifyInstance } from 'fastify';
import { START_PATH } from '../../contract/operations.ts';
import { chooseLanguage, wordsOf, type Language } from '../../words/languages.ts';
import type { Asset } from './assets.ts';

/** Revalidated each time, mostly with 304, so that modules of two releases never mix. */
const MODULE_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'public, no-cache',
  'cross-origin-resource-policy': 'same-origin',
};

interface Parts {
  /** Whether mails go to the mailbox at /preview. */
  preview: boolean;
}

/**
 * Serves the page where a person creates a form, and its modules. It is outside the contract, uses
 * only the contract's operations, and is loaded with its first request.
 */
export function mountStart(app: FastifyInstance, parts: Parts): void {
  const config = { name: 'start' } as const;
  const pages: Partial<Record<Language, string>> = {};
  let assets: ReadonlyMap<string, Asset> | undefined;

  app.get<{ Querystring: { lang?: unknown } }>(START_PATH, { config }, async (request, reply) => {
    const { parseLanguage, renderStartPage, START_HEADERS } = await import('./start-page.ts');
    const { 'accept-language': accepted } = request.headers;
    const language = parseLanguage(request.query.lang) ?? chooseLanguage(accepted);
    return reply
      .removeHeader('access-control-allow-origin')
      .headers({ ...START_HEADERS, 'content-language': wordsOf(language).tag })
      .send((pages[language] ??= renderStartPage(language, parts)));
  });

  app.get<{ Params: { '*': string } }>(`${START_PATH}/*`, { config }, async (request, reply) => {
    assets ??= (await import('./assets.ts')).loadAssets();
    const asset = assets.get(request.params['*']);
    if (!asset) return reply.callNotFound();
    reply.headers({ ...MODULE_HEADERS, etag: asset.etag });
    if (request.headers['if-none-match']?.includes(asset.etag)) return reply.code(304).send();
    return reply.send(asset.body);
  });
}
