import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, it, type TestContext } from 'node:test';
import { fastify } from 'fastify';
import { mountDocs } from '../../src/web/apps/docs.ts';
import { headerFile, runCommand } from '../support/run-command.ts';
import { startService } from '../support/service.ts';
import { newTempFolder } from '../support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = { accept: 'text/html' };

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What a reader sees of a part of a page. */
const seen = (markup: string) =>
  markup.replace(/<[^>]*>/g, '').replace(/&(#?\w+);/g, (_, name) => ENTITIES[name] ?? '');

/** The words of a text, without the marks of links. */
const wordsIn = (text: string) => text.replace(/\]\([^)]*\)|[[\]]/g, '').split(/\s+/);

const folder = newTempFolder('docs');
after(() => rmSync(folder, { recursive: true, force: true }));

/** A site as it is built: pages, one whose name a search would find, and assets. */
const SITE: Readonly<Record<string, string>> = {
  'index.html': '<a href="/docs/concepts">Concepts</a>',
  'concepts.html': 'Concepts',
  'api/routes.html': 'Routes',
  '404.html': 'Nothing here',
  'hashmap.json': '{"a":"/docs/b"}',
  'assets/app.1f.js': 'import("/docs/assets/chunks/x.js")',
  'assets/style.2e.css': 'a{background:url(/docs/assets/a.png)}',
  'assets/picture.3d.png': 'PNG /docs/',
  'secret.txt': 'FOREIGN',
};
for (const [path, text] of Object.entries(SITE)) {
  mkdirSync(dirname(join(folder, 'site', path)), { recursive: true });
  writeFileSync(join(folder, 'site', path), text);
}
writeFileSync(join(folder, 'outside.html'), 'FOREIGN');

