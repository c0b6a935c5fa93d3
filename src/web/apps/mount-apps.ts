import type { FastifyInstance } from 'fastify';
import { INBOX_PATH, START_PATH } from '../../contract/operations.ts';
import { chooseLanguage, wordsOf } from '../../catalogs/languages.ts';
import { once } from '../../platform/waiting/once.ts';
import { allowLogo } from '../pages/operator.ts';
import type { AppFacts } from './app-page.ts';
import { bodiesOf, encodeBody, type AppName, type Bodies, type Pages } from './assets.ts';
import { loadPages } from './bundled.ts';
import { mountDocs } from './docs.ts';
import { ASSET_HEADERS, sendBody, TYPES } from './send-body.ts';

const PATHS = { start: START_PATH, inbox: INBOX_PATH } as const;

/** Replaces the script of another version during a rollout: reloads the page, but not endlessly. */
const RELOAD = `const key = 'letterslot-reloaded';
if (Date.now() - Number(sessionStorage.getItem(key)) > 10_000) {
  sessionStorage.setItem(key, String(Date.now()));
  location.reload();
}
`;

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
export function mountApps(app: FastifyInstance, facts: AppFacts, base: () => string): void {
  const load = loadPages;
  if (facts.startPage) mountPage(app, 'start', facts, load);
  // Mails link to it, so it is always there.
  mountPage(app, 'inbox', facts, load);
  mountDocs(app, base);
  mountAssets(app, load);
}
