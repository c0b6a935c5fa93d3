import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, posix } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DOCS_PATH } from '../../contract/operations.ts';
import { ServiceError } from '../../contract/service-error.ts';
import { headingId } from '../../platform/text/heading-id.ts';
import { html, type SafeHtml } from '../../platform/text/html.ts';
import { prefersHtml } from '../../platform/text/http-headers.ts';
import { once } from '../../platform/waiting/once.ts';
import { PAGE_HEADERS, renderPage } from '../pages/page.ts';
import { encodeBody, PACKAGE, type Bodies } from './assets.ts';
import { ASSET_HEADERS, etagOf, sendFile, TYPES } from './send-body.ts';

/** What `site` builds of the pages; a checkout has it only if somebody built it. */
const SITE = join(PACKAGE, 'dist/docs');
const MARKDOWN = join(PACKAGE, 'docs');

const SITE_HEADERS = {
  // Colours of code are in attributes.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; " +
    "img-src 'self' data:; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
};

/** The best quality would take seconds for the index of the search. */
const BROTLI_QUALITY = 5;

interface DocsFile {
  bodies: Bodies;
  etag: string;
  headers: Readonly<Record<string, string>>;
}

/** Every file, by what follows `/docs/` in its URL: no other path is ever read. */
type Files = ReadonlyMap<string, () => Promise<DocsFile>>;

/** `concepts` for concepts.html and concepts.md; the first page of a folder is the folder. */
const nameOf = (path: string) =>
  path.replace(/\.(?:html|md)$/, '').replace(/(?:^|\/)(?:index|README)$/, '');

const LINK = /\[([^[\]]{1,200})\]\(([\w./-]{1,200}\.md)(#[\w-]{1,200})?\)/;

/** Text with its links to the other pages. */
function renderLinks(path: string, text: string, names: ReadonlySet<string>): SafeHtml[] {
  const [start = '', ...rest] = text.split(LINK);
  const parts = [html`${start}`];
  for (let at = 0; at < rest.length; at += 4) {
    const [words = '', target = '', hash = '', after = ''] = rest.slice(at, at + 4);
    const [from, name] = [posix.dirname(path), nameOf(posix.join(posix.dirname(path), target))];
    const href = posix.join(posix.relative(from, posix.dirname(name)), posix.basename(name)) + hash;
    const asWritten = html`[${words}](${target}${hash})`;
    const link = names.has(name) ? html`<a href="${href}">${words}</a>` : asWritten;
    parts.push(link, html`${after}`);
  }
  return parts;
}

/** A page as it is written, whose headings have the ids that links name. */
function renderMarkdown(path: string, text: string, names: ReadonlySet<string>): string {
  const parts = text.split(/^(?=#{1,6} )/m).map((part) => {
    const id = headingId(part.slice(0, part.indexOf('\n')).replace(/^#+/, ''));
    return html`<span id="${id}"></span>${renderLinks(path, part, names)}`;
  });
  const [, title = path] = /^# (.+)$/m.exec(text) ?? [];
  return renderPage({ language: 'en', title, wide: true, content: html`<pre>${parts}</pre>` });
}

async function encode(text: string, headers: DocsFile['headers']): Promise<DocsFile> {
  const bodies = await encodeBody(text, BROTLI_QUALITY);
  return {
    bodies,
    etag: etagOf(bodies.identity),
    headers: { ...headers, vary: 'Accept-Encoding' },
  };
}

async function readMarkdown(path: string, names: ReadonlySet<string>): Promise<DocsFile> {
  const page = renderMarkdown(path, await readFile(join(MARKDOWN, path), 'utf8'), names);
  return encode(page, { ...PAGE_HEADERS, 'cache-control': 'no-cache' });
}

/** A file of the site, whose URLs get the path prefix of the deployment. */
async function readSiteFile(site: string, path: string, prefix: string): Promise<DocsFile> {
  const octets = await readFile(join(site, path));
  const type = TYPES[extname(path).slice(1)] ?? 'application/octet-stream';
  const cache = path.startsWith('assets/') ? ASSET_HEADERS : { 'cache-control': 'no-cache' };
  const headers = { ...SITE_HEADERS, ...cache, 'content-type': type };
  if (type === TYPES['png']) {
    return {
      bodies: { br: octets, gzip: octets, identity: octets },
      etag: etagOf(octets),
      headers,
    };
  }
  const own = octets.toString().replaceAll(/(?<=["'`(])\/docs\//g, `${prefix}${DOCS_PATH}/`);
  return encode(own, headers);
}

/** The site, or without one the pages as they are written. */
function listFiles(site: string, base: string): Files {
  const hasSite = existsSync(site);
  const paths = readdirSync(hasSite ? site : MARKDOWN, { recursive: true })
    .map(String)
    .filter((path) => (hasSite ? extname(path).slice(1) in TYPES : path.endsWith('.md')));
  const names = new Set(paths.map(nameOf));
  const prefix = new URL(base).pathname.replace(/\/$/, '');
  const read = (path: string) =>
    hasSite ? readSiteFile(site, path, prefix) : readMarkdown(path, names);
  return new Map(paths.map((path) => [nameOf(path), once(() => read(path))]));
}

function sendDocs(request: FastifyRequest, reply: FastifyReply, file: DocsFile) {
  reply
    .removeHeader('access-control-allow-origin')
    .headers({ ...file.headers, 'content-language': 'en', 'x-robots-tag': 'noindex' });
  return sendFile(request, reply, file);
}

/** Serves the documentation. URLs of its redirects are relative, as behind a path prefix. */
export function mountDocs(app: FastifyInstance, base: () => string, site = SITE): void {
  const load = once(() => Promise.resolve(listFiles(site, base())));
  const options = { config: { name: 'docs' } } as const;
  app.get(DOCS_PATH, options, (_request, reply) =>
    reply
      .code(308)
      .header('location', `${DOCS_PATH.slice(1)}/`)
      .send(),
  );
  app.get<{ Params: { '*': string } }>(`${DOCS_PATH}/*`, options, async (request, reply) => {
    const { '*': asked } = request.params;
    const files = await load();
    const file = files.get(asked);
    if (file) return sendDocs(request, reply, await file());
    if (files.has(nameOf(asked))) {
      return reply
        .code(308)
        .header('location', posix.basename(nameOf(asked)) || './')
        .send();
    }
    const missing = prefersHtml(request.headers.accept) ? files.get('404') : undefined;
    if (!missing) throw new ServiceError('not_found');
    return sendDocs(request, reply.code(404), await missing());
  });
}
