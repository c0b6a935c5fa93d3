import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { OPERATION_IDS, operationOf } from '../../src/contract/operations.ts';
import { headerFile, runCommand } from '../support/run-command.ts';
import { startService, type TestService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '../..');

const POLICY = /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; frame-src 'self'; /;

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What a reader sees of a part of a page. */
const seen = (markup: string) =>
  markup.replace(/<[^>]*>/g, '').replace(/&(#?\w+);/g, (_, name) => ENTITIES[name] ?? '');

async function readDocs({ url }: Pick<TestService, 'url'>) {
  const answer = await fetch(`${url}/docs`);
  return { headers: answer.headers, status: answer.status, text: await answer.text() };
}

/** The commands of the page, in their order. */
const commandsIn = (text: string) =>
  Array.from(text.matchAll(/<pre>(.*?)<\/pre>/gs), ([, command = '']) => seen(command));

/** Runs a command of the page in a shell, with the form and the token in place of its examples. */
async function run(command: string, formId: string, token: string) {
  const filled = command
    .replace('cfm_7K2MNP4QRSTVWXYZ', formId)
    .replace('you@example.com', 'owner@example.com');
  const { body } = await runCommand(filled, { token: headerFile(token) });
  return JSON.parse(body) as Record<string, string>;
}

it('the page has the policy of pages without script, and links to documents that exist', async (test) => {
  const service = await startService(test, { SOURCE_URL: 'https://code.example/ours' });
  const { status, headers, text } = await readDocs(service);
  assert.equal(status, 200);
  assert.match(headers.get('content-security-policy') ?? '', POLICY);
  assert.equal(headers.get('access-control-allow-origin'), null);
  assert.deepEqual(
    [headers.get('vary'), headers.get('content-language')],
    ['Accept-Encoding', 'en'],
  );
  assert.doesNotMatch(text, /<script|\son\w+=|javascript:/);
  const { homepage } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const urls = Array.from(text.matchAll(/\s(?:src|href)="(?!data:)([^"]*)"/g), ([, to]) => to);
  assert.deepEqual(urls, ['openapi.json', 'llms.txt', homepage, 'https://code.example/ours']);
  for (const path of urls.slice(0, 2)) {
    assert.equal((await service.request(`/${path}`)).status, 200, path);
  }
});

it('the page has each operation with its summary', async (test) => {
  const { text } = await readDocs(await startService(test));
  const rows = Array.from(text.matchAll(/<dt>(.*?)<\/dt>\s*<dd>(.*?)<\/dd>/gs), ([, ...row]) =>
    row.map((cell) => seen(cell).trim()).join(': '),
  );
  const expected = OPERATION_IDS.map(operationOf).map(
    ({ method, path, summary }) => `${method} ${path}: ${summary}`,
  );
  assert.deepEqual(rows.toSorted(), expected.toSorted());
});

it('the six commands of the page take a form through its life when a shell runs them', async (test) => {
  const service = await startService(test);
  const commands = commandsIn((await readDocs(service)).text);
  assert.equal(commands.length, 6);
  const [create = '', ...others] = commands;
  const { form_id = '', management_token = '', status } = await run(create, '', '');
  assert.equal(status, 'pending_verification');
  await service.confirm(service.verificationToken());
  const answers = [];
  for (const command of others) answers.push(await run(command, form_id, management_token));
  const [polled, sent, changed, tested, deleted] = answers;
  assert.deepEqual(
    [polled?.['status'], sent?.['success'], tested?.['success'], deleted?.['status']],
    ['active', true, true, 'deleted'],
  );
  assert.deepEqual(changed?.['settings'], { redirect: 'https://example.com/thanks' });
});

it('the commands name the public URL with its path prefix, and the page comes compressed', async (test) => {
  const { url } = await startService(test, { PUBLIC_URL: 'https://forms.example/in' });
  const answer = await fetch(`${url}/docs`, { headers: { 'accept-encoding': 'br' } });
  assert.equal(answer.headers.get('content-encoding'), 'br');
  const commands = commandsIn(await answer.text());
  assert.ok(commands.every((command) => command.includes("'https://forms.example/in/")));
});

it('the page answers GET and HEAD alone', async (test) => {
  const { request, url } = await startService(test);
  const head = await fetch(`${url}/docs`, { method: 'HEAD' });
  assert.deepEqual([head.status, await head.text()], [200, '']);
  for (const path of ['/docs', '/docs?a=1', '/start', '/inbox'])
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
  const home = await off.request('/', { headers: { accept: 'text/html' } });
  assert.ok(home.text.includes(`href="${off.url}/docs"`));
});

it('nothing leads to a page below /docs, which the service does not have', () => {
  const files = globSync('src/**/*.{ts,tsx,json,css}', { cwd: ROOT });
  const below = /(?<![\w.-])\/docs\/[a-z]/;
  const leading = files.filter((file) => below.test(readFileSync(join(ROOT, file), 'utf8')));
  assert.ok(files.length > 300);
  assert.deepEqual(leading, []);
});