/** Serves a built site, or without one the pages as they are written. */
function serve(test: TestContext, name: 'site' | 'none', base = 'https://forms.example') {
  const app = fastify({ exposeHeadRoutes: true });
  mountDocs(app, () => base, join(folder, name));
  test.after(() => app.close());
  return (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
}

it('without a build every page of docs is served as it is written, and its links lead to pages', async (test) => {
  const ask = serve(test, 'none');
  const found = new Set(['https://forms.example/docs/']);
  for (const url of found) {
    const { statusCode, body, headers } = await ask(new URL(url).pathname);
    assert.equal(statusCode, 200, url);
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'sha/);
    assert.doesNotMatch(body, /<script/);
    const [, markup = ''] = /<pre>(.*)<\/pre>/s.exec(body) ?? [];
    const name = url.slice('https://forms.example/docs/'.length) || 'README';
    const text = readFileSync(join(ROOT, 'docs', `${name}.md`), 'utf8');
    assert.deepEqual(wordsIn(seen(markup)), wordsIn(text), name);
    for (const [, href = ''] of markup.matchAll(/<a href="([^"]*)"/g)) {
      found.add(new URL(href, url).href.replace(/#.*/, ''));
    }
  }
  const pages = globSync('docs/{*,api/*,reference/*}.md', { cwd: ROOT });
  assert.ok(found.size >= pages.length && pages.length > 40, String(found.size));
});

it('a page that was asked for by the name of its file, or /docs alone, is redirected within any prefix', async (test) => {
  for (const mode of ['none', 'site'] as const) {
    const ask = serve(test, mode);
    const places: Readonly<Record<string, string>> = {
      '/docs': '/in/docs/',
      '/docs/concepts.md': '/in/docs/concepts',
      '/docs/concepts.html': '/in/docs/concepts',
      '/docs/api/routes.md': '/in/docs/api/routes',
      '/docs/README.md': '/in/docs/',
      '/docs/index.html': '/in/docs/',
    };
    for (const [path, place] of Object.entries(places)) {
      const { statusCode, headers } = await ask(path);
      assert.equal(statusCode, 308, `${path} of ${mode}`);
      const location = new URL(String(headers.location), `https://forms.example/in${path}`);
      assert.equal(location.pathname, place, `${path} of ${mode}`);
      assert.equal((await ask(place.slice('/in'.length))).statusCode, 200, place);
    }
  }
});

it('files of the site have their types, assets are kept, and pages are asked for again', async (test) => {
  const ask = serve(test, 'site');
  const rows = [
    ['/docs/', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/api/routes', 'text/html; charset=utf-8', 'no-cache'],
    ['/docs/hashmap.json', 'application/json', 'no-cache'],
    ['/docs/assets/app.1f.js', 'text/javascript; charset=utf-8', /immutable/],
    ['/docs/assets/style.2e.css', 'text/css; charset=utf-8', /immutable/],
    ['/docs/assets/picture.3d.png', 'image/png', /immutable/],
  ] as const;
  for (const [path, type, cache] of rows) {
    const { statusCode, headers } = await ask(path);
    assert.deepEqual([statusCode, headers['content-type']], [200, type], path);
    assert.match(String(headers['cache-control']), new RegExp(cache), path);
    assert.equal(headers['x-robots-tag'], 'noindex');
    const policy = String(headers['content-security-policy']);
    assert.match(policy, /script-src 'self'; style-src 'self'; /);
    assert.match(policy, /frame-ancestors 'none'/);
    const again = await ask(path, { 'if-none-match': String(headers.etag) });
    assert.deepEqual([again.statusCode, again.body], [304, ''], path);
  }
});

it('texts of the site are compressed, pictures are not', async (test) => {
  const ask = serve(test, 'site');
  for (const coding of ['br', 'gzip']) {
    const headers = { 'accept-encoding': coding };
    assert.equal((await ask('/docs/concepts', headers)).headers['content-encoding'], coding);
    const picture = await ask('/docs/assets/picture.3d.png', headers);
    assert.deepEqual(
      [picture.headers['content-encoding'], picture.body],
      [undefined, 'PNG /docs/'],
    );
  }
});

it('no other file is ever served below /docs', async (test) => {
  const others = [
    '/docs/nothing',
    '/docs/secret.txt',
    '/docs/../outside',
    '/docs/%2e%2e/outside',
    '/docs/..%2foutside.html',
    '/docs/assets/..%2f..%2f..%2foutside',
    '/docs/%2Fetc%2Fpasswd',
    '/docs/concepts%00',
    '/docs/__proto__',
  ];
  for (const mode of ['none', 'site'] as const) {
    const ask = serve(test, mode);
    for (const path of others) {
      const { statusCode, body } = await ask(path);
      assert.equal(statusCode, 404, `${path} of ${mode}`);
      assert.doesNotMatch(body, /FOREIGN/, path);
    }
  }
  const page = await serve(test, 'site')('/docs/nothing', PAGE);
  assert.deepEqual([page.statusCode, page.body], [404, SITE['404.html']]);
});

it('behind a path prefix the URLs of the site begin with it', async (test) => {
  const ask = serve(test, 'site', 'https://forms.example/in/');
  assert.equal((await ask('/docs/')).body, '<a href="/in/docs/concepts">Concepts</a>');
  assert.match((await ask('/docs/assets/app.1f.js')).body, /"\/in\/docs\/assets/);
  assert.match((await ask('/docs/assets/style.2e.css')).body, /\(\/in\/docs\/assets/);
  assert.equal((await ask('/docs/assets/picture.3d.png')).body, 'PNG /docs/');
});

it('the documentation answers GET and HEAD alone', async (test) => {
  const { request, url } = await startService(test);
  for (const path of ['/docs', '/docs/', '/docs/concepts', '/docs/nothing']) {
    const head = await fetch(url + path, { method: 'HEAD' });
    const { status, headers } = await fetch(url + path);
    assert.equal(status, path === '/docs/nothing' ? 404 : 200, path);
    assert.deepEqual([head.status, await head.text()], [status, ''], path);
    assert.equal(headers.get('access-control-allow-origin') === null, status === 200, path);
  }
  for (const path of ['/docs', '/docs?a=1', '/docs/', '/docs/concepts', '/start', '/inbox'])
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, headers, json } = await request(path, { method });
      assert.deepEqual([status, json.error], [405, 'method_not_allowed'], path);
      assert.equal(headers.get('allow'), 'GET, HEAD');
    }
  assert.equal((await request('/nothing', { method: 'POST' })).status, 404);
});

it('the descriptor, llms.txt, the start page and the page of a service without one lead to it', async (test) => {
  const { request, url } = await startService(test);
  assert.equal((await request('/')).json.docs_url, `${url}/docs`);
  assert.ok((await request('/llms.txt')).text.includes(`${url}/docs`));
  assert.match(await (await fetch(`${url}/start`)).text(), /href="docs"/);
  const off = await startService(test, { START_PAGE: 'false' });
  const home = await off.request('/', { headers: PAGE });
  assert.ok(home.text.includes(`href="${off.url}/docs"`));
});

it('the service leads to pages below /docs that exist', async (test) => {
  const below = /(?:\bdocs\('|(?<![\w.-])\/docs\/|\$\{publicUrl\}\/docs\/)([a-z][\w/-]*)/g;
  const named = globSync('src/**/*.{ts,tsx,json,css}', { cwd: ROOT }).flatMap((file) =>
    Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(below), ([, name = '']) => name),
  );
  assert.deepEqual(named.toSorted(), ['migrating', 'server-side-forms']);
  const { url } = await startService(test);
  for (const name of named) assert.equal((await fetch(`${url}/docs/${name}`)).status, 200, name);
});

/** Runs a command of the page in a shell, with the form and the token in place of its examples. */
async function run(command: string, url: string, formId: string, token: string) {
  const filled = command
    .replace('http://localhost:8080', url)
    .replace('cfm_7K2MNP4QRSTVWXYZ', formId)
    .replace('you@example.com', 'owner@example.com');
  const { body } = await runCommand(filled, { token: headerFile(token) });
  return JSON.parse(body) as Record<string, string>;
}

it('the first six commands of the API take a form through its life when a shell runs them', async (test) => {
  const service = await startService(test);
  const page = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
  const commands = Array.from(page.matchAll(/^```sh\n(.*?)\n```$/gms), ([, text = '']) => text);
  assert.equal(commands.length, 6);
  const [create = '', ...others] = commands;
  const { form_id = '', management_token = '', status } = await run(create, service.url, '', '');
  assert.equal(status, 'pending_verification');
  await service.confirm(service.verificationToken());
  const answers = [];
  for (const command of others)
    answers.push(await run(command, service.url, form_id, management_token));
  const [polled, sent, changed, tested, deleted] = answers;
  assert.deepEqual(
    [polled?.['status'], sent?.['success'], tested?.['success'], deleted?.['status']],
    ['active', true, true, 'deleted'],
  );
  assert.deepEqual(changed?.['settings'], { redirect: 'https://example.com/thanks' });
});
